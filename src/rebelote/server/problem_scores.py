"""How browsers and problems stand: Glicko-2, moved by first answers alone. A browser is a token's digest."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, Table, delete, insert, select, update

from rebelote.problems.glicko2 import Rating, updated
from rebelote.server.messages.problems import ProblemStanding
from rebelote.server.schema import problem_answers, problem_players, problem_ratings

UNKNOWN: Final = Rating(1200.0, 350.0)
"""Where a browser starts."""
OF_A_PROBLEM: Final = 90.0
"""How unsure the rating is that a problem starts with."""
LEAST_SURE: Final = 45.0
"""No rating gets surer than this: people learn."""


class Standing(NamedTuple):
    """A row of `problem_players`, or where it starts."""

    rating: Rating = UNKNOWN
    tried: int = 0
    solved: int = 0
    streak: int = 0
    best_streak: int = 0
    days: int = 0
    last_day: str = ""

    def told(self, today: date) -> ProblemStanding:
        return ProblemStanding(
            rating=round(self.rating.rating),
            deviation=round(self.rating.deviation),
            tried=self.tried,
            solved=self.solved,
            streak=self.streak,
            best_streak=self.best_streak,
            days=self.days if self.last_day >= str(today - timedelta(days=1)) else 0,
            daily_done=self.last_day == str(today),
        )


class Scored(NamedTuple):
    """After an answer; `rated` is False where this problem was answered before."""

    standing: Standing
    change: int
    rated: bool


def today() -> date:
    """The day is the world's: the same problem for everybody."""
    return datetime.now(UTC).date()


# Reading


def standing_of(connection: Connection, person: str) -> Standing:
    row = connection.execute(select(problem_players).where(problem_players.c.person == person)).first()
    if row is None:
        return Standing()
    rating = Rating(row.rating, row.deviation, row.volatility)
    return Standing(rating, row.tried, row.solved, row.streak, row.best_streak, row.days, row.last_day)


def seen_by(connection: Connection, person: str) -> frozenset[str]:
    query = select(problem_answers.c.problem).where(problem_answers.c.person == person)
    return frozenset(connection.execute(query).scalars())


def rating_of(connection: Connection, problem: str, start: int) -> Rating:
    row = connection.execute(select(problem_ratings).where(problem_ratings.c.problem == problem)).first()
    if row is None:
        return Rating(float(start), OF_A_PROBLEM)
    return Rating(row.rating, row.deviation, row.volatility)


# Writing


def score(
    connection: Connection,
    person: str,
    problem: str,
    start: int,
    *,
    right: bool,
    daily: date | None,
    now: int,
) -> Scored:
    """In one transaction: the first answer counts, for both. Any other changes nothing, but for the day: its
    problem may be one that was met before."""
    before = standing_of(connection, person)
    if _was_answered(connection, person, problem):
        after = _with_day(before, right, daily)
        if after != before:
            _write(connection, problem_players, "person", person, _row(after, now))
        return Scored(after, 0, rated=False)
    level = rating_of(connection, problem, start)
    result = 1.0 if right else 0.0
    rating = _bounded(updated(before.rating, [(level, result)]))
    after = _counted(before._replace(rating=rating), right, daily)
    _write(connection, problem_players, "person", person, _row(after, now))
    moved = _bounded(updated(level, [(before.rating, 1.0 - result)]))
    _write(connection, problem_ratings, "problem", problem, moved._asdict())
    connection.execute(insert(problem_answers).values(person=person, problem=problem, at=now, right=right))
    return Scored(after, round(rating.rating) - round(before.rating.rating), rated=True)


def _was_answered(connection: Connection, person: str, problem: str) -> bool:
    answers = problem_answers.c
    query = select(answers.at).where(answers.person == person, answers.problem == problem)
    return connection.execute(query).first() is not None


def _bounded(rating: Rating) -> Rating:
    return rating._replace(deviation=max(rating.deviation, LEAST_SURE))


def _counted(before: Standing, right: bool, daily: date | None) -> Standing:
    streak = before.streak + 1 if right else 0
    after = before._replace(
        tried=before.tried + 1,
        solved=before.solved + right,
        streak=streak,
        best_streak=max(before.best_streak, streak),
    )
    return _with_day(after, right, daily)


def _with_day(before: Standing, right: bool, daily: date | None) -> Standing:
    """The first answer of a day counts for the days in a row."""
    if daily is None or before.last_day == str(daily):
        return before
    goes_on = before.last_day == str(daily - timedelta(days=1))
    days = (before.days + 1 if goes_on else 1) if right else 0
    return before._replace(days=days, last_day=str(daily))


def _row(standing: Standing, now: int) -> dict[str, Any]:
    rest = standing._asdict()
    del rest["rating"]
    return {**standing.rating._asdict(), **rest, "at": now}


def _write(connection: Connection, table: Table, key: str, value: str, row: dict[str, Any]) -> None:
    here = table.c[key] == value
    done: Any = connection.execute(update(table).where(here).values(**row))
    if not done.rowcount:
        connection.execute(insert(table).values(**{key: value}, **row))


# Forgetting


def forget(connection: Connection, person: str) -> None:
    """All that is stored of a browser."""
    for table in (problem_answers, problem_players):
        connection.execute(delete(table).where(table.c.person == person))


def forget_idle(connection: Connection, before: int) -> int:
    """Browsers that have answered nothing since."""
    idle: list[Row[Any]] = list(
        connection.execute(select(problem_players.c.person).where(problem_players.c.at < before))
    )
    for (person,) in idle:
        forget(connection, person)
    return len(idle)

"""Problems over HTTP: nothing of the answer beforehand, one rated answer a browser, the same day for all."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

from rebelote.problems.record import Problem, read_lines, read_problem
from rebelote.server import problem_scores
from rebelote.server.problem_messages import choice_of, problem_view
from rebelote.server.store import Store
from tests.support.served_tables import Place, run, serving

ONE, OTHER = "a" * 43, "b" * 43
"""Two browsers."""


def of_kind(kind: str) -> Problem:
    problems = map(read_problem, read_lines())
    return next(each for each in problems if (each.view.situation.playing is None) == (kind == "call"))


def answers(problem: Problem) -> tuple[str, str]:
    """A right one, a wrong one."""
    right, *_ = (each for each in problem.choices if each.is_right)
    wrong, *_ = (each for each in problem.choices if not each.is_right)
    return choice_of(right.action, problem, "fr").answer, choice_of(wrong.action, problem, "fr").answer


def test_what_is_shown_tells_nothing_of_the_answer() -> None:
    """The same problem with another answer is shown in the same way."""
    from msgspec.structs import replace

    for kind in ("card", "call"):
        problem = of_kind(kind)
        shown = problem_view(problem, 1500, None, "fr")
        turned = replace(problem, choices=problem.choices[::-1])
        assert problem_view(turned, 1500, None, "fr") == shown


def test_others_cards_are_counted_and_not_told() -> None:
    problem = of_kind("card")
    position = problem_view(problem, 1500, None, "fr").position
    assert position is not None
    for seat in position.seats:
        assert bool(seat.cards) == (seat.seat == problem.seat)
        assert bool(seat.hidden) == (seat.seat != problem.seat) or not problem.view.hand


def test_the_problem_of_the_day(tmp_path: Path) -> None:
    async def ask(place: Place) -> None:
        one, other = await place.get("/problems/daily", ONE), await place.get("/problems/daily", OTHER)
        assert one == other
        assert one["day"] is not None

    run(with_server(tmp_path, ask))


def test_a_wrong_answer_is_refuted_and_rated_once(tmp_path: Path) -> None:
    problem = of_kind("card")
    right, wrong = answers(problem)

    async def ask(place: Place) -> None:
        verdict = await place.post(f"/problems/{problem.id}/answer", {"answer": wrong}, ONE)
        assert verdict["right"] is False
        assert verdict["best"]["answer"] == right
        assert verdict["explanation"]
        assert verdict["why"]
        assert verdict["refutation"]["moves"][0] == wrong
        assert verdict["change"] < 0
        given = {**verdict["refutation"]["position"], "moves": verdict["refutation"]["moves"]}
        assert (await place.post("/positions", given))["told"]
        again = await place.post(f"/problems/{problem.id}/answer", {"answer": right}, ONE)
        assert (again["right"], again["rated"], again["change"]) == (True, False, 0)
        assert again["standing"] == verdict["standing"]
        fresh = await place.post(f"/problems/{problem.id}/answer", {"answer": right}, OTHER)
        assert fresh["rated"]
        assert fresh["change"] > 0
        assert (fresh["standing"]["streak"], fresh["standing"]["solved"]) == (1, 1)

    run(with_server(tmp_path, ask))


def test_a_call_is_answered_too(tmp_path: Path) -> None:
    problem = of_kind("call")
    right, wrong = answers(problem)

    async def ask(place: Place) -> None:
        shown = await place.get(f"/problems/{problem.id}")
        assert {right, wrong} <= {choice["answer"] for choice in shown["choices"]}
        verdict = await place.post(f"/problems/{problem.id}/answer?lang=en", {"answer": wrong})
        assert (verdict["right"], verdict["rated"], verdict["standing"]) == (False, False, None)
        assert len(verdict["refutation"]["told"]) == 2
        assert verdict["refutation"]["position"] is None

    run(with_server(tmp_path, ask))


def test_the_next_one_is_new_and_of_the_theme(tmp_path: Path) -> None:
    async def ask(place: Place) -> None:
        listed = await place.get("/problems")
        assert listed["count"] == len(read_lines())
        assert listed["standing"] is None
        seen = set()
        for _ in range(6):
            shown = await place.get("/problems/next?theme=capot", ONE)
            found = next(each for each in map(read_problem, read_lines()) if each.id == shown["id"])
            assert "capot" in found.themes
            assert shown["id"] not in seen
            seen.add(shown["id"])
            await place.post(f"/problems/{shown['id']}/answer", {"answer": answers(found)[0]}, ONE)
        standing = (await place.get("/problems", ONE))["standing"]
        assert standing["streak"] == standing["tried"] == 6
        assert standing["rating"] > 1200

    run(with_server(tmp_path, ask))


def test_the_daily_streak(tmp_path: Path) -> None:
    async def ask(place: Place) -> None:
        shown = await place.get("/problems/daily", ONE)
        problem = next(each for each in map(read_problem, read_lines()) if each.id == shown["id"])
        verdict = await place.post(f"/problems/{problem.id}/answer", {"answer": answers(problem)[0]}, ONE)
        assert verdict["standing"]["days"] == 1
        assert verdict["standing"]["daily_done"] is True

    run(with_server(tmp_path, ask))


def test_the_problem_of_the_day_is_done_though_it_was_met_before(tmp_path: Path) -> None:
    """Then it moves no rating, and only the first answer of the day counts."""
    store = Store(f"sqlite:///{tmp_path / 'problems.sqlite'}")
    yesterday = date(2026, 11, 17)

    def score(problem: str, *, right: bool, daily: date | None) -> problem_scores.Scored:
        return store.maintain_now(
            lambda c: problem_scores.score(c, "me", problem, 1500, right=right, daily=daily, now=1)
        )

    assert score("a", right=True, daily=yesterday).standing.days == 1
    met = score("b", right=False, daily=None)
    today = yesterday + timedelta(days=1)
    again = score("b", right=True, daily=today)
    assert (again.rated, again.change, again.standing.rating) == (False, 0, met.standing.rating)
    assert (again.standing.days, again.standing.told(today).daily_done) == (2, True)
    assert score("b", right=False, daily=today).standing == again.standing
    store.close()


def test_a_browser_is_forgotten_when_it_asks(tmp_path: Path) -> None:
    problem = of_kind("card")

    async def ask(place: Place) -> None:
        await place.post(f"/problems/{problem.id}/answer", {"answer": answers(problem)[0]}, ONE)
        answer = await place.http.delete("/api/problems/me", headers={"authorization": f"Bearer {ONE}"})
        assert answer.status_code == 200
        assert answer.json()["standing"]["tried"] == 0

    run(with_server(tmp_path, ask))


def test_what_is_no_answer_is_refused(tmp_path: Path) -> None:
    problem = of_kind("card")

    async def ask(place: Place) -> None:
        refused = await place.post(f"/problems/{problem.id}/answer", {"answer": "pass"}, status=400)
        assert refused["error"]["field"] == "answer"
        await place.get("/problems/00000000", status=404)
        await place.get("/problems/next?theme=poker", status=400)

    run(with_server(tmp_path, ask))


async def with_server(folder: Path, ask: Any) -> None:
    async with serving(folder) as place:
        await ask(place)

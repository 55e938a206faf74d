"""The deals of the day and challenges: begun once by everybody, compared when they are done."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection

from rebelote.fairness import SECRET_BYTES, commitment
from rebelote.fairness.days import Day
from rebelote.language.text import Lang
from rebelote.server import days, duplicate_store, seating
from rebelote.server.duplicate_bots import BOT
from rebelote.server.duplicate_results import BoardResult, Called, read_boards
from rebelote.server.duplicate_rules import CHALLENGE_DEALS, challenge_games, rules_of
from rebelote.server.duplicate_store import Entry, LeagueRow, SeriesRow
from rebelote.server.game import Game, SharedLuck, new_id, now_ms, to_text
from rebelote.server.messages.rules import RulesRef
from rebelote.server.messages.series import (
    BoardInfo,
    CalledCount,
    Entrant,
    HistogramBar,
    League,
    LeagueLine,
    NewChallenge,
    OtherResult,
    OwnResult,
    SeriesInfo,
    SeriesResult,
    SeriesState,
    Today,
)
from rebelote.server.messages.tables import NewTable, SettingsChange
from rebelote.server.problems import Refused, not_played
from rebelote.server.rooms import Room
from rebelote.server.rulebook import table_rules
from rebelote.server.stored_rows import Clash
from rebelote.server.table_info import person_name
from rebelote.server.table_registry import Entering, TableRegistry
from rebelote.server.work_pool import WorkPool
from rebelote.server.yardsticks import Yardsticks, open_card_limits, played_by_expert
from rebelote.table import Seat

CHALLENGE_DAYS: Final = 14
"""How long a challenge may be taken up."""
INTERRUPTED_MS: Final = 60_000
"""How long a table may wait for its match that the server stopped at: it opens both one after the other."""
MOST_CALLED: Final = 12
LEAGUE_SHOWN: Final = 100
LEAGUE_SECONDS: Final = 120
WEEK: Final = 7
MONDAY: Final = 4
"""The days since 1970-01-01 of the first Monday."""


class Duplicates:
    def __init__(self, registry: TableRegistry, pool: WorkPool, yardsticks: Yardsticks) -> None:
        self._registry = registry
        self._store = registry.store
        self._pool = pool
        self._yardsticks = yardsticks
        self._chain: days.DayChain | None = None
        self._chaining = asyncio.Lock()

    def close(self) -> None:
        self._yardsticks.close()

    # What there is

    async def today(self, person: str | None, lang: Lang) -> Today:
        now = now_ms()
        day = days.day_of(now)
        chain = await self._chain_of(day)
        found = [await self.info(row.id, person, lang) for row in chain.series(day)]
        played = (
            [] if person is None else await self._store.look(lambda c: duplicate_store.days_played(c, person))
        )
        return Today(
            day=days.text_of(day),
            closes=(day + 1) * days.DAY_MS,
            series=found,
            streak=streak(played, day),
            best_streak=best_streak(played),
            coming=[
                chain.published(later, now) for later in range(day, day + days.COMING) if chain.has(later)
            ],
        )

    async def published(self, text: str) -> Day:
        """A day's commitments; its link when it is over."""
        now, day = now_ms(), days.read_day(text)
        if day > days.day_of(now) + days.COMING:
            raise Refused("not_found")
        chain = await self._chain_of(days.day_of(now))
        if not chain.has(day):
            chain = await self._older_chain(day)
        return chain.published(day, now)

    async def _chain_of(self, day: int) -> days.DayChain:
        async with self._chaining:
            if self._chain is None or not self._chain.has(day):
                self._chain = await self._store.maintain(lambda c: days.chain_of(c, day))
            return self._chain

    async def _older_chain(self, day: int) -> days.DayChain:
        rows = await self._store.look(duplicate_store.chains)
        found = next((chain for chain in map(days.DayChain, rows) if chain.has(day)), None)
        if found is None:
            raise Refused("not_found")
        return found

    async def _row(self, series_id: str) -> SeriesRow:
        """One that is stored, or of today: those are written down when the first one begins."""
        found = await self._store.look(lambda c: duplicate_store.find_series(c, series_id))
        if found is not None:
            return found
        today = days.day_of(now_ms())
        if series_id in days.series_ids(today):
            chain = await self._chain_of(today)
            return next(row for row in chain.series(today) if row.id == series_id)
        raise Refused("not_found")

    async def info(self, series_id: str, person: str | None, lang: Lang) -> SeriesInfo:
        row = await self._row(series_id)

        def look(connection: Connection) -> tuple[Entry | None, int]:
            entry = duplicate_store.find_entry(connection, row.id, person)
            return entry, duplicate_store.counted(connection, row.id)

        entry, players = await self._store.look(look)
        return _info(row, entry, players, lang)

    # Playing

    async def challenge(self, wish: NewChallenge) -> str:
        """Four deals that nobody has seen; the series' id."""
        if wish.game not in challenge_games():
            raise Refused("bad_field", field="game", detail=", ".join(challenge_games()))
        secret, now = secrets.token_bytes(SECRET_BYTES), now_ms()
        row = SeriesRow(
            id=new_id(),
            day=None,
            game=wish.game,
            deals=CHALLENGE_DEALS,
            opened=now,
            closes=now + CHALLENGE_DAYS * days.DAY_MS,
            secret=secret,
            commitment=commitment(secret).hex(),
            maker=seating.clean_name(wish.nickname),
        )
        await self._store.maintain(lambda c: duplicate_store.add_series(c, row))
        return row.id

    async def play(
        self, series_id: str, wish: Entrant, token: str | None, address: str
    ) -> tuple[Room, str, Seat]:
        """One's table: a new one, or the one where one has begun and not finished."""
        row = await self._row(series_id)
        entry = await self._entry(series_id, token)
        if entry is not None and token is not None:
            return await self._resume(row, entry, token)
        if not row.is_open(now_ms()):
            raise Refused("series_closed")
        await self._store.maintain(lambda c: duplicate_store.add_series(c, row))
        entering = Entering(token or seating.new_token(), SharedLuck(row.id, row.secret), row.day)
        try:
            return await self._registry.open_table(
                _table_wish(wish), rules_of(row.game, row.deals), address, entering
            )
        except Clash:  # asked for twice at once
            raise Refused("busy", seconds=1) from None

    async def _entry(self, series_id: str, token: str | None) -> Entry | None:
        person = seating.person_of(token)
        return await self._store.look(lambda c: duplicate_store.find_entry(c, series_id, person))

    async def _resume(self, row: SeriesRow, entry: Entry, token: str) -> tuple[Room, str, Seat]:
        if entry.finished is not None:
            raise Refused("already_played")
        room = await self._registry.room(entry.table_id)
        seat = seating.owned(room, token)
        if seat is None:
            raise Refused("not_your_seat")
        if room.game is None and room.opening is None:
            if now_ms() > entry.started + INTERRUPTED_MS:  # it is no longer kept, and not dealt again
                raise Refused("series_closed")
            await seating.start_shared(room, SharedLuck(row.id, row.secret))
        return room, token, seat

    # Comparing

    async def result(self, series_id: str, person: str | None, lang: Lang, address: str) -> SeriesResult:
        """For those who have played; for everybody when that can help nobody any more."""
        row = await self._row(series_id)
        entry = await self._store.look(lambda c: duplicate_store.find_entry(c, row.id, person))
        done = entry is not None and entry.finished is not None
        if not done and row.is_secret(now_ms()):
            raise not_played(row.shown_from)
        own = await self._own(row, entry, lang, address) if entry is not None and done else None
        compared = await self._store.look(partial(_compare, row))
        expert = await self._expert(row)
        return SeriesResult(
            info=_info(row, entry, sum(count for _, count in compared.histogram), lang),
            you=own,
            histogram=[HistogramBar(score, count) for score, count in compared.histogram],
            called=_called(compared, entry if done else None, lang),
            others=[_other(each, person, lang) for each in compared.finished],
            expert=None if expert is None else [_board(board, lang) for board in expert],
        )

    async def _own(self, row: SeriesRow, entry: Entry, lang: Lang, address: str) -> OwnResult:
        room = await self._room_of(entry)
        match = None if room is None else room.match_id
        limits: Sequence[int | None] = ()
        if room is not None and room.game is not None:
            game = room.game
            limits = await self._pool.once(("limits", game.id), lambda: _limits(game), address)
        score = entry.score
        found = (
            None
            if score is None
            else await self._store.look(lambda c: duplicate_store.standing(c, row.id, score))
        )
        return OwnResult(
            score=score,
            rank=None if found is None else found.better + 1,
            tied=0 if found is None else found.same - 1,
            total=0 if found is None else found.total,
            boards=[_board(board, lang) for board in read_boards(entry.boards or "[]")],
            limits=list(limits),
            match=match,
            table=entry.table_id,
        )

    async def _room_of(self, entry: Entry) -> Room | None:
        try:
            return await self._registry.room(entry.table_id)
        except Refused:  # deleted, or too old to be kept
            return None

    async def _expert(self, row: SeriesRow) -> tuple[BoardResult, ...] | None:
        """What expert made of it: worked out once, and stored."""
        if row.expert is not None:
            return read_boards(row.expert)
        rules = rules_of(row.game, row.deals).rules
        shared = SharedLuck(row.id, row.secret)
        made = self._yardsticks.ask(row.id, lambda: played_by_expert(shared, rules, _seat(rules.table.seats)))
        if made is None:
            return None
        boards = msgspec.convert(made, tuple[BoardResult, ...])
        await self._store.maintain(lambda c: duplicate_store.keep_expert(c, row.id, to_text(boards)))
        return boards

    # The league

    async def league(self, week: str | None, person: str | None, lang: Lang, address: str) -> League:
        """The seven days from a Monday on; without one, those of this week."""
        today = days.day_of(now_ms())
        first = monday(today if week is None else days.read_day(week))
        if first > today:
            raise Refused("not_found")
        edition = now_ms() // (LEAGUE_SECONDS * 1000)
        look = partial(duplicate_store.league, first_day=first, last_day=first + WEEK - 1)
        ranked = await self._pool.once(
            ("league", first), lambda: _ranked(self._store.look_now(look)), address, edition=edition
        )
        own = ranked.places.get(person or "")
        shown = list(range(min(LEAGUE_SHOWN, len(ranked.rows))))
        if own is not None and own not in shown:
            shown.append(own)
        lines = [_line(ranked.rows[at], ranked.standings[at], lang, you=at == own) for at in shown]
        return League(days.text_of(first), days.text_of(first + WEEK - 1), len(ranked.rows), lines)


class _Compared(msgspec.Struct, frozen=True):
    histogram: list[tuple[int, int]]
    contracts: list[tuple[str, int, float]]
    finished: list[Entry]


def _compare(row: SeriesRow, connection: Connection) -> _Compared:
    """Of a challenge everybody's deals; of a day too many play to name them."""
    return _Compared(
        duplicate_store.histogram(connection, row.id),
        duplicate_store.contracts(connection, row.id, MOST_CALLED) if row.day is not None else [],
        duplicate_store.finished(connection, row.id) if row.day is None else [],
    )


def _limits(game: Game) -> tuple[int | None, ...]:
    return open_card_limits(
        game.match, next(Seat(each.seat) for each in game.players if each.kind == "human")
    )


def _seat(seats: Sequence[Seat]) -> Seat:
    """Where everybody sits."""
    return Seat("S") if Seat("S") in seats else seats[0]


def _table_wish(wish: Entrant) -> NewTable:
    settings = SettingsChange(bot=BOT, spectators=False, by_hand=False)
    return NewTable(rules=RulesRef(), nickname=wish.nickname, avatar=wish.avatar, settings=settings)


def _info(row: SeriesRow, entry: Entry | None, players: int, lang: Lang) -> SeriesInfo:
    chosen = rules_of(row.game, row.deals)
    return SeriesInfo(
        series=row.id,
        kind="challenge" if row.day is None else "daily",
        game=row.game,
        day=None if row.day is None else days.text_of(row.day),
        rules=table_rules(chosen.rules, chosen.code, lang),
        deals=row.deals,
        closes=row.closes,
        maker=row.maker,
        players=players,
        state=_state(row, entry),
        table=None if entry is None else entry.table_id,
        commitment=row.commitment,
    )


def _state(row: SeriesRow, entry: Entry | None) -> SeriesState:
    if entry is None:
        return "new" if row.is_open(now_ms()) else "closed"
    return "playing" if entry.finished is None else "done"


def _board(board: BoardResult, lang: Lang) -> BoardInfo:
    return BoardInfo(board.called.text(lang), board.result, board.ours, board.theirs)


def _called(compared: _Compared, own: Entry | None, lang: Lang) -> list[CalledCount]:
    return [
        CalledCount(_text(called, lang), count, round(average, 1), own is not None and called == own.called)
        for called, count, average in compared.contracts
    ]


def _text(called: str, lang: Lang) -> str:
    return msgspec.json.decode(called, type=Called).text(lang)


def _other(entry: Entry, person: str | None, lang: Lang) -> OtherResult:
    boards = [_board(board, lang) for board in read_boards(entry.boards or "[]")]
    return OtherResult(person_name(entry.name, lang), entry.score or 0, boards, entry.person == person)


class LeagueStanding(NamedTuple):
    place: int
    percent: float
    tied: bool


class _Ranked(msgspec.Struct, frozen=True):
    """A week, as all are told it. `places` are those of the rows, by person: there may be very many."""

    rows: list[LeagueRow]
    standings: list[LeagueStanding]
    places: dict[str, int]


def _ranked(rows: list[LeagueRow]) -> _Ranked:
    return _Ranked(rows, standings(rows), {row.person: at for at, row in enumerate(rows)})


def _line(row: LeagueRow, standing: LeagueStanding, lang: Lang, *, you: bool) -> LeagueLine:
    name = person_name(row.name, lang)
    return LeagueLine(standing.place, name, standing.percent, row.deals, you, standing.tied)


def standings(rows: Sequence[LeagueRow]) -> list[LeagueStanding]:
    """Of rows that come best first. Equal points, as they are shown, have the same place: 1, 1, 3."""
    shown = [round(row.percent, 1) for row in rows]
    same = Counter(shown)
    first = {percent: len(rows) - at for at, percent in enumerate(reversed(shown))}
    return [LeagueStanding(first[percent], percent, same[percent] > 1) for percent in shown]


# Days in a row


def streak(played: Sequence[int], today: int) -> int:
    """The days in a row up to today, or to yesterday while today's may still be played."""
    if not played or played[0] < today - 1:
        return 0
    return next((n for n, day in enumerate(played) if day != played[0] - n), len(played))


def best_streak(played: Sequence[int]) -> int:
    """The most days in a row; `played` has the last first."""
    best = run = 0
    before: int | None = None
    for day in played:
        run = run + 1 if before is not None and day == before - 1 else 1
        best, before = max(best, run), day
    return best


def monday(day: int) -> int:
    """The Monday of that day's week."""
    return day - (day - MONDAY) % WEEK

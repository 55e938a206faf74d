"""A table in memory: who sits there, the match, who is connected. Commands go one after another."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from typing import Any, Final, Literal, Protocol

import msgspec

from rebelote.actions import Action
from rebelote.errors import Illegal
from rebelote.language.text import Lang, catalogue
from rebelote.ruleset import Ruleset
from rebelote.server import broadcast, logs
from rebelote.server.bot_turns import SearchPool, TableBots, Turn, anything, waited_for
from rebelote.server.broadcast import Broadcast, Scene
from rebelote.server.counts import COUNTS
from rebelote.server.database import DatabaseProblem
from rebelote.server.game import Game, now_ms
from rebelote.server.match_opening import MatchOpening
from rebelote.server.messages import TableInfo, TableMessage, TableSeat, TableSettings, You
from rebelote.server.problems import Refused
from rebelote.server.rulebook import table_rules
from rebelote.server.store import Clash, SeatRow, Store, StoredTable, Unit
from rebelote.server.view_messages import ENCODER, Facts, isolated
from rebelote.table import Seat

logger = logging.getLogger("rebelote.server")

MOST_READERS: Final = 80
MOST_OF_A_SEAT: Final = 8
AWAKE_SECONDS: Final = 60.0
"""How long a request by HTTP keeps a table going that no player is connected to."""

Status = Literal["waiting", "playing", "over"]


class Reader(Protocol):
    """A live connection. `send` never waits; `end` says why and closes; `restart` closes for a while."""

    seat: Seat | None
    lang: Lang

    def send(self, message: bytes) -> None: ...
    def end(self, code: str) -> None: ...
    def restart(self) -> None: ...


class Room:
    """What is in memory has been written. `lock` is held from deciding until it is on disk and told."""

    def __init__(self, store: Store, search_pool: SearchPool, stored: StoredTable, game: Game | None) -> None:
        self.store = store
        self._search_pool = search_pool
        self.id = stored.table.id
        self.code = stored.table.code
        self.rules = msgspec.json.decode(stored.table.rules, type=Ruleset)
        self.settings = msgspec.json.decode(stored.table.settings, type=TableSettings)
        self.host: Seat | None = None if stored.table.host is None else Seat(stored.table.host)
        self.seats = {Seat(row.seat): row for row in stored.seats}
        self.game = game
        self.opening: MatchOpening | None = None
        self.finished = list(stored.finished)
        self.lock = asyncio.Lock()
        self.readers: list[Reader] = []
        self.standing_in: set[Seat] = set()
        self._bots = TableBots(search_pool)
        self._clock = asyncio.get_running_loop().time
        self._turn_began = self._clock()
        self._turn_began_at = now_ms()
        self._away_since = dict.fromkeys(self.rules.table.seats, self._clock())
        self._seen: dict[Seat, float] = {}
        self.used = self._clock()
        self._timer: asyncio.TimerHandle | None = None
        self._bot_turn_task: asyncio.Task[None] | None = None
        self._opening_timer: asyncio.TimerHandle | None = None
        self._opening_task: asyncio.Task[None] | None = None

    # Who is there

    @property
    def status(self) -> Status:
        if self.opening is not None:
            return "playing"
        if self.game is None:
            return "waiting"
        return "over" if self.game.match.is_over else "playing"

    def people(self) -> Iterator[Seat]:
        """In the direction of play."""
        return (seat for seat in self.rules.table.order if self.seats[seat].kind == "human")

    def is_human(self, seat: Seat) -> bool:
        return self.seats[seat].kind == "human"

    def is_present(self, seat: Seat) -> bool:
        return any(reader.seat == seat for reader in self.readers)

    def _is_there(self, seat: Seat) -> bool:
        """Connected, or heard of by HTTP a moment ago."""
        seen = self._seen.get(seat)
        return self.is_present(seat) or (
            seen is not None and self._clock() < seen + self.settings.absent_seconds
        )

    def _is_awake(self) -> bool:
        """A match rests while none of its players is there: who comes back finds it as he left it."""
        now = self._clock()
        return any(
            self.is_present(seat) or (seat in self._seen and now < self._seen[seat] + AWAKE_SECONDS)
            for seat in self.people()
        )

    @property
    def is_idle(self) -> bool:
        return not self.readers and self._bot_turn_task is None and not self.lock.locked()

    def touch(self) -> None:
        self.used = self._clock()

    def heard_of(self, seat: Seat) -> None:
        """A player who speaks HTTP is there."""
        if not self._is_awake():
            self.restart_clock()
        self._seen[seat] = self._clock()
        self.standing_in.discard(seat)

    # Connections

    def join(self, reader: Reader, match: str | None, seq: int | None) -> None:
        self._check_space(reader)
        if not self._is_awake():
            self.restart_clock()
        self.readers.append(reader)
        if reader.seat is not None:
            self.standing_in.discard(reader.seat)
        reader.send(self._state(reader, match, seq))
        self.tell_table(besides=reader)
        self.wake()

    def join_again(self, reader: Reader, seat: Seat | None, match: str | None, seq: int | None) -> None:
        """A second hello on the same connection: it has missed something, or come back to its seat."""
        if reader.seat != seat:
            self.part(reader)
            reader.seat = seat
            self.join(reader, match, seq)
        else:
            reader.send(self._state(reader, match, seq))

    def _check_space(self, reader: Reader) -> None:
        if reader.seat is None and not self.settings.spectators:
            raise Refused("no_spectators")
        same = sum(other.seat == reader.seat for other in self.readers)
        if len(self.readers) >= MOST_READERS or (reader.seat is not None and same >= MOST_OF_A_SEAT):
            raise Refused("crowded")

    def part(self, reader: Reader) -> None:
        if reader not in self.readers:
            return
        self.readers.remove(reader)
        self.used = self._clock()
        if reader.seat is not None and not self.is_present(reader.seat):
            self._away_since[reader.seat] = self._clock()
        self.tell_table()
        self.wake()

    def send_away(self, seat: Seat | None, code: str) -> None:
        """All who read for a seat; without one, the spectators."""
        for reader in [reader for reader in self.readers if reader.seat == seat]:
            self.readers.remove(reader)
            reader.end(code)

    def refresh(self, reader: Reader) -> None:
        """The whole state anew, in another language."""
        reader.send(self._state(reader, None, None))

    def _state(self, reader: Reader, match: str | None, seq: int | None) -> bytes:
        table = self.info(reader.seat, reader.lang)
        game = self.game
        if game is None:
            return broadcast.waiting_state(table, now_ms())
        since = broadcast.catch_up(game.match, game.id, match, seq)
        return self._broadcast(game).state(table, since, reader.seat, reader.lang)

    # Telling

    def _broadcast(self, game: Game) -> Broadcast:
        facts = Facts(game.id, game.row.commitment, game.packs, self.deadline(), self.names())
        return Broadcast(Scene(game.match, facts, game.times), now_ms())

    def names(self) -> Mapping[Seat, str]:
        """People by their nicknames; bots are called by their place."""
        return {seat: isolated(row.name) for seat, row in self.seats.items() if row.kind == "human"}

    def tell_events(self, since: int) -> None:
        assert self.game is not None
        words = self._broadcast(self.game)
        made: dict[tuple[Seat | None, Lang], bytes] = {}
        for reader in self.readers:
            key = (reader.seat, reader.lang)
            if key not in made:
                made[key] = words.events(since, *key)
            reader.send(made[key])

    def tell_state(self) -> None:
        """A new match: everything is new."""
        for reader in self.readers:
            reader.send(self._state(reader, None, None))

    def tell_table(self, besides: Reader | None = None) -> None:
        made: dict[tuple[Seat | None, Lang], bytes] = {}
        for reader in self.readers:
            key = (reader.seat, reader.lang)
            if key not in made:
                made[key] = ENCODER.encode(TableMessage(self.info(*key), self.deadline()))
            if reader is not besides:
                reader.send(made[key])

    def info(self, seat: Seat | None, lang: Lang) -> TableInfo:
        game = self.game
        return TableInfo(
            id=self.id,
            status=self.status,
            rules=table_rules(self.rules, self.code, lang),
            seats=[self._seat_info(each, seat, lang) for each in self.rules.table.order],
            direction=self.rules.seating.direction,
            settings=self.settings,
            match=None if game is None else game.id,
            commitment=None if game is None else game.row.commitment,
            opening=None if self.opening is None else self.opening.told,
            previous=[match for match in self.finished if game is None or match != game.id],
            you=self._you(seat),
            spectators=sum(reader.seat is None for reader in self.readers),
        )

    def _you(self, seat: Seat | None) -> You:
        if seat is None:
            return You(None, False)
        return You(seat, seat == self.host, self.seats[seat].client_commitment is not None)

    def _seat_info(self, seat: Seat, reader: Seat | None, lang: Lang) -> TableSeat:
        row = self.seats[seat]
        human = row.kind == "human"
        return TableSeat(
            seat=seat,
            side=self.rules.table.side(seat),
            kind=row.kind,  # type: ignore[arg-type]
            name=row.name if human else bot_name(row.bot, lang),
            bot=(self.settings.bot if seat in self.standing_in else None) if human else row.bot,
            present=human and self.is_present(seat),
            you=seat == reader,
            host=seat == self.host,
        )

    # Acting

    async def act(self, seat: Seat, match: str, seq: int, action: Action) -> int:
        """Returns the new seq, once it is on disk and told."""
        if action.seat != seat:
            raise Refused("not_your_seat", field="action.seat")
        sitting = self.seats[seat]
        async with self.lock:
            if self.seats[seat] is not sitting:  # sent away, or gone, while this waited for its turn
                raise Refused("not_your_seat")
            game = self.game
            if game is None:
                raise Refused("no_match")
            if game.id != match:
                raise Refused("stale", seq=game.seq)
            await self._perform(game, action, seq)
            reached = game.seq
        self.wake()
        return reached

    async def _perform(self, game: Game, action: Action, seq: int | None) -> None:
        before = game.seq
        step = game.step(action, seq)
        over = (game.id, {"over": True}) if step.match.is_over else None
        try:
            await self.store.write(Unit(events=step.rows, match=over))
        except Clash:
            await self._reload(game)
            raise Refused("stale", seq=self.game.seq if self.game is not None else 0) from None
        game.apply(step)
        COUNTS.actions += 1
        if over is not None:
            self.finished.append(game.id)
            logs.event("match_over", self.id, deals=game.packs)
        self.restart_clock()
        self.tell_events(before)
        if over is not None:
            self.tell_table()

    async def _reload(self, game: Game) -> None:
        """Another node has been at this table."""
        stored = await self.store.load_match(game.id)
        if stored is not None:
            self.game = Game.load(stored)
            self.tell_state()

    # Time

    def restart_clock(self) -> None:
        self._turn_began, self._turn_began_at = self._clock(), now_ms()

    def deadline(self) -> int | None:
        """Until when the player whose turn it is may think, in ms since 1970."""
        seconds = self.settings.turn_seconds
        if seconds is None or not any(map(self.is_human, self._waited())):
            return None
        return self._turn_began_at + seconds * 1000

    def _waited(self) -> tuple[Seat, ...]:
        if self.game is None or self.game.match.is_over:
            return ()
        return waited_for(self.game.match.state, self.is_human)

    def _next_turn(self) -> Turn | None:
        """The first move that a bot has to make, now or later."""
        if not self._is_awake():
            return None
        turns = [turn for seat in self._waited() if (turn := self._turn_of(seat)) is not None]
        return min(turns, key=lambda turn: turn.due, default=None)

    def _turn_of(self, seat: Seat) -> Turn | None:
        row = self.seats[seat]
        if row.kind != "human":
            return Turn(seat, row.bot or self.settings.bot, self._turn_began, False)
        away = not self._is_there(seat)
        dues = []
        if self.settings.turn_seconds is not None:
            dues.append(self._turn_began + self.settings.turn_seconds)
        if away:
            dues.append(self._stands_in_from(seat))
        elif not self.is_present(seat):
            dues.append(self._seen[seat] + self.settings.absent_seconds)
        return Turn(seat, self.settings.bot, min(dues), away) if dues else None

    def _stands_in_from(self, seat: Seat) -> float:
        if seat in self.standing_in:
            return self._turn_began
        return max(self._turn_began, self._away_since[seat]) + self.settings.absent_seconds

    # Bots

    def wake(self) -> None:
        """See whether a bot has something to do, now or later."""
        self.used = self._clock()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._bot_turn_task is not None:
            return
        turn = self._next_turn()
        if turn is None:
            return
        delay = turn.due - self._clock()
        if delay > 0:
            self._timer = asyncio.get_running_loop().call_later(delay, self.wake)
        else:
            self._bot_turn_task = asyncio.create_task(self._bot_turn_loop())

    async def _bot_turn_loop(self) -> None:
        try:
            while (turn := self._next_turn()) is not None and turn.due <= self._clock():
                await self._play(turn)
        except DatabaseProblem:  # the store has said so
            self._timer = asyncio.get_running_loop().call_later(1.0, self.wake)
        except Exception:
            logger.exception("table %s: a bot's turn failed", self.id)
            self._timer = asyncio.get_running_loop().call_later(1.0, self.wake)
        else:
            asyncio.get_running_loop().call_soon(self.wake)
        finally:
            self._bot_turn_task = None

    async def _play(self, turn: Turn) -> None:
        game = self.game
        assert game is not None
        looked_at = game.match
        action = game.drawn_cut(turn.seat) or await self._bots.choose(looked_at, turn.seat, turn.bot)
        async with self.lock:
            if self.game is not game or game.match is not looked_at or self._turn_of(turn.seat) != turn:
                return
            newly = turn.stands_in and turn.seat not in self.standing_in
            try:
                await self._perform(game, action, None)
            except Illegal:
                logger.exception("the bot %s may not do that", turn.bot)
                await self._perform(game, anything(looked_at.view(turn.seat)), None)
            if newly and not self._is_there(turn.seat):
                self.standing_in.add(turn.seat)
                self.tell_table()

    # Seats, written down

    async def write_seats(
        self,
        rows: Iterable[SeatRow],
        *,
        host: Seat | None,
        table: dict[str, Any] | None = None,
        match: tuple[str, dict[str, Any]] | None = None,
    ) -> None:
        """Called with the lock held."""
        changed = tuple(rows)
        values = {"host": host, **(table or {})}
        await self.store.write(Unit(seats=changed, table=(self.id, values), match=match))
        self.seats.update({Seat(row.seat): row for row in changed})
        self.host = host

    def open_until(self, seconds: float, end: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Call `end` when the time for revealing seeds is up."""
        self._cancel_opening()
        self._opening_timer = asyncio.get_running_loop().call_later(seconds, self._end_opening, end)

    def _end_opening(self, end: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._opening_task = asyncio.create_task(end())

    def _cancel_opening(self) -> None:
        if self._opening_timer is not None:
            self._opening_timer.cancel()

    def begun(self) -> None:
        """A match has just begun."""
        self._cancel_opening()
        self._bots = TableBots(self._search_pool)
        self.standing_in.clear()
        self.restart_clock()

    def close(self) -> None:
        self._cancel_opening()
        if self._timer is not None:
            self._timer.cancel()
        if self._bot_turn_task is not None:
            self._bot_turn_task.cancel()


def bot_name(bot: str | None, lang: Lang) -> str:
    if bot is None:
        return ""
    return catalogue(lang).server.get(f"bot_{bot}") or bot.capitalize()

"""A table in memory: who sits there, the match, who is connected. Commands go one after another."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any, Final

from rebelote.actions import Action
from rebelote.claiming import claim, claimed_play
from rebelote.errors import Illegal
from rebelote.match import Match
from rebelote.phases.stages import Cutting, Dealing
from rebelote.server import logs, notes
from rebelote.server.arrangements import Arrangements
from rebelote.server.attended_table import AttendedTable
from rebelote.server.bot_turns import SearchPool, TableBots, Turn, anything, waited_for
from rebelote.server.counts import COUNTS
from rebelote.server.database import DatabaseProblem
from rebelote.server.deal_change import DealChange, after_deal, players_with
from rebelote.server.duplicate_results import entry_result
from rebelote.server.game import Game, Step, now_ms, to_text
from rebelote.server.nodes import Nodes
from rebelote.server.problems import Refused
from rebelote.server.shared_table import decided_anew
from rebelote.server.store import Store
from rebelote.server.stored_rows import Clash, EntryResult, NoteRow, SeatRow, StoredTable, ToldRow, Unit
from rebelote.table import Seat

logger = logging.getLogger("rebelote.server")

MOST_STOOD_IN: Final = 32
"""Moves in a row that bots make in people's places: then the table waits until a person acts."""


class Room(AttendedTable):
    """What is in memory has been written. `lock` is held from deciding until it is on disk and told."""

    def __init__(
        self,
        store: Store,
        search_pool: SearchPool,
        stored: StoredTable,
        game: Game | None,
        nodes: Nodes | None = None,
    ) -> None:
        super().__init__(store, nodes, stored, game)
        self._search_pool = search_pool
        self._bots = TableBots(search_pool)
        self._turn_began = self._clock()
        self._turn_began_at = now_ms()
        self._stood_in = 0
        self._timer: asyncio.TimerHandle | None = None
        self._bot_turn_task: asyncio.Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        return not self.readers and self._bot_turn_task is None and not self.lock.locked()

    # Acting

    @decided_anew
    async def act(self, seat: Seat, match: str, seq: int, action: Action) -> int:
        """Returns the new seq, once it is on disk and told."""
        if action.seat != seat:
            raise Refused("not_your_seat", field="action.seat")
        sitting = self.seats[seat]
        async with self.lock:
            game = self.held_by(sitting, seat, match)
            await self._perform(game, action, seq)
            self._stood_in = 0
            reached = game.seq
        self.wake()
        return reached

    @decided_anew
    async def claim(self, seat: Seat, match: str, seq: int) -> int:
        """All tricks that are left, for one who is certain of them: the cards are shown, then played out."""
        async with self.holding(seat, match) as game:
            if game.seq != seq:
                raise Refused("stale", seq=game.seq)
            order = claim(game.match.view(seat))
            if order is None:
                raise Refused("no_claim")
            note = self.noted(notes.Claimed(self.seats[seat].name, [card.text for card in order]))
            await self.write_seats([], host=self.host, note=note)
            while (play := claimed_play(game.match.state, seat, order)) is not None:
                await self._perform(game, play, None)
            reached = game.seq
        self.wake()
        return reached

    @asynccontextmanager
    async def holding(self, seat: Seat, match: str) -> AsyncIterator[Game]:
        """The lock, for one who sits there and holds that hand."""
        sitting = self.seats[seat]
        async with self.lock:
            yield self.held_by(sitting, seat, match)
            self._stood_in = 0

    def held_by(self, sitting: SeatRow, seat: Seat, match: str) -> Game:
        """The match, for one who sat there when he asked, and sits there and holds that hand now."""
        now = self.seats[seat]
        if now is not sitting and not _is_same(now, sitting):  # sent away, or gone, while this waited
            raise Refused("not_your_seat")
        game = self.game
        if game is None:
            raise Refused("no_match")
        if game.id != match:
            raise Refused("stale", seq=game.seq)
        if not game.guard.holds(sitting.token, seat):
            raise Refused("other_hand")
        return game

    async def _perform(self, game: Game, action: Action, seq: int | None, *, as_driver: bool = False) -> None:
        step = game.step(action, seq)
        told = game.guard.rows(step.events, game.seq + 1, self.sitting)
        change = self._change(deal_ends=game.guard.ends(step.events))
        await self.write(self._unit(game, step, told, change), as_driver=as_driver)
        COUNTS.actions += 1
        self._take_step(game, step, told)

    def _take_step(self, game: Game, step: Step, told: tuple[ToldRow, ...]) -> None:
        """Once it is on disk, by this node or another."""
        before = game.seq
        change = self._change(deal_ends=game.guard.ends(step.events))
        game.apply(step, told)
        is_over = self.status == "over"
        if is_over:
            self.finished.append(game.id)
            logs.event("match_over", self.id, deals=game.packs)
        self.restart_clock()
        self.tell_events(before)
        if change is not None:
            self._take_change(game, change)
        if change is not None or is_over:
            self.tell_table()

    async def go_back(self, game: Game, match: Match, note: NoteRow) -> None:
        """To an earlier place of this deal, for all; the lock is held. Bots forget what is undone."""
        kept = (note,) if notes.is_kept(note) else ()
        await self.write(Unit(events=(game.back_row(match),), notes=kept))
        game.go_back(match)
        self._bots = TableBots(self._search_pool)
        self.restart_clock()
        self.tell_state()
        self.tell_note(note)

    def _unit(self, game: Game, step: Step, told: tuple[ToldRow, ...], change: DealChange | None) -> Unit:
        """What has waited for the end of the deal is written with its last event."""
        over: dict[str, Any] = {"over": True} if game.ends(step) else {}
        if change is None:
            if not over:
                return Unit(events=step.rows, told=told)
            return Unit(events=step.rows, told=told, match=(game.id, over), result=self._result(game, step))
        if change.seats and not over:
            over = {"players": to_text(players_with(game.players, change.seats))}
        return Unit(
            events=step.rows,
            told=told,
            match=(game.id, over) if over else None,
            seats=change.seats,
            table=(self.id, {"host": change.host, "settings": to_text(change.settings)}),
            arrangements=(self.id, to_text(self.arrangements.after_deal())),
        )

    def _result(self, game: Game, step: Step) -> EntryResult | None:
        """Of a match that is over, where others play the same deals."""
        if not game.row.series:
            return None
        seat = next(Seat(person.seat) for person in game.players if person.kind == "human")
        return entry_result(self.id, step.match, seat, step.at)

    def _change(self, *, deal_ends: bool) -> DealChange | None:
        """None where nothing has waited for the end of the deal."""
        if not deal_ends or self.arrangements == self.arrangements.after_deal():
            return None
        return after_deal(self.id, self.arrangements, self.host, self.settings)

    def _take_change(self, game: Game, change: DealChange) -> None:
        self.asked.clear()
        self.arrangements = self.arrangements.after_deal()
        self.seats.update({Seat(row.seat): row for row in change.seats})
        self.host, self.settings = change.host, change.settings
        if not game.match.is_over:
            game.players = players_with(game.players, change.seats)
        for row in change.seats:
            self.seat_reader(row.token or "", Seat(row.seat))
        if not self.settings.spectators:
            self.send_away(None, "no_spectators")

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
        game = self.game
        return () if game is None or game.endless else waited_for(game.match.state, self.is_human)

    def _next_turn(self) -> Turn | None:
        """The first move that a bot has to make, now or later."""
        if not self.drives:
            return None
        turns = [turn for seat in self._waited() if (turn := self._turn_of(seat)) is not None]
        return min(turns, key=lambda turn: turn.due) if turns and self._is_awake() else None

    def _turn_of(self, seat: Seat) -> Turn | None:
        row = self.seats[seat]
        if row.kind != "human":
            return Turn(seat, row.bot or self.settings.bot, self._turn_began, False)
        if self._is_chore():
            return Turn(seat, self.settings.bot, self._turn_began, False)
        if self.series is not None:  # nobody plays these deals for another
            return None
        if self.settings.turn_seconds is None and self.is_present(seat):
            return None
        if self._stood_in >= MOST_STOOD_IN and self._could_act(seat):
            return None
        away = not self._is_there(seat)
        dues = []
        if self.settings.turn_seconds is not None:
            dues.append(self._turn_began + self.settings.turn_seconds)
        if away:
            dues.append(self._stands_in_from(seat))
        elif not self.is_present(seat):
            dues.append((self._last_seen(seat) or 0.0) + self.settings.absent_seconds)
        return Turn(seat, self.settings.bot, min(dues), away) if dues else None

    def _is_chore(self) -> bool:
        """A cut or a deal that is done for people at this table."""
        return (
            not self.settings.by_hand
            and self.game is not None
            and isinstance(self.game.match.state.phase, Cutting | Dealing)
        )

    def _could_act(self, seat: Seat) -> bool:
        """Or there is nobody connected for whom the match would have to go on."""
        return self.is_present(seat) or not any(map(self.is_present, self.people()))

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
        if self._bot_turn_task is not None or self.is_closed:
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
        except Clash:  # another node was there; what it wrote has been read
            asyncio.get_running_loop().call_soon(self.wake)
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
        cut = game.drawn_cut(turn.seat)
        secret = game.row.secret if game.row.series else None
        action = cut or await self._bots.choose(looked_at, turn, self.address, secret)
        async with self.lock:
            if turn.stands_in and await self.is_attended_elsewhere(turn.seat):
                return
            if self.game is not game or game.match is not looked_at or self._turn_of(turn.seat) != turn:
                return
            newly = turn.stands_in and turn.seat not in self.standing_in
            in_place = self.is_human(turn.seat) and not self._is_chore()
            try:
                await self._perform(game, action, None, as_driver=True)
            except Illegal:
                logger.exception("the bot %s may not do that", turn.bot)
                await self._perform(game, anything(looked_at.view(turn.seat)), None, as_driver=True)
            self._stood_in += in_place
            if newly and not self._is_there(turn.seat):
                self.standing_in.add(turn.seat)
                self.announce()
                self.tell_table()

    # Seats, written down

    async def write_seats(
        self,
        rows: Iterable[SeatRow],
        *,
        host: Seat | None,
        table: dict[str, Any] | None = None,
        match: tuple[str, dict[str, Any]] | None = None,
        arranged: Arrangements | None = None,
        told: tuple[ToldRow, ...] = (),
        note: NoteRow | None = None,
    ) -> None:
        """Called with the lock held."""
        changed = tuple(rows)
        values = {"host": host, **(table or {})}
        kept = (note,) if note is not None and notes.is_kept(note) else ()
        waiting = None if arranged is None else (self.id, to_text(arranged))
        await self.write(
            Unit(
                seats=changed,
                table=(self.id, values),
                match=match,
                arrangements=waiting,
                told=told,
                notes=kept,
            )
        )
        self.seats.update({Seat(row.seat): row for row in changed})
        self.host = host
        if arranged is not None:
            self.arrangements = arranged
        if note is not None:
            self.tell_note(note)

    def begun(self) -> None:
        """A match has just begun."""
        self._bots = TableBots(self._search_pool)
        self.standing_in.clear()
        self.restart_clock()

    def close(self) -> None:
        self.stop_sharing()
        if self.opening is not None:
            self.opening.cancel()
        if self._timer is not None:
            self._timer.cancel()
        if self._bot_turn_task is not None:
            self._bot_turn_task.cancel()


def _is_same(now: SeatRow, before: SeatRow) -> bool:
    """The same person sits there."""
    return (now.kind, now.token) == (before.kind, before.token)

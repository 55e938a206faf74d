"""The live connection: hello, then what happens, and what this player does."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from rebelote.actions import Action
from rebelote.bots.protocol import decode_action
from rebelote.codec import ENCODER
from rebelote.errors import RebeloteError
from rebelote.language.text import Lang
from rebelote.server import begun_now, logs, seating
from rebelote.server.game import now_ms
from rebelote.server.hand_guard import Hand
from rebelote.server.limits import LARGEST_MESSAGE, POLICY_VIOLATION, address_of, language
from rebelote.server.messages.live import (
    Act,
    Claim,
    Done,
    FromClient,
    Gone,
    Hello,
    Ping,
    Pong,
    RefusedAct,
    Say,
    SpeakLang,
)
from rebelote.server.moments import Moment
from rebelote.server.outbox import Outbox, Prepared
from rebelote.server.problems import Refused, problem
from rebelote.server.protocols import DIRECT, Direct, Hearer
from rebelote.server.rates import MESSAGE, WHOLE_STATE, Bucket
from rebelote.server.rooms import Room
from rebelote.server.services import Services
from rebelote.table import Seat

logger = logging.getLogger("rebelote.server")

LONGEST_QUEUE: Final = 2**18
"""In bytes."""
TOO_FAST_AT_ONCE: Final = 20
TOO_FAST_A_SECOND: Final = 1.0
"""Actions of one connection that are refused because they come too fast, before it ends: each costs us as
much as one that is not."""
TRY_AGAIN: Final = 1013
SERVICE_RESTART: Final = 1012

_decoder: Final[msgspec.json.Decoder[FromClient]] = msgspec.json.Decoder(FromClient)

Socket = WebSocket[Any, Any, Any]


class Connection:
    """A reader of a room. What can't be sent at once waits; a reader who is too slow has to come again.

    Where the protocol can write at once (`direct`), all that was said in one turn of the loop goes out in one
    write, together with what others were told (`outbox`): a write is the dearest step of an action, and the
    layers of the application are not passed.
    """

    def __init__(
        self,
        socket: Socket,
        lang: Lang,
        table: str = "",
        address: str = "?",
        direct: Direct | None = None,
        outbox: Outbox | None = None,
    ) -> None:
        self.seat: Seat | None = None
        self.person: str | None = None
        self.hand: Hand | None = None
        self.hears_changes = False
        self.told_last: tuple[Moment, Seat | None, Lang] | None = None
        self.table = table
        self.address = address
        self.since = now_ms()
        self.lang = lang
        self._socket = socket
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._waiting_bytes = 0
        self._close_code: int | None = None
        self._direct = direct
        self._outbox = Outbox() if outbox is None else outbox
        self._said: list[bytes] = []

    def send(self, message: bytes) -> None:
        if self._close_code is not None:
            return
        if self._direct is None or self._waiting_bytes:
            self._queue(message)
            return
        if not self._said:
            self._outbox.add(self)
        self._said.append(message)

    def to_write(self) -> Prepared | None:
        """What was said in this turn of the loop; what can't be written now has to wait."""
        said, self._said = self._said, []
        if not said or self._direct is None:
            return None
        prepared = self._direct.prepare(said)
        if prepared is None:
            for message in said:
                self._queue(message)
        return prepared

    async def receive(self) -> str:
        """The next text; one of bytes is as one without any."""
        if self._direct is None:
            return await self._socket.receive_data("text")
        event = await self._direct.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="disconnect event", code=event["code"])
        return event.get("text") or ""

    def listen(self, hearer: Hearer | None) -> None:
        """Who is asked about a text before it waits for `receive`."""
        if self._direct is not None:
            self._direct.listen(hearer)

    def _queue(self, message: bytes) -> None:
        if self._close_code is not None:  # the end waits already, and nothing comes after it
            return
        if self._waiting_bytes > LONGEST_QUEUE:
            while not self._waiting.empty():
                self._waiting.get_nowait()
            self._close(TRY_AGAIN)
        else:
            self._waiting_bytes += len(message)
            self._waiting.put_nowait(message)

    @property
    def has_ended(self) -> bool:
        """It was told to go. That may take as long as it leaves unread what it was sent."""
        return self._close_code is not None

    def end(self, code: str) -> None:
        self.refuse(Refused(code))

    def restart(self) -> None:
        """The server goes down and comes up again: what is on its way is sent first."""
        self._close(SERVICE_RESTART)

    def refuse(self, error: RebeloteError) -> None:
        self.send(ENCODER.encode(Gone(problem(error, self.lang))))
        self._close(POLICY_VIOLATION)

    def _close(self, code: int) -> None:
        if self._close_code is None:
            if (prepared := self.to_write()) is not None:
                self._outbox.write([prepared])
            self._close_code = code
            self._waiting.put_nowait(None)

    async def send_loop(self) -> None:
        """Until the end is sent, or nobody is there any more."""
        try:
            while (message := await self._waiting.get()) is not None:
                await self._socket.send_data(message.decode("utf-8"))
                self._waiting_bytes -= len(message)
            await self._socket.close(self._close_code or POLICY_VIOLATION)
        except (WebSocketDisconnect, RuntimeError, OSError):
            return


@websocket("/api/tables/{table_id:str}/live")
async def live(socket: Socket, table_id: FromPath[str], services: NamedDependency[Services]) -> None:
    await socket.accept()
    lang, address = language(socket.scope), address_of(socket.scope)
    extensions: Any = socket.scope.get("extensions") or {}
    connection = Connection(socket, lang, table_id, address, extensions.get(DIRECT), services.outbox)
    services.connections.add(connection)
    sender = asyncio.create_task(connection.send_loop())
    try:
        services.registry.bans.check_address(connection.address)
        await services.limits.wait_for_room(connection.address)
        with services.limits.connected(connection.address):
            talk = _Talk(connection, services, connection.address).talk_loop(table_id)
            await asyncio.create_task(talk)  # or each message would wake all the layers above us
        await _until_sent(sender)
    except RebeloteError as error:
        connection.refuse(error)
        if _is_rate(error):
            logs.rate_limited(connection.address, services.settings.log_addresses)
        await _until_sent(sender)
    except WebSocketDisconnect:
        pass
    finally:
        services.connections.discard(connection)
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sender


async def _until_sent(sender: asyncio.Task[None]) -> None:
    """Why it ends, if it is read soon."""
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(sender, 5)


class _Talk:
    def __init__(self, connection: Connection, services: Services, address: str) -> None:
        self._connection = connection
        self._services = services
        self._check_rate = services.limits.messages(address)
        self._too_fast = Bucket(TOO_FAST_AT_ONCE, TOO_FAST_A_SECOND, time.monotonic())
        self._acts_now = False

    async def talk_loop(self, table_id: str) -> None:
        try:
            hello = await asyncio.wait_for(self._read(), self._services.settings.hello_seconds)
        except TimeoutError:
            raise Refused("hello_first") from None
        if not isinstance(hello, Hello):
            raise Refused("hello_first")
        self._connection.lang, self._connection.hears_changes = hello.lang, hello.changes
        room = await self._services.registry.room(table_id)
        self._connection.seat, self._connection.person = self._identity(room, hello)
        room.join(self._connection, hello.match, hello.seq)
        self._connection.listen(lambda text: self._hear_now(room, text))
        try:
            while not self._connection.has_ended:
                await self._hear(room)
        finally:
            self._connection.listen(None)
            room.part(self._connection)

    async def _read(self) -> FromClient:
        return self._decoded(await self._connection.receive())

    def _decoded(self, text: str) -> FromClient:
        if len(text) > LARGEST_MESSAGE or (not text.isascii() and len(text.encode()) > LARGEST_MESSAGE):
            raise Refused("too_large")
        try:
            return _decoder.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            raise Refused("bad_json", detail=str(error)) from None

    def _hear_now(self, room: Room, text: str) -> bool:
        """An action, most of what is said, is decided as it comes in; while one is being written, the next
        waits as all else does."""
        if self._acts_now or self._connection.has_ended:
            return False
        try:
            message = self._decoded(text)
        except Refused:
            return False
        if not isinstance(message, Act):
            return False
        self._acts_now = True
        begun_now.begin(self._act(room, message), self._has_acted)
        return True

    def _has_acted(self) -> None:
        self._acts_now = False

    async def _hear(self, room: Room) -> None:
        connection = self._connection
        try:
            message = await self._read()
        except Refused as error:
            connection.send(ENCODER.encode(RefusedAct(0, problem(error, connection.lang))))
            self._check_rate(MESSAGE)
            return
        if connection.has_ended:  # the seat may be another's by now
            return
        if not isinstance(message, Act | Claim):
            self._check_rate(WHOLE_STATE if isinstance(message, Hello | SpeakLang) else MESSAGE)
        match message:
            case Act():
                await self._act(room, message)
            case Claim():
                await self._claim(room, message)
            case Say():
                self._say(room, message)
            case Ping():
                connection.send(ENCODER.encode(Pong(now_ms())))
            case SpeakLang(lang=lang):
                connection.lang = lang
                room.refresh(connection)
            case Hello():
                connection.lang, connection.hears_changes = message.lang, message.changes
                seat, person = self._identity(room, message)
                room.join_again(connection, seat, person, message.match, message.seq)

    def _identity(self, room: Room, hello: Hello) -> tuple[Seat | None, str | None]:
        caller = seating.Caller(hello.token, self._connection.address)
        return seating.reads_as(room, caller), caller.person

    def _say(self, room: Room, message: Say) -> None:
        connection = self._connection
        try:
            if connection.seat is None:
                raise Refused("not_your_seat")
            room.say_phrase(connection.seat, message.phrase)
            connection.send(ENCODER.encode(Done(message.id, 0 if room.game is None else room.game.seq)))
        except Refused as error:
            connection.send(ENCODER.encode(RefusedAct(message.id, problem(error, connection.lang))))

    def _act(self, room: Room, message: Act) -> Coroutine[Any, None, None]:
        def act(seat: Seat) -> Awaitable[int]:
            return room.act(seat, message.match, message.seq, read_action(bytes(message.action)))

        return self._answer(message.id, act)

    def _claim(self, room: Room, message: Claim) -> Coroutine[Any, None, None]:
        return self._answer(message.id, lambda seat: room.claim(seat, message.match, message.seq))

    async def _answer(self, number: int, do: Callable[[Seat], Awaitable[int]]) -> None:
        connection = self._connection
        try:
            self._check_rate(MESSAGE)
            if connection.seat is None:
                raise Refused("not_your_seat")
            seq = await do(connection.seat)
            connection.send(ENCODER.encode(Done(number, seq)))
        except RebeloteError as error:
            connection.send(ENCODER.encode(RefusedAct(number, problem(error, connection.lang))))
            if _is_rate(error) and self._too_fast.take(time.monotonic()):
                connection.refuse(error)
                logs.rate_limited(connection.address, self._services.settings.log_addresses)
        except Exception:
            logger.exception("an action failed")
            connection.send(ENCODER.encode(RefusedAct(number, problem(Refused("failed"), connection.lang))))


def _is_rate(error: RebeloteError) -> bool:
    return isinstance(error, Refused) and error.code == "rate"


def read_action(text: bytes) -> Action:
    try:
        return decode_action(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused("bad_action", field="action", detail=str(error)) from None

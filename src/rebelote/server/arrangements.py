"""What is arranged at a table beside its seats: who sits down at the next deal, which settings are to come,
and who was sent away. It is written down with the table."""

from __future__ import annotations

import hashlib

import msgspec

from rebelote.server.messages.tables import TableSettings

replace = msgspec.structs.replace


class Newcomer(msgspec.Struct, frozen=True, kw_only=True):
    """Sits down at this seat when the deal is over. `token` is a digest."""

    seat: str
    name: str
    token: str
    client_commitment: str | None = None
    avatar: str | None = None


class SentAway(msgspec.Struct, frozen=True, kw_only=True):
    """Recognised by token, by name, and by address where nobody else at the table had the same."""

    number: int
    name: str
    token: str | None
    address: str | None


class Arrangements(msgspec.Struct, frozen=True, kw_only=True):
    newcomers: tuple[Newcomer, ...] = ()
    settings: TableSettings | None = None
    sent_away: tuple[SentAway, ...] = ()

    # Those who are to sit down

    def newcomer_at(self, seat: str) -> Newcomer | None:
        return next((each for each in self.newcomers if each.seat == seat), None)

    def newcomer(self, person: str | None) -> Newcomer | None:
        """By the digest of the token."""
        return next((each for each in self.newcomers if each.token == person), None)

    def with_newcomer(self, newcomer: Newcomer) -> Arrangements:
        return replace(self, newcomers=(*self.newcomers, newcomer))

    def without_newcomer(self, newcomer: Newcomer) -> Arrangements:
        return replace(self, newcomers=tuple(each for each in self.newcomers if each != newcomer))

    def after_deal(self) -> Arrangements:
        """Once the newcomers sit and the settings hold."""
        return Arrangements(sent_away=self.sent_away)

    # Those who were sent away

    def sending_away(self, name: str, token: str | None, address: str | None) -> Arrangements:
        number = max((each.number for each in self.sent_away), default=0) + 1
        gone = SentAway(number=number, name=name, token=token, address=address)
        return replace(self, sent_away=(*self.sent_away, gone)[-MOST_SENT_AWAY:])

    def inviting(self, number: int) -> tuple[Arrangements, SentAway | None]:
        found = next((each for each in self.sent_away if each.number == number), None)
        kept = tuple(each for each in self.sent_away if each is not found)
        return replace(self, sent_away=kept), found

    def bars(self, *, person: str | None, address: str, name: str | None = None) -> bool:
        """Was this person sent away? `address` is as `address_mark` makes it."""
        return any(
            (person is not None and person == gone.token)
            or address == gone.address
            or (name is not None and name.casefold() == gone.name.casefold())
            for gone in self.sent_away
        )


MOST_SENT_AWAY = 100


def address_mark(table_id: str, address: str) -> str:
    """What is kept of an address: it tells nothing at another table."""
    return hashlib.sha256(f"{table_id} {address}".encode()).hexdigest()[:32]


def read(text: str | None) -> Arrangements:
    return Arrangements() if text is None else msgspec.json.decode(text, type=Arrangements)

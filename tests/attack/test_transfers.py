"""A sync code: guessed, used twice, used too late, made in masses."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from sqlalchemy import create_engine, insert

from rebelote.server import duplicate_store, schema
from rebelote.server.problems import Refused
from rebelote.server.transfers import LENGTH, LIFE_MS, MOST, MOST_OF_ADDRESS, MOST_WRONG, SIGNS, Transfers
from tests.support.served_tables import run, serving


class Clock:
    now = 0

    def __call__(self) -> int:
        return self.now


def test_a_code_works_once_however_it_is_typed() -> None:
    transfers = Transfers(Clock())
    code, _ = transfers.make(b"{}", "ana", "here")
    assert transfers.take(f" {code.replace('-', ' ').upper()} ", "there").person == "ana"
    with pytest.raises(Refused, match="no_transfer"):
        transfers.take(code, "there")


def test_a_code_works_for_ten_minutes() -> None:
    clock = Clock()
    transfers = Transfers(clock)
    codes = [transfers.make(b"{}", None, "here")[0] for _ in range(2)]
    clock.now = LIFE_MS - 1
    assert transfers.take(codes[0], "there").data == b"{}"
    clock.now = LIFE_MS
    with pytest.raises(Refused, match="no_transfer"):
        transfers.take(codes[1], "there")


def test_whoever_guesses_is_stopped_also_before_the_right_code() -> None:
    clock = Clock()
    transfers = Transfers(clock)
    code, _ = transfers.make(b"{}", None, "here")
    for n in range(MOST_WRONG):
        with pytest.raises(Refused, match="no_transfer"):
            transfers.take(f"{n:012d}", "thief")
    with pytest.raises(Refused, match="rate") as stopped:
        transfers.take(code, "thief")
    assert stopped.value.retry_after == LIFE_MS // 1000 + 1
    assert transfers.take(code, "friend").data == b"{}"
    clock.now = LIFE_MS
    with pytest.raises(Refused, match="no_transfer"):
        transfers.take(code, "thief")


def test_all_codes_at_once_can_not_be_guessed_in_a_year() -> None:
    tries = MOST_WRONG * 100_000 * 365 * 24 * 6  # by a hundred thousand addresses
    assert math.log2(len(SIGNS)) * LENGTH > 59
    assert tries * MOST / len(SIGNS) ** LENGTH < 0.02


def test_an_address_can_not_take_all_the_room() -> None:
    transfers = Transfers(Clock())
    first, _ = transfers.make(b"{}", None, "here")
    for _ in range(MOST):
        last, _ = transfers.make(b"{}", None, "here")
    with pytest.raises(Refused, match="no_transfer"):
        transfers.take(first, "there")
    assert transfers.take(last, "there").data == b"{}"
    for n in range(MOST - MOST_OF_ADDRESS + 1):
        transfers.make(b"{}", None, f"other {n}")
    with pytest.raises(Refused, match="busy"):
        transfers.make(b"{}", None, "one more")


def test_what_is_moved_comes_back_as_it_was(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            data = {"matches": [1, {"é": None}]}
            made = await place.post("/transfers", {"data": data}, status=201)
            found = await place.post("/transfers/take", {"code": made["code"]})
            assert found == {"data": data}
            again = await place.post("/transfers/take", {"code": made["code"]}, status=404)
            assert again["error"]["code"] == "no_transfer"
            await place.post("/transfers", {"data": {"x": "x" * 70_000}}, status=413)

    run(work())


def test_of_two_results_of_a_series_the_first_counts() -> None:
    def entry(series: str, person: str, started: int) -> dict[str, object]:
        row = {"series": series, "person": person, "table_id": f"{series}{person}", "name": person}
        return row | {"started": started, "score": started}

    with create_engine("sqlite://").connect() as connection:
        schema.METADATA.create_all(connection)
        rows = [entry("a", "old", 1), entry("a", "new", 2), entry("b", "old", 2), entry("b", "new", 1)]
        connection.execute(insert(schema.entries), [*rows, entry("c", "old", 3)])
        duplicate_store.merge(connection, "old", "new")
        found = [duplicate_store.find_entry(connection, series, "new") for series in "abc"]
        assert [each.score for each in found if each is not None] == [1, 1, 3]
        assert duplicate_store.find_entry(connection, "c", "old") is None
        assert duplicate_store.forget(connection, "new", "nobody") == 3
        assert duplicate_store.find_entry(connection, "a", "new") is None

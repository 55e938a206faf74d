"""The HTTP API: rules and codes, the referee, errors that name their place, and what keeps it safe."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sqlite3
import string
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rebelote.errors import BadRules
from rebelote.language.text import LANGS, catalogue
from rebelote.referee import answer, answer_line
from rebelote.referee.replies import to_line
from rebelote.ruleset import loading, rules_code
from rebelote.ruleset.loading import RULESET_IDS
from rebelote.server import origins, rulebook, static_page
from rebelote.server.messages.rules import RulesRef
from rebelote.server.problems import STATUS, Refused, problem
from rebelote.server.rates import AT_ONCE, Bucket, Limits, Rates, price
from rebelote.server.seating import clean_name
from tests.support.application import application
from tests.support.refused_rules import REFUSED
from tests.support.served_tables import Client, Json, bearer, run, serving

DATA = Path(__file__).parents[1] / "data"


# Rules


def test_the_ten_rulesets_and_their_pages(folder: Path) -> None:
    async def ask() -> None:
        async with application(folder) as http:
            listed = (await http.get("/api/rules")).json()
            assert [each["id"] for each in listed] == list(RULESET_IDS)
            assert next(each for each in listed if each["id"] == "escalier")["players"] == [3, 4, 5, 6]
            for name in RULESET_IDS:
                page = (await http.get(f"/api/rules/{name}?lang=en")).json()
                assert page["differences"] == []
                assert page["parts"][0]["clauses"][0]["text"]
            schema = (await http.get("/api/rules/schema")).json()
            assert schema == json.loads(json.dumps(loading.json_schema()))

    run(ask())


def _choices() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every ruleset with every value of every option."""
    for name in RULESET_IDS:
        yield name, {}
        for option, about in loading.document(name).options.items():
            yield from ((name, {option: value}) for value in about.values)
            if about.minimum is not None:
                yield name, {option: about.minimum + 7}


def test_codes_and_files_bring_the_same_rules_back() -> None:
    for name, options in _choices():
        chosen = rulebook.find(RulesRef(id=name, options=options))
        page = rulebook.page(chosen, "fr")
        assert set(page.code) <= set(string.ascii_letters + string.digits + "-_")
        again = rulebook.find(RulesRef(code=page.code))
        assert again.rules == chosen.rules
        assert again.code == page.code
        house = rulebook.find(RulesRef(toml=page.toml)).rules
        assert [path for path, _, _ in loading.told_differences(chosen.rules, house)] == []


HOUSE = """
id = "chez-nous"
extends = "ffb-contree"
[match_end]
target = 2001
"""


def test_a_house_rule_has_a_code_and_its_differences(folder: Path) -> None:
    async def ask() -> None:
        async with application(folder) as http:
            page = (await http.post("/api/rules/check", json={"rules": {"toml": HOUSE}})).json()
            assert page["extends"] == "ffb-contree"
            assert [each["path"] for each in page["differences"]] == ["match_end.target"]
            again = (await http.post("/api/rules/check", json={"rules": {"code": page["code"]}})).json()
            assert again == page
            body = {"rules": {"code": page["code"]}, "nickname": "Ana"}
            table = (await http.post("/api/tables", json=body)).json()["table"]
            assert table["rules"]["id"] == "chez-nous"
            assert table["rules"]["code"] == page["code"]

    run(ask())


def test_no_rules_sent_to_the_server_read_a_file_of_its(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by a name, a path, a code within a code, nor in a question; a refusal tells nothing of it."""
    secret = folder / "secret.toml"
    secret.write_text('id = "secret"\nextends = "classique"\n[match_end]\ntarget = 1717\n', "utf-8")
    monkeypatch.chdir(folder)
    opened: list[str] = []
    real = Path.open

    def watched(path: Path, *more: Any, **named: Any) -> Any:
        opened.append(path.name)
        return real(path, *more, **named)

    async def ask() -> None:
        async with application(folder) as http:
            monkeypatch.setattr(Path, "open", watched)
            for name in ("secret.toml", "./secret.toml", f"../{folder.name}/secret.toml", str(secret)):
                house: Json = {"id": "x", "extends": name}
                code = rules_code.pack({"house": house})
                nested = rules_code.pack({"house": {"id": "y", "extends": code}})
                sent: list[Json] = [
                    {"toml": f"id = 'x'\nextends = '{name}'"},
                    {"code": code},
                    {"code": nested},
                    {"toml": f"id = 'y'\nextends = '{code}'"},
                    {"id": name},
                ]
                for rules in sent:
                    for path, body in (
                        ("/api/rules/check", {"rules": rules}),
                        ("/api/tables", {"rules": rules, "nickname": "Ana"}),
                    ):
                        answer = await http.post(path, json=body)
                        assert answer.status_code == 400
                        assert "1717" not in answer.text
                for asked in (name, house):
                    answer = await http.post("/api/referee", json={"ask": "rules", "rules": asked})
                    assert "1717" not in answer.text

    run(ask())
    assert "secret.toml" not in opened


@pytest.mark.parametrize(
    ("rules", "code", "field"),
    [
        ({"id": "nowhere"}, "bad_rules", "rules"),
        ({"id": "coinche", "options": {"target": -1}}, "bad_rules", "options.target"),
        ({"id": "coinche", "options": {"colour": 1}}, "bad_rules", "options.colour"),
        ({"toml": "id = ["}, "bad_rules", "rules.toml"),
        (
            {"toml": 'id = "x"\nextends = "coinche"\n[match_end]\ntarget = "x"'},
            "bad_rules",
            "match_end.target",
        ),
        ({"code": "!"}, "bad_code", "rules.code"),
        ({"code": "AAAA"}, "bad_code", "rules.code"),
        ({"code": rules_code.pack({"id": 5})}, "bad_code", "rules.code"),
        ({}, "bad_field", "rules"),
        ({"id": "coinche", "code": "x"}, "bad_field", "rules"),
        ({"id": 5}, "bad_field", "rules.id"),
        ({"name": "coinche"}, "bad_field", "rules.name"),
    ],
)
def test_bad_rules_name_their_place(rules: Json, code: str, field: str, folder: Path) -> None:
    async def ask() -> None:
        async with application(folder) as http:
            for lang in LANGS:
                answer = await http.post(f"/api/rules/check?lang={lang}", json={"rules": rules})
                assert answer.status_code == 400
                error = answer.json()["error"]
                assert (error["code"], error["field"]) == (code, field)
                assert error["message"]

    run(ask())


ENGLISH = re.compile(
    r"\b(expected|not|missing|known|did you mean|one of|the|with|must|unknown|no such|own|invalid|at)\b"
)


@pytest.mark.parametrize(("source", "path"), [(source, path) for source, path, _ in REFUSED])
def test_bad_rules_are_refused_in_the_reader_s_language(source: Json, path: str) -> None:
    with pytest.raises(BadRules) as caught:
        loading.load(source)
    english, french = (problem(caught.value, lang).message for lang in ("en", "fr"))
    first = caught.value
    assert path in {fault.path for fault in (first, *first.more)}
    assert english == f"Rules: {first.path}, {first.expected}"
    assert french.startswith(f"Règles : {first.path}, ")
    assert not ENGLISH.search(french.replace(first.path, "")), french


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"id": "coinch"}, "rules, le jeu 'coinch' n'existe pas"),
        ({"id": "common"}, "rules, common n'est pas un jeu à lui seul"),
        ({"id": "coinche", "options": {"target": 0}}, "options.target, il faut un entier de 1 à "),
        ({"id": "coinche", "options": {"colour": 1}}, "options.colour, coinche n'a pas cette option"),
        ({"toml": "id = ["}, "rules.toml, valeur illisible (à la fin)"),
        ({"toml": 'id = "x"\nid = "y"'}, "rules.toml, clé ou partie écrite deux fois (à la fin)"),
        ({"toml": "[a]\nb = 1\n[a]\n"}, "rules.toml, clé ou partie écrite deux fois (ligne 3, colonne 3)"),
        ({"toml": "a = 1\nb c = 1"}, "rules.toml, il manque un signe = après la clé (ligne 2, colonne 3)"),
        ({"toml": "a = oui"}, "rules.toml, valeur illisible (ligne 1, colonne 5)"),
        ({"toml": 'a = "oui'}, "rules.toml, texte, liste ou crochet qui n'est pas fermé (à la fin)"),
        ({"toml": "a = 1 2"}, "rules.toml, il y a quelque chose de trop sur la ligne (ligne 1, colonne 7)"),
        ({"toml": "= 1"}, "rules.toml, ce n'est pas du TOML valide (ligne 1, colonne 1)"),
        ({"toml": "a = " + "[" * 5000}, "rules.toml, trop de niveaux imbriqués"),
    ],
)
def test_what_a_person_may_get_wrong_is_said_in_french(rules: Json, message: str, folder: Path) -> None:
    async def ask() -> None:
        async with application(folder) as http:
            answer = await http.post("/api/rules/check", json={"rules": rules})
            told = answer.json()["error"]["message"]
            assert told.startswith(f"Règles : {message}")
            assert not ENGLISH.search(told), told

    run(ask())


# The referee


def test_the_referee_answers_as_it_does_on_the_command_line(folder: Path) -> None:
    questions = (DATA / "referee-sample.jsonl").read_bytes().splitlines()[:200]

    async def ask() -> None:
        async with application(folder) as http:
            for question in questions:
                answer = await http.post("/api/referee", content=question)
                assert answer.status_code == 200
                assert answer.content == to_line(answer_line(question))
            assert (await http.post("/api/referee", content=b"{")).json()["error"]["code"] == "bad_json"
            listed = await http.post("/api/referee", content=b"[%b]" % b",".join(questions[:20]))
            assert listed.json() == [
                json.loads(to_line(answer_line(question))) for question in questions[:20]
            ]
            odd = (await http.post("/api/referee", content=b"[[], 3]")).json()
            assert [each["error"]["code"] for each in odd] == ["bad_question", "bad_question"]
            assert (await http.post("/api/referee", content=b"[]")).json() == []
            many = await http.post("/api/referee", content=b"[%b]" % b",".join([b"{}"] * 501))
            assert many.json()["error"]["code"] == "bad_question"

    run(ask())


def test_all_questions_of_the_sample_may_come_in_one_list(folder: Path) -> None:
    cases = map(json.loads, (DATA / "referee-sample.jsonl").read_bytes().splitlines())
    questions = [case["q"] for case in cases if "q" in case]

    async def ask() -> None:
        async with application(folder) as http:
            listed = await http.post("/api/referee", json=questions)
            assert listed.json() == [answer(question) for question in questions]

    run(ask())


# The description


def test_the_api_describes_itself(folder: Path) -> None:
    async def ask() -> None:
        async with application(folder) as http:
            described = (await http.get("/api/schema")).json()
            assert described["openapi"].startswith("3.")
            documented = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
            for path, item in described["paths"].items():
                for method, operation in item.items():
                    assert operation["summary"], path
                    told = re.sub(r"{(table|match|rules|series|lesson|problem)_id}", "{id}", path)
                    assert f"{method.upper()} {told}`" in documented
            references = set(_references(described))
            known = {f"#/components/schemas/{name}" for name in described["components"]["schemas"]}
            assert references <= known
            assert (await http.get("/api/schema/openapi.yaml")).status_code == 200

    run(ask())


def _references(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for inner in value.values():
            yield from _references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _references(inner)


# Errors


def test_every_refusal_has_its_sentence() -> None:
    for lang in LANGS:
        assert set(STATUS) <= set(catalogue(lang).server)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"nickname": " "}, "nickname"),
        ({"nickname": "x" * 25}, "nickname"),
        ({"nickname": "a\u202eb"}, "nickname"),
        ({"nickname": "a\nb\x00"}, "nickname"),
        ({"client_commitment": "zz"}, "client_commitment"),
        ({"seat": "Q"}, "seat"),
        ({"players": 3}, "players"),
        ({"settings": {"bot": "nobody"}}, "settings.bot"),
        ({"settings": {"absent_seconds": -1}}, "settings.absent_seconds"),
        ({"settings": {"turn_seconds": 0}}, "settings.turn_seconds"),
        ({"colour": 1}, "colour"),
    ],
)
def test_a_bad_field_is_named(body: Json, field: str, folder: Path) -> None:
    async def ask() -> None:
        async with application(folder) as http:
            whole = {"rules": {"id": "coinche"}, "nickname": "Ana", "start": True} | body
            answer = await http.post("/api/tables", json=whole)
            assert answer.status_code == 400
            assert answer.json()["error"]["field"] == field

    run(ask())


def test_nicknames() -> None:
    for name in ("Ana", "  Jean  Paul ", "Łukasz", "محمد", "名前", "e\u0301ric", "👩\u200d🚀"):
        assert clean_name(name)
    assert clean_name("  Jean  Paul ") == "Jean Paul"
    assert [clean_name(name) for name in ("", "Vous", "you", " VOUS ")] == [""] * 4  # nobody's names
    for name in (" ", "\u200b", "\u202e", "x" * 25, "e" + "\u0301" * 20, "\u3164", "a\u2800b"):
        with pytest.raises(Refused):
            clean_name(name)


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nowhere", 404, "not_found"),
        ("GET", "/api", 404, "not_found"),
        ("GET", "/api/rules/nowhere", 404, "not_found"),
        ("GET", "/api/tables/abcdefghjk", 404, "no_table"),
        ("POST", "/api/tables/abcdefghjk/leave", 404, "no_table"),
        ("GET", "/api/matches/abcdefghjk", 404, "not_found"),
        ("DELETE", "/api/rules", 405, "method"),
        ("POST", "/", 405, "method"),
        ("GET", "/api/rules?lang=xx", 400, "bad_field"),
    ],
)
def test_wrong_addresses(method: str, path: str, status: int, code: str, folder: Path) -> None:
    async def ask() -> None:
        async with application(folder) as http:
            answer = await http.request(method, path)
            assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)

    run(ask())


def test_an_illegal_action_names_its_clause(folder: Path) -> None:
    async def ask() -> None:
        async with serving(folder) as place:
            opened = await place.open("coinche")
            table, token = opened["table"]["id"], opened["token"]
            body = {
                "match": opened["table"]["match"],
                "seq": 1,
                "action": {"do": "deal", "seat": "S", "packets": []},
            }
            refused = await place.post(f"/tables/{table}/act", body, token, status=409)
            assert refused["error"]["clause"]["text"]
            body["action"] = {"do": "dance", "seat": "S"}
            refused = await place.post(f"/tables/{table}/act", body, token, status=400)
            assert refused["error"]["field"] == "action"
            body["action"] = {"do": "play", "seat": "S", "card": "1Z"}
            refused = await place.post(f"/tables/{table}/act", body, token, status=400)
            assert refused["error"]["field"] == "action.card"
            body["action"] = {"do": "pass", "seat": "N"}
            refused = await place.post(f"/tables/{table}/act", body, token, status=403)
            assert refused["error"]["field"] == "action.seat"

    run(ask())


# Anything at all

ANY = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False)
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)
FIELDS = (
    "rules",
    "nickname",
    "client_commitment",
    "settings",
    "players",
    "seat",
    "start",
    "id",
    "options",
    "code",
    "toml",
    "do",
)
BODIES = st.dictionaries(st.sampled_from(FIELDS), ANY, max_size=6) | ANY
PATHS = (
    "/api/tables",
    "/api/rules/check",
    "/api/referee",
    "/api/tables/{id}/sit",
    "/api/tables/{id}/settings",
)


def test_nothing_that_is_sent_breaks_it(folder: Path) -> None:
    """One server for all examples."""
    with asyncio.Runner() as runner, ExitStack() as stack:
        around = application(folder)
        http = runner.run(around.__aenter__())
        stack.callback(lambda: runner.run(around.__aexit__(None, None, None)))
        new = {"rules": {"id": "coinche"}, "nickname": "Ana"}
        opened = runner.run(http.post("/api/tables", json=new)).json()
        headers = {"authorization": f"Bearer {opened['token']}"}

        @settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
        @given(st.sampled_from(PATHS), BODIES.map(lambda body: json.dumps(body).encode()) | st.binary())
        def fuzz(path: str, body: bytes) -> None:
            place = path.replace("{id}", opened["table"]["id"])
            answer = runner.run(http.post(place, content=body, headers=headers))
            assert answer.status_code < 500, answer.text

        fuzz()


def test_nothing_that_is_said_breaks_it(folder: Path) -> None:
    said = [
        "",
        "{",
        "null",
        "[]",
        '{"do":"dance"}',
        '{"do":"act"}',
        '{"do":"act","id":1,"match":"x","seq":1,"action":{}}',
        '{"do":"act","id":2,"match":"x","seq":-1,"action":{"do":"pass","seat":"S"}}',
        '{"do":"act","id":3,"match":"x","seq":1,"action":[[[[]]]]}',
        '{"do":"act","id":4,"match":"x","seq":1,"action":{"do":"cut","seat":"S","at":1e999}}',
        '{"do":"lang","lang":"xx"}',
        "[" * 3000,
        "é" * 3000,
    ]

    async def ask() -> None:
        async with serving(folder) as place:
            opened = await place.open("coinche")
            async with place.join(opened["table"]["id"], opened["token"]) as client:
                for text in said:
                    await client.connection.send(text)
                await client.connection.send(b"\x00\xff")
                await client.until(
                    lambda: sum(m["type"] == "refused" for m in client.traffic) == len(said) + 1
                )
                await client.say({"do": "ping"})
                await client.until(lambda: client.heard("pong"))

    run(ask())


# Safety


def test_every_answer_has_its_headers(folder: Path) -> None:
    async def ask() -> None:
        async with application(folder) as http:
            for path in ("/", "/api/bots", "/api/nowhere", "/t/abc", "/assets/none.js"):
                headers = (await http.get(path)).headers
                assert "default-src 'self'" in headers["content-security-policy"]
                assert "unsafe" not in headers["content-security-policy"]
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["referrer-policy"] == "no-referrer"
                assert headers["cross-origin-opener-policy"] == "same-origin"
                assert "permissions-policy" in headers
                assert "server" not in headers
                assert [kind.count("charset") for kind in headers.get_list("content-type")] in ([0], [1])

    run(ask())


def test_what_the_api_answers_is_kept_by_nobody(folder: Path) -> None:
    async def ask() -> None:
        async with application(folder) as http:
            opened = (await http.post("/api/tables", json={"rules": {"id": "coinche"}, "start": True})).json()
            view = f"/api/tables/{opened['table']['id']}/view"
            for path, token in ((view, opened["token"]), (view, None), ("/api/nowhere", None)):
                answer = await http.get(path, headers=bearer(token))
                assert answer.headers.get_list("cache-control") == ["no-store"], path
            assert "no-store" not in (await http.get("/")).headers.get("cache-control", "")

    run(ask())


def test_rates_and_sizes(folder: Path) -> None:
    async def ask() -> None:
        async with application(folder, limits=True, work_ms=20) as http:
            assert (await http.get("/api/bots")).status_code == 200
            refused = next(each for each in await _many(http, 2000) if each.status_code != 404)
            assert refused.status_code == 429
            error = refused.json()["error"]
            assert error["code"] == "rate"
            assert refused.headers["retry-after"] == "1"
            assert "in 1 s" in error["message"]
        async with application(folder, limits=False) as http:
            large = await http.post("/api/referee", content=b"x" * 70_000)
            assert large.status_code == 413
            assert large.json()["error"]["code"] == "too_large"

    run(ask())


async def _many(http: httpx.AsyncClient, most: int) -> list[httpx.Response]:
    """Requests as fast as they go, until one is refused."""
    answers = []
    for _ in range(most):
        answers.append(await http.get("/api/nowhere?lang=en"))
        if answers[-1].status_code == 429:
            break
    return answers


def test_a_connection_that_talks_too_much_is_refused(folder: Path) -> None:
    async def ask() -> None:
        async with serving(folder, limits=True) as place:
            opened = await place.open("coinche")
            async with place.join(opened["table"]["id"], opened["token"]) as client:
                for _ in range(100):
                    await client.say({"do": "ping"})
                await client.until(lambda: client.gone)
                assert client.gone is not None
                assert client.gone["code"] == "rate"

    run(ask())


def test_a_connection_that_acts_too_much_is_refused(folder: Path) -> None:
    """One who clicks a little too often is told so and stays; one who goes on and on is let go."""

    async def ask() -> None:
        async with serving(folder, limits=True) as place:
            opened = await place.open("coinche")
            table = opened["table"]
            act = {"do": "act", "id": 1, "match": table["match"], "seq": 1}
            act["action"] = {"do": "pass", "seat": opened["seat"]}
            async with place.join(table["id"], opened["token"]) as client:
                for _ in range(75):
                    await client.say(act)
                await client.until(lambda: client.gone or len(_refused(client)) == 75)
                assert not client.heard("gone")
                with suppress(websockets.ConnectionClosed):
                    for _ in range(1000):
                        await client.say(act)
                await client.until(lambda: client.gone)
                assert client.gone is not None
                assert client.gone["code"] == "rate"

    run(ask())


def _refused(client: Client) -> list[str]:
    return [told["error"]["code"] for told in client.traffic if told["type"] == "refused"]


def test_buckets_fill_again() -> None:
    bucket = Bucket(2, 1, now=0)
    assert [bucket.take(0), bucket.take(0), bucket.take(0), bucket.take(1.5)] == [0, 0, 1, 0]
    rates = Rates(1, 1, addresses=2, clock=lambda: 0)
    assert [rates.take(address) for address in "aabca"] == [0, 1, 0, 0, 0]
    costly = Bucket(6, 1, now=0)
    assert [costly.take(0, 5), costly.take(0, 5), costly.take(0)] == [0, 4, 0]
    costly.charge(0, 100)
    assert costly.take(0) == 7  # a debt is no larger than what there would be at once


def test_thousands_of_single_questions_may_be_asked_at_once() -> None:
    """A question takes a fraction of a millisecond, which its pool charges for."""
    limits = Limits(on=True, clock=lambda: 0)
    for _ in range(2000):
        limits.take("here", price("/api/referee"))
        limits.charge("here", 0.5)


def test_work_is_paid_for_by_its_cost() -> None:
    limits = Limits(on=True, work_ms=10, clock=lambda: 0)
    table = price("/api/tables")
    assert price("/assets/index.js") < price("/api/bots") < price("/api/matches/abcdefghjk/replay") < table
    for _ in range(int(10 * AT_ONCE / table)):
        limits.take("here", table)
    with pytest.raises(Refused) as refused:
        limits.take("here", table)
    assert refused.value.retry_after == table / 10 + 0.5
    limits.take("there", table)
    limits.charge("there", 10 * AT_ONCE)
    with pytest.raises(Refused, match="rate"):
        limits.take("there", 1)


def test_an_address_has_so_many_connections() -> None:
    limits = Limits(on=True, connections=3)
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(limits.connected("here"))
        with pytest.raises(Refused, match="crowded"), limits.connected("here"):
            pass
    with limits.connected("there"):
        pass


def test_tables_are_limited_by_address_and_in_all(folder: Path) -> None:
    async def ask() -> None:
        more = {"limits": True, "address_tables": 2, "tables": 3}
        async with serving(folder, **more) as place:
            opened = [await place.open("coinche") for _ in range(2)]
            body = {"rules": {"id": "coinche"}, "nickname": "Ana"}
            refused = await place.post("/tables", body, status=429)
            assert refused["error"]["code"] == "many_tables"
            for address, status in (("192.0.2.1", 201), ("192.0.2.2", 201)):
                named = {"x-forwarded-for": address}
                answer = await place.http.post("/api/tables", json=body, headers=named)
                assert answer.status_code == status, answer.text
            assert len(place.registry._rooms) == 1  # those at which nothing happened have made room
            async with place.join(opened[0]["table"]["id"], opened[0]["token"]):
                pass

    run(ask())


def test_hosts() -> None:
    for host in ("localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.1.7", "LOCALHOST."):
        assert origins.is_own_host(host, ())
    for host in ("", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "[::1", "1.2.3"):
        assert not origins.is_own_host(host, ()) or host == "[::1"
    assert origins.is_own_host("Belote.example:443", ("belote.example",))
    assert origins.is_own_host("anything", ("*",))


def test_origins() -> None:
    is_own_origin = origins.is_own_origin
    assert is_own_origin(None, "example.org", ())
    assert is_own_origin("https://example.org", "example.org", ())
    assert not is_own_origin("https://evil.example", "example.org", ())
    assert is_own_origin("https://other.example", "example.org", ("https://other.example",))
    assert not is_own_origin("null", "example.org", ())


def test_a_strange_page_can_not_connect(folder: Path) -> None:
    async def ask() -> None:
        async with serving(folder) as place:
            opened = await place.open("coinche")
            address = f"ws://127.0.0.1:{place.port}/api/tables/{opened['table']['id']}/live"
            with pytest.raises(websockets.InvalidStatus):
                await websockets.connect(address, origin="https://evil.example", proxy=None)  # type: ignore[arg-type]

    run(ask())


def test_who_does_not_say_hello_has_to_go(folder: Path) -> None:
    async def ask() -> None:
        async with serving(folder, hello_seconds=0.1) as place:
            opened = await place.open("coinche")
            address = f"ws://127.0.0.1:{place.port}/api/tables/{opened['table']['id']}/live"
            async with websockets.connect(address, proxy=None) as connection:
                assert json.loads(await connection.recv())["error"]["code"] == "hello_first"
            async with place.join("abcdefghjk") as nowhere:
                assert nowhere.gone is not None
                assert nowhere.gone["code"] == "no_table"

    run(ask())


def test_no_token_is_kept_or_logged(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> list[str]:
        async with serving(folder) as place:
            opened = await place.open("coinche")
            async with place.join(opened["table"]["id"], opened["token"]) as client:
                await client.until(lambda: client.my_turn)
                await client.ask(client.view["offers"][0]["action"])
            await place.get(f"/tables/{opened['table']['id']}", opened["token"])
            return [opened["token"]]

    with caplog.at_level(logging.DEBUG, logger="rebelote"):
        (token,) = run(ask())
    assert len(token) >= 43
    assert token not in caplog.text
    for file in folder.iterdir():
        assert token.encode() not in file.read_bytes()


# The page


def test_the_page_is_served_for_its_own_addresses(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>rebelote</p>")
    (tmp_path / "assets" / "app-1a2b.js").write_text("1;" * 1000)
    (tmp_path.parent / "secret.txt").write_text("secret")

    async def ask() -> None:
        async with application(folder) as http:
            monkeypatch.setattr(static_page, "STATIC", tmp_path)
            for path in ("/", "/t/abcdefghjk", "/regles/coinche"):
                page = await http.get(path)
                assert page.text == "<p>rebelote</p>"
                assert page.headers["cache-control"] == "no-cache"
            script = await http.get("/assets/app-1a2b.js")
            assert script.text == "1;" * 1000
            assert "immutable" in script.headers["cache-control"]
            assert script.headers["content-encoding"] == "gzip"
            for path in (
                "/../secret.txt",
                "/%2e%2e/secret.txt",
                "/assets/../../secret.txt",
                "/..%2fsecret.txt",
            ):
                assert "secret" not in (await http.get(path)).text
            assert (await http.get("/assets/none.js")).status_code == 404

    monkeypatch.setattr(static_page, "STATIC", tmp_path / "nowhere")
    run(ask())


@pytest.mark.parametrize(
    "path", ["/", "/t/abcdefghjk", "/assets/app-1a2b.js", "/assets/none.js", "/api/rules", "/api/nowhere"]
)
def test_head_answers_as_get_does_without_the_body(
    path: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>rebelote</p>")
    (tmp_path / "assets" / "app-1a2b.js").write_text("1;" * 1000)
    monkeypatch.setattr(static_page, "STATIC", tmp_path)

    async def ask() -> None:
        async with application(folder) as http:
            same = {"x-request-id": "the-same-request"}
            whole, head = await http.get(path, headers=same), await http.head(path, headers=same)
            assert head.status_code == whole.status_code
            assert head.content == b""
            assert head.headers == whole.headers
            assert int(head.headers["content-length"]) > 0

    run(ask())


def test_a_table_of_a_newer_rebelote_is_told(folder: Path) -> None:
    async def ask() -> None:
        async with application(folder) as http:
            body = {"rules": {"id": "premiere"}, "nickname": "Ada", "start": True}
            table = (await http.post("/api/tables", json=body)).json()["table"]["id"]
        with closing(sqlite3.connect(folder / "rebelote.sqlite")) as database, database:
            database.execute("UPDATE tables SET rules = json_set(rules, '$.format', 99)")
        async with application(folder) as http:
            answer = await http.get(f"/api/tables/{table}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "newer_format")
            assert "99" in answer.json()["error"]["message"]

    run(ask())

"""Every route of the OpenAPI document with whatever fits its shape, and with what does not: never a 5xx, only
statuses and shapes that the document has, and no traceback."""

from __future__ import annotations

import json
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import allow_header_conformance, ignored_auth, positive_data_acceptance

from rebelote.server.app import ROUTES
from rebelote.server.description import describe
from tests.attack.length import LONG
from tests.support.server_process import Json, ServerProcess

EXAMPLES = 1000 if LONG else 15

EXCLUDED = [
    positive_data_acceptance,  # what fits the shape may still be refused: a seat that is taken
    allow_header_conformance,  # Litestar's own answer to OPTIONS forgets the second method of an address
    ignored_auth,  # it takes away only tokens that it has given itself
]
Case = schemathesis.Case[Any]

schema = schemathesis.openapi.from_dict(json.loads(describe(ROUTES)))
schema.config.checks.negative_data_rejection.expected_statuses = ["4xx", "503"]


@pytest.fixture(scope="module")
def opened(server: ServerProcess) -> Json:
    """A table in play, for the addresses that need one."""
    return server.open_table()


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, derandomize=not LONG, suppress_health_check=list(HealthCheck))
def test_every_answer_is_as_described(case: Case, server: ServerProcess, opened: Json) -> None:
    headers = _at_a_table(case, opened)
    case.call_and_validate(
        base_url=server.address,
        headers=headers,
        excluded_checks=EXCLUDED,
    )


def _at_a_table(case: Case, opened: Json) -> dict[str, str]:
    """Half of the addresses lead somewhere, half of the tokens are a seat's."""
    known = {"table_id": opened["table"]["id"], "match_id": opened["table"]["match"], "rules_id": "coinche"}
    for name, value in known.items():
        given = case.path_parameters.get(name)
        if given is not None and len(str(given)) % 2:
            case.path_parameters[name] = value
    has_token = "authorization" in {name.lower() for name in case.headers or {}}
    return {"authorization": f"Bearer {opened['token']}"} if has_token and len(str(case.body)) % 2 else {}

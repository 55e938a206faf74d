"""Lines that no program should send to the referee."""

from __future__ import annotations

GOOD = '{"ask":"trick","rules":"comptoir","trump":"S","trick":[["N","AS"],["S","JS"]],"id":"last"}'


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


LINES = [
    r'{"id":"\ud800","ask":"x"}',
    r'{"id":{"\ud800":2},"ask":"x"}',
    r'{"ask":"legal","rules":"ffb-belote","options":{"\ud800":1}}',
    '{"ask":"score","rules":"ffb-belote","deal":{"contract":null},"pending":' + "9" * 5000 + "}",
    '{"ask":"score","rules":"ffb-belote","deal":{"contract":null},"pending":' + "9" * 250 + "}",
    '{"ask":"legal","rules":"ffb-belote","options":{"target":' + nested(900) + "}}",
    '{"ask":"legal","rules":{"id":"x","extends":"ffb-belote","seating":' + nested(900) + "}}",
    '{"id":' + nested(900) + ',"ask":"x"}',
    nested(100_000),
    '{"id":1e400,"ask":"x"}',
    "\ufeff" + GOOD,
    "",
]

"""Shorthand for the marks that tests carry."""

import pytest

clause = pytest.mark.clause
"""`@clause("A-5.2.3", …)`: the clauses of docs/rules.md that a test checks."""

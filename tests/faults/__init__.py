"""Faults, tested for real: nodes with their PostgreSQL and Redis, people who play, and what goes wrong.

`python -m tests.faults --help`; CONTRIBUTING.md says more.
"""

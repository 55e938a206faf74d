"""The parts of a ruleset. Each cites the clauses of docs/rules.md that it states."""

# Every target that needs Python first makes .venv, once: see scripts/bootstrap.
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

BIN   := .venv/bin
READY := .venv/.ready
CODE  := src scripts $(wildcard tests bench)

.PHONY: help run test ray-test lint format bench clauses golden stubs lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s  %s\n", $$1, $$2 }' Makefile

run: $(READY) ## play at the terminal
	@$(BIN)/rebelote play

test: lint ## lint, types and every test
	$(BIN)/python -m pytest -n auto

ray-test: $(READY) ## test the arena on a local Ray of two workers
	@ray=$$($(BIN)/python -m bench.install ray 'ray==2.60.*') && PYTHONPATH=$$ray $(BIN)/python -m pytest -rs tests/test_ray.py

lint: $(READY) ## style, format and types, changing nothing
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy $(CODE)

format: $(READY) ## put the code in the house format
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

bench: $(READY) ## run the benchmarks
	@$(BIN)/python -m bench

clauses: $(READY) ## list the rule clauses and their tests
	@$(BIN)/python -m tests.clauses

golden: $(READY) ## write the golden playthroughs anew
	@$(BIN)/python -m tests.golden

stubs: $(READY) ## write the native module's type stub anew
	@$(BIN)/python -m nanobind.stubgen -q -m rebelote._native -o src/rebelote/_native.pyi

lock: ## update requirements.lock from pyproject.toml
	@scripts/bootstrap --lock

clean: ## remove .venv, .tools, caches and build products
	rm -rf .venv .tools build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements.lock pyproject.toml scripts/bootstrap CMakeLists.txt $(wildcard native/*)
	@scripts/bootstrap
	@touch $@

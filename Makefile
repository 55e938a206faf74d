# Every target first sets up what it needs, once: .venv (scripts/bootstrap), web/node_modules and the page (scripts/npm).
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

BIN   := .venv/bin
READY := .venv/.ready
NODE  := web/node_modules/.ready
PAGE  := src/rebelote/server/static/index.html
DOCS  := src/rebelote/server/documentation/index.html
CODE  := src scripts $(wildcard tests bench training)
SITE  := $(shell find web -name node_modules -prune -o -type f ! -name '*.md' ! -name '*.test.ts' -print 2>/dev/null)

.PHONY: help run terminal page docs test test-attack test-faults test-rules problems check-problems ray-test lint format sanitize coverage bench bench-load clauses golden \
	measure-motion rule-keys stubs types screenshots page-speed container-steps wheel sdist release-check lock \
	clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s  %s\n", $$1, $$2 }' Makefile

run: ## play in the browser: start the server and print its address
	@$(MAKE) --silent -j2 $(READY) $(PAGE)
	@$(BIN)/rebelote serve $(ARGS)

terminal: $(READY) ## play at the terminal
	@$(BIN)/rebelote play $(ARGS)

page: $(PAGE) ## build the page

docs: $(DOCS) ## build the docs site, which the server shows at /docs

test: lint $(PAGE) ## lint, types and every test
	@scripts/npm run --silent test
	@scripts/proxies
	$(BIN)/python -m scripts.run_tests -n auto
	CHROMIUM="$$(scripts/chromium)" $(BIN)/python -m scripts.run_tests -n auto -rs tests/browser

test-rules: $(READY) ## random rules files for some minutes: what is accepted must be right (RULES="--seed N --files 1")
	$(BIN)/python -m tests.random_rules $(RULES)

problems: $(READY) ## make the file of problems that ships again, from its seeds (ARGS="--sample 20": some, compared with it)
	@$(BIN)/python -m training.problems remake $(ARGS)

check-problems: $(READY) ## judge every problem that ships anew, with other seeds
	@$(BIN)/python -m training.problems check

test-attack: $(READY) ## attack a server for some minutes: fuzzers, walks, kills
	REBELOTE_ATTACK=long $(BIN)/python -m pytest -n auto tests/attack

test-faults: $(READY) ## kill nodes, Redis, PostgreSQL and more while people play, for minutes (ARGS="--seed 7 --tables 40")
	@$(BIN)/python -m tests.faults $(ARGS)
	@REBELOTE_FAULTS=long $(BIN)/python -m pytest -n0 tests/faults/test_mutants.py

ray-test: $(READY) ## test the arena on a local Ray of two workers
	@ray=$$($(BIN)/python -m bench.install ray 'ray==2.60.*') && PYTHONPATH=$$ray $(BIN)/python -m pytest -rs tests/test_ray.py

lint: $(READY) $(NODE) ## style, format and types, changing nothing
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy $(CODE)
	scripts/clang-format --check
	scripts/npm run --silent check
	scripts/npm run --silent format:check

format: $(READY) $(NODE) ## put the code in the house format
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)
	scripts/clang-format --write
	scripts/npm run --silent format

sanitize: $(READY) ## the native core's tests with AddressSanitizer and UndefinedBehaviorSanitizer
	@$(BIN)/python -m scripts.sanitize $(ARGS)

coverage: $(READY) ## which lines of Python the tests reach (not the browser's, tests/attack, nor those marked `untraced`); fails below the floor
	$(BIN)/python -m pytest -n auto --ignore=tests/attack -m "not untraced" --cov --cov-report=term:skip-covered --cov-report=html $(ARGS)

bench: $(READY) ## run the benchmarks
	@$(BIN)/python -m bench

bench-load: $(READY) ## how many tables a server holds, alone and as several nodes, beside boardgame.io and Colyseus (LOAD="--quick --nodes 1")
	@$(BIN)/python -m bench --only load $(LOAD)

clauses: $(READY) ## list the rule clauses and their tests
	@$(BIN)/python -m tests.support.clause_index

rule-keys: $(READY) ## write docs/rule-keys.md, every key of a rules document
	@$(BIN)/python -m scripts.rule_keys

golden: $(READY) ## write the golden playthroughs anew
	@$(BIN)/python -m tests.support.golden_playthroughs

container-steps: $(READY) ## run the container file's steps without an engine
	@$(BIN)/python -m scripts.container_steps $(ARGS)

measure-motion: $(PAGE) ## play a deal on a CPU slowed four times and count the frames that Chromium drops
	@CHROMIUM="$$(scripts/chromium)" $(BIN)/python -m scripts.measure_motion $(ARGS)

stubs: $(READY) ## write the native module's type stub anew
	@$(BIN)/python -m nanobind.stubgen -q -m rebelote._native -o src/rebelote/_native.pyi

wheel: $(READY) $(PAGE) $(DOCS) ## build the wheel for this machine, page and docs in it, into dist
	@$(BIN)/python -m scripts.distributions wheel

sdist: $(READY) $(PAGE) $(DOCS) ## build the source distribution, page and docs in it, into dist
	@$(BIN)/python -m scripts.distributions sdist

release-check: wheel sdist ## would those who install what is in dist be well served?
	@$(BIN)/python -m scripts.release_check

screenshots: $(READY) $(PAGE) ## draw the scenes of docs/screenshots anew, which a test compares
	@$(BIN)/python -m scripts.screenshots

page-speed: $(READY) $(PAGE) ## how soon a table opens on a processor that is slowed down four times
	@$(BIN)/python -m tests.support.page_speed

types: $(READY) ## write the page's and the docs' types of the wire anew
	@$(BIN)/python -m scripts.wire_types

lock: ## update requirements.lock from pyproject.toml
	@scripts/bootstrap --lock

clean: ## remove .venv, .tools, the built page, caches and build products
	rm -rf .venv .tools build dist web/node_modules $(dir $(PAGE)) $(dir $(DOCS)) test-results htmlcov .coverage
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements.lock pyproject.toml scripts/bootstrap CMakeLists.txt $(wildcard native/*)
	@echo "Setting up Python's packages and the solver in .venv (once, about a minute) …"
	@scripts/bootstrap
	@touch $@

$(NODE): web/package.json web/package-lock.json web/.npmrc scripts/npm
	@echo "Installing the page's build tools in web/node_modules (once) …"
	@scripts/npm ci --silent
	@touch $@

$(PAGE): $(NODE) $(SITE)
	@echo "Building the page …"
	@scripts/npm run --silent build -- --logLevel warn
	@touch $@

$(DOCS): $(READY) mkdocs.yml scripts/docs_site.py scripts/docs_examples.py $(wildcard *.md docs/* src/rebelote/*.py src/rebelote/*/*.py)
	@echo "Building the docs …"
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@touch $@

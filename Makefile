# Two commands matter: `make run` and `make test`. Both set up what they need.
SHELL := /bin/bash
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MEM0 := .venv-mem0
EXTRAS := embedded,analysis,openai,qdrant,s3,web,dev
DAGSTER_HOME ?= $(or $(XDG_DATA_HOME),$(HOME)/.local/share)/memory-pipeline/dagster_home
export DAGSTER_HOME
export DAGSTER_DISABLE_TELEMETRY := yes

.PHONY: help setup run ui card test quick check format doctor evaluate bench bench-locomo mutate clean

help: ## Show what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

setup: $(VENV)/.installed ## Create .venv with memory-pipeline in it (once; about 1.1 GB)

$(VENV)/.installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	  || { echo "memory-pipeline needs Python 3.11 or newer; call it as: make $(or $(MAKECMDGOALS),setup) PYTHON=/path/to/python3.11" >&2; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[$(EXTRAS)]'
	@touch $@

$(DAGSTER_HOME)/dagster.yaml: dagster.yaml
	@mkdir -p $(DAGSTER_HOME) && cp dagster.yaml $@

run: setup $(DAGSTER_HOME)/dagster.yaml ## Run the main job on the demo families through Dagster and show what came out
	@$(BIN)/python -m memory_pipeline.defs.materialize_demo
	@$(BIN)/memory-pipeline demo
	@echo; echo "Open the Dagster UI with: make ui"

ui: setup $(DAGSTER_HOME)/dagster.yaml ## Open the Dagster UI on the runs of `make run` (http://127.0.0.1:3000)
	$(BIN)/dagster dev --workspace workspace.yaml --host 127.0.0.1 --port 3000

card: setup ## Serve the memory card of a demo family and print a link to it (after make run)
	@$(BIN)/memory-pipeline serve --link fam_cedar

# Files in their order: the longest ones are not left for the end, when one worker has nothing else to do.
test: setup ## Run the tests
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

quick: setup ## The tests that take a minute at most
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder -m "not slow and not real"

check: setup $(DAGSTER_HOME)/dagster.yaml ## Format, lint, types, layers, definitions and the size budget
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/dagster definitions validate -w workspace.yaml --log-level warning
	$(BIN)/python -m pytest memory_pipeline_tests/house

format: setup ## Format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

doctor: setup ## Form, dream, brief, forget, reindex and verify in a temporary store
	@$(BIN)/memory-pipeline doctor

evaluate: setup ## Run the labelled cases and hold the figures against the thresholds
	@$(BIN)/memory-pipeline evaluate

bench: setup ## Write docs/BENCHMARKS.md; mem0 beside us with a file of LoCoMo's format: make bench DATA=/path/to/locomo10.json
	@test -z "$(DATA)" -o -f "$(DATA)" || { echo "DATA=$(DATA): no such file" >&2; exit 2; }
	@test -z "$(DATA)" -o -x $(MEM0)/bin/python || { $(PYTHON) -m venv $(MEM0) \
	  && $(MEM0)/bin/python -m pip install --quiet --disable-pip-version-check -r benchmarks/locomo/mem0.txt; }
	@$(BIN)/python -m benchmarks.page $(if $(DATA),--locomo "$(DATA)" --mem0 $(MEM0)/bin/python)

bench-locomo: setup ## Measure on a file of LoCoMo's format: make bench-locomo DATA=/path/to/locomo10.json
	@test -f "$(DATA)" || { echo "say where the data is: make bench-locomo DATA=/path/to/locomo10.json" >&2; exit 2; }
	@$(BIN)/python -m benchmarks.locomo "$(DATA)"

mutate: setup ## Mutation tests: make mutate TARGET=gates|language|policy|sweep|compile|journal (SAMPLE=200)
	@$(BIN)/python -m mutation $(or $(TARGET),gates) $(if $(SAMPLE),--sample $(SAMPLE))

clean: ## Remove .venv and caches; the store and DAGSTER_HOME stay
	rm -rf $(VENV) $(MEM0) .mypy_cache .pytest_cache .ruff_cache .hypothesis build *.egg-info

# Every target sets itself up: a fresh clone needs Python 3.11 or newer, make, and a way to PyPI.
PYTHON ?= python3
BIN := .venv/bin
# The independent reader of GIFT in the tests; its own pins contradict text2qti's, and it works without them.
APART := pygiftparser==1.1
RUNTIME := .venv/.installed-runtime
DEVELOP := .venv/.installed-develop
PROJECT := pyproject.toml constraints.txt setup.py
# Processes that share the tests, a file each.
WORKERS ?= 2
# One thread a process: torch's own threads would fight the workers for the cores.
export OMP_NUM_THREADS := 1

.PHONY: demo test check pytest bench soak clean

demo: $(RUNTIME) ## a wrong FeedForward is diagnosed, a right one is accepted
	@PATH="$(CURDIR)/$(BIN):$$PATH" bash examples/demo.sh

test: check pytest ## everything that has to hold before a change lands

pytest: $(DEVELOP)
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile

check: $(DEVELOP) ## style, types, layers, docstrings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/interrogate grader

bench: $(DEVELOP) ## the ratios of tests/benchmarks, at full size
	SLOW=1 $(BIN)/python -m pytest tests/benchmarks -s -p no:randomly

soak: $(DEVELOP) ## the long runs: every attack in every mode, ten thousand submissions
	SLOW=1 $(BIN)/python -m pytest -m "slow or hostile" --ignore=tests/benchmarks

clean:
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .benchmarks

.venv/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "AddNorm needs Python 3.11 or newer; this is %d.%d. Say which: make PYTHON=python3.11 ..." % sys.version_info[:2])'
	$(PYTHON) -m venv .venv

$(RUNTIME): $(PROJECT) | .venv/pyvenv.cfg
	@echo 'Installing into .venv (the first time takes minutes)'
	$(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(DEVELOP): $(PROJECT) | .venv/pyvenv.cfg
	@echo 'Installing into .venv (the first time takes minutes)'
	$(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e '.[all,dev]'
	$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps $(APART)
	@touch $@ $(RUNTIME)

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
ROTATION ?= commit
ROCQ_INSTALL := apt-get install -y --no-install-recommends coq libcoq-interval

.DEFAULT_GOAL := help
.PHONY: help verify test test-lowest test-all durations lint format bench tapes definitions precision docs trust reference notebooks
.PHONY: peers katex pyodide atlas rocq wheel clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test,lint]'
	$(BIN)/python -m compileall -q src
	@touch $@

verify: $(READY)  ## decide every claim and compare with the ledger
	$(BIN)/dplemma verify

test: $(READY)  ## run the fast tests and a twentieth of the dear ones (ROTATION=0 to 19; default: by commit)
	$(BIN)/python -m pytest -n 2 --dist worksteal --rotation=$(ROTATION)

test-all: $(READY)  ## run every test, in parts; goes on where it stopped (PART=3 for one)
	$(BIN)/python tests/whole_suite.py $(PART)

# Deprecations are what old versions do to the newest of what they need (matplotlib 3.10.0 to pyparsing), and no fault of ours.
test-lowest:  ## run the fast tests with the oldest versions that pyproject.toml admits
	$(PYTHON) -m venv .venv-lowest
	.venv-lowest/bin/python -m pip install --quiet --disable-pip-version-check -c constraints-lowest.txt -e '.[test]'
	.venv-lowest/bin/python -m pytest -n 2 --dist worksteal --rotation=$(ROTATION) -W ignore::DeprecationWarning

durations: $(READY)  ## run every test and write what the dear ones cost to tests/durations.json
	$(BIN)/python tests/whole_suite.py --durations

lint: $(READY)  ## check style, formatting, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/basedpyright --pythonpath $(BIN)/python
	$(BIN)/lint-imports

format: $(READY)  ## rewrite the sources in house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY)  ## measure the performance ratios (PART=tapes, numbers, proofs, verification or accounting for a piece)
	$(BIN)/python benchmarks/run.py $(PART)

tapes: $(READY)  ## write the generated tapes and constants
	$(BIN)/python -m dplemma.compile.tapes
	$(BIN)/python -m dplemma.doubles.build_mills_table

definitions: $(READY)  ## write the definitions that the kernel reads
	$(BIN)/python -m dplemma.compile.definitions

precision: $(READY)  ## measure the coded forms again
	$(BIN)/python -m dplemma.doubles.remeasure

docs: $(READY)  ## write what follows from claims and quantities: pages, README's tables, findings, the inventory
	$(BIN)/python docs/build.py

trust: $(READY)  ## print the figures of docs/trust.md: what verdicts rest on, mutants, numerics
	$(BIN)/python docs/trust_figures.py

reference: $(READY)  ## write the reference tables
	$(BIN)/python reference/build.py

notebooks: $(READY)  ## execute the notebooks and write them with their outputs
	$(BIN)/python proofs_notebooks/build.py

peers: $(READY)  ## install the public libraries that `dplemma peers` audits (PEERS=name for one)
	$(BIN)/python -m dplemma.peers.league.install $(PEERS)

katex:  ## fetch KaTeX, with which the tests check every printed formula (needs node and npm)
	npm install --prefix .katex --no-audit --no-fund katex@0.16

rocq: $(READY)  ## give the certificates to Rocq (Debian: installs coq and libcoq-interval); goes on where it stopped
	command -v coqc > /dev/null || $(ROCQ_INSTALL) || { apt-get update && $(ROCQ_INSTALL); }
	$(BIN)/dplemma verify --certificates .rocq > /dev/null
	$(BIN)/python -m dplemma.cli.rocq_table .rocq

pyodide: $(READY)  ## fetch what computes values in a page of the atlas: Pyodide and python-flint for it (needs npm)
	npm install --prefix .pyodide --no-audit --no-fund pyodide@314.0.7
	$(BIN)/python -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --dest .pyodide \
		--platform pyemscripten_2026_0_wasm32 --python-version 314 --implementation cp python-flint==0.9.0

atlas: $(READY)  ## write the static site to site/, with certificates, and with KaTeX and the interpreter where npm can fetch them
	@test -d .katex || $(MAKE) --no-print-directory katex || echo "formulas will be shown as text"
	@test -d .pyodide || $(MAKE) --no-print-directory pyodide || echo "pages will not compute values"
	$(BIN)/dplemma verify --certificates .certificates > /dev/null
	$(BIN)/dplemma atlas --out site --certificates .certificates

wheel: $(READY)  ## build a wheel into dist/
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

clean:  ## remove the environment and everything generated
	rm -rf .venv .venv-lowest .peers .katex .pyodide .rocq .certificates site .docs-cache .test-all dist build .pytest_cache .ruff_cache .hypothesis
	find src tests derivations -type d -name __pycache__ -prune -exec rm -rf {} +

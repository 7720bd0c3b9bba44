# The few daily commands. Without make, each line works as it stands.

.PHONY: setup test long fix bench

setup:
	python3 -m venv .venv
	.venv/bin/pip install -e '.[dev]'

test:
	.venv/bin/python -m pytest

long:
	.venv/bin/python -m pytest -m long

fix:
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

golden:
	WRITE_GOLDEN=1 .venv/bin/python -m pytest tests/rules tests/boards

bench:
	.venv/bin/python experiments/benchmarks/engine.py

# The few daily commands. Without make, each line works as it stands.

.PHONY: setup test long fix golden bench notebooks study

setup:
	python3 -m venv .venv
	.venv/bin/pip install -e '.[dev]'

test:
	.venv/bin/python -m pytest -n 2

long:
	.venv/bin/python -m pytest -m long

fix:
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

golden:
	WRITE_GOLDEN=1 .venv/bin/python -m pytest tests/rules tests/boards tests/records tests/test_cli_page.py

bench:
	.venv/bin/python experiments/benchmarks/engine.py
	.venv/bin/python experiments/benchmarks/vectors.py
	.venv/bin/python experiments/benchmarks/clues.py
	.venv/bin/python experiments/benchmarks/llm_client.py
	.venv/bin/python experiments/benchmarks/llm_games.py
	.venv/bin/python experiments/benchmarks/runs.py
	.venv/bin/python experiments/benchmarks/sprt.py
	.venv/bin/python experiments/benchmarks/coverage.py
	.venv/bin/python experiments/benchmarks/study.py

notebooks:
	.venv/bin/python experiments/notebooks.py

study:
	.venv/bin/python experiments/first_move.py

# List the recipes
default:
    @just --list

# Everything the gate runs, in the order that fails fastest
check: lint types floors size spelling test docs

# Mend what can be mended by itself
fix:
    uv run ruff check --fix .
    uv run ruff format .

lint:
    uv run ruff format --check .
    uv run ruff check .
    uv run zizmor --offline --quiet .github/workflows

types:
    uv run basedpyright

# Imports only go down
floors:
    uv run lint-imports --no-cache

# No file past 400 lines
size:
    uv run loq check

spelling:
    uv run typos

# Tests with branch coverage, also of the processes that tests start
test *args:
    uv run coverage erase
    uv run coverage run -m pytest {{args}}
    uv run coverage combine -q
    uv run coverage report

docs:
    uv run zensical build --clean --strict

# Build the wheel, install it into an empty environment and start it from there
wheel:
    rm -rf dist
    uv build --quiet
    scripts/try-wheel dist/askline-*.whl

# The measurements this project is judged by
bench: bench-store bench-line

# Stores: cycles against the bare engine, waiters, timers, rivals
bench-store *args:
    uv run python -m bench.store {{args}}

# The line and the service: start, calls, crowds
bench-line *args:
    uv run python -m bench.line {{args}}

# Real clients, all of them, with long holds and in terminals; about fifteen minutes
clients *args:
    uv run pytest -m "nightly or not nightly" tests/clients {{args}}

# Take over what the last run of real clients saw, into the record and the page made from it
clients-table:
    uv run python -m tests.clients.table

# What is too long for the gate: many kills, many examples, all real clients
nightly:
    ASKLINE_TEST_ROUNDS=long uv run pytest -m "nightly or not nightly" tests/journeys tests/contract --timeout 3600
    just clients
    just bench

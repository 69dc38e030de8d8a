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

# Tests, with branch coverage of what runs in their own process
test:
    scripts/run-tests

# Build the pages' scripts into the package, with their types checked
web:
    scripts/build-web

# Start pages as they are written, each in an empty home: all of them, or `just start-pages codex`
start-pages *pages:
    scripts/try-start {{pages}}

# Every picture in the docs, light and dark
shots: web-shots tui-shots

# Pictures of the pages, light, dark and on a phone, into docs/assets/web
web-shots:
    scripts/web-shots
    scripts/shrink-pictures docs/assets/web

docs:
    uv run zensical build --clean --strict
    scripts/write-llms

# Build the wheel, install it into an empty environment and start it from there
wheel:
    scripts/build-dist
    scripts/try-wheel dist/askline-*.whl

# Install by name from an index on loopback, with uvx, uv and pipx; needs the network for the rest
index:
    scripts/build-dist
    scripts/try-index dist/askline-*.whl

# What agents' clients and registries read of us, made anew from one source
integrations:
    uv run python scripts/integrations.py

# Known weaknesses of dependencies and workflows; asks the package index
audit:
    scripts/audit

# Pictures of the terminal inbox for the docs
tui-shots:
    uv run python scripts/tui_shots.py
    scripts/shrink-pictures docs/assets/tui

# The recording on the first page: a real client, the real inbox, real keys
recording:
    uv run python scripts/recording.py

# The measurements this project is judged by
bench: bench-store bench-hub bench-line bench-web bench-tui bench-commands bench-memory

# Stores: cycles against the bare engine, waiters, timers, rivals
bench-store *args:
    uv run python -m bench.store {{args}}

# Bells of many processes: NOTIFY against NATS, at 2 to 50 listeners
bench-bell *args:
    uv run python -m bench.bell {{args}}

# A hub: cycles over HTTP, crowds that wait, a million pending asks, bells; `--only a --waiters 1000`
bench-hub *args:
    uv run python -m bench.hub {{args}}

# The line and the service: start, calls, crowds
bench-line *args:
    uv run python -m bench.line {{args}}

# An installation with bytecode and one without: what starts cost
bench-installed *args:
    scripts/build-dist
    uv run python -m bench.installed {{args}}

# The pages: how soon an ask is painted and its answer back, first paint, sizes
bench-web *args:
    scripts/build-web
    uv run python -m bench.web {{args}}

# Recall: what it adds on the way from asking to being seen
bench-recall *args:
    uv run python -m bench.recall {{args}}

# The terminal inbox: start, idle, news
bench-tui *args:
    uv run python -m bench.tui {{args}}

# Memory: a summary of 10,000 entries, from the store and from files, against reading the rows bare
bench-memory *args:
    uv run python -m bench.memory {{args}}

# Commands: starts, crowds, a gigabyte of output, kills, against posix_spawn in C
bench-commands *args:
    uv run python -m bench.commands {{args}}

# Other programs that ask humans, beside ours: installed for the run and thrown away; `--record` keeps the
# figures, from which `just peers-page` makes the comparison
bench-peers *args:
    uv run python -m bench.peers {{args}}

# The page of the comparison and its short form in the README, from the cells and the record
peers-page:
    uv run python -m bench.peers.page

# Real clients, all of them, with long holds and in terminals; about fifteen minutes
clients *args:
    uv run pytest -m "nightly or not nightly" tests/clients {{args}}

# Recipes with all SDKs, each installed from its own lock
recipes *args:
    uv run pytest -m "nightly or not nightly" tests/recipes {{args}}

# Take over what the last run of real clients saw, into the record and the page made from it
clients-table:
    uv run python -m tests.clients.table

# What is too long for the gate: many kills, many examples, a hub's faults (ASKLINE_FAULT_S seconds each,
# 600 if not said: more than an hour in all; one of them needs root and `ip`), all real clients, and what
# needs the network
nightly:
    ASKLINE_TEST_ROUNDS=long uv run pytest -m "nightly or not nightly" tests/unit tests/journeys tests/contract --timeout 3600
    uv run pytest -m nightly tests/docs
    just clients
    just recipes
    just index
    scripts/build-twice
    just bench
    just audit

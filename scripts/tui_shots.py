"""Pictures of the terminal inbox for the docs: `just tui-shots`.

A house in this process, keys through the toolkit's pilot, its own SVG, and Chromium for the PNG.
"""

import os
import re
import shutil
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import anyio
from playwright.async_api import async_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from askline.commands.operation import Status
from tests.builders import an_operation
from tests.doors.tui_house import Terminal, a_terminal, to_run

OUT = Path(__file__).parent.parent / "docs" / "assets" / "tui"
LOOK = Path(os.environ.get("ASKLINE_SHOTS", "/tmp/askline-shots"))  # noqa: S108 - pictures only
CHROMIUM = os.environ.get("ASKLINE_TEST_CHROMIUM") or shutil.which("chromium") or "chromium"
WEB_FONT = re.compile(r"@font-face \{.*?\}", re.DOTALL)
SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')

ASKS: list[dict[str, Any]] = [
    {
        "title": "Move orders from MySQL to Postgres",
        "agent": {"name": "claude-code"},
        "project": {"name": "shop-api", "path": "/home/ada/shop-api", "branch": "main"},
        "timeout": 900_000,
        "context": "The `orders` table has **41 M rows**; a dump and restore took `38 min` on staging.\n\n"
        "```sql\nSELECT count(*) FROM orders;  -- 41 208 377\n```",
        "questions": [
            {
                "id": "cut",
                "header": "Strategy",
                "question": "How should I cut over?",
                "options": [
                    {
                        "label": "Dual-write, then switch",
                        "description": "No downtime. About two days of extra work.",
                        "recommended": True,
                    },
                    {
                        "label": "Read-only window",
                        "description": "Around 40 minutes of read-only on Sunday at 03:00.",
                    },
                    {
                        "label": "Logical replication",
                        "description": "Needs wal2json on the managed instance.",
                    },
                ],
            },
            {
                "id": "tables",
                "header": "Tables",
                "question": "Which tables move first?",
                "type": "multi-select",
                "options": [
                    {"label": "orders", "recommended": True},
                    {"label": "order_items", "recommended": True},
                    "invoices",
                ],
            },
            {
                "id": "limits",
                "header": "Limits",
                "question": "Anything I must not touch?",
                "type": "text",
                "required": False,
                "placeholder": "Tables, hours, people",
            },
            {
                "id": "staging",
                "header": "Staging",
                "question": "May I rehearse on staging today?",
                "type": "confirm",
            },
        ],
    },
    {
        "title": "Delete 15 unused feature flags?",
        "agent": {"name": "codex"},
        "project": {"name": "web"},
        "timeout": 107_000,
        "questions": [
            {
                "id": "go",
                "question": "They have been off for 90 days. Delete them?",
                "type": "confirm",
            }
        ],
    },
    {
        "title": "Name for the new CLI command",
        "agent": {"name": "opencode"},
        "project": {"name": "dotfiles"},
        "timeout": 1_800_000,
        "questions": [{"id": "name", "question": "What shall it be called?", "type": "text"}],
    },
    {
        "title": "Which colours may the chart use?",
        "agent": {"name": "goose"},
        "project": {"name": "reports"},
        "questions": [
            {"id": "c", "question": "Which palette?", "options": ["Okabe-Ito", "Viridis", "Brand"]},
            {"id": "d", "question": "Dark mode too?", "type": "confirm"},
        ],
    },
]

CALM = to_run(
    *("uv", "run", "pytest", "-q", "tests/unit", "-k", "orders and not slow"),
    sandbox="strict, project writable, no network",
    why="Runs code of this project.",
)
DANGEROUS = to_run(
    *("git", "push", "--force", "origin", "main", "--push-option", "ci skip\u200b"),
    context="Why you are asked: it rewrites what others have pulled.",
    sandbox="strict, project writable, network, reads ~/.ssh/known_hosts",
    dangerous=True,
    why="Overwrites what others pushed.",
)
BUILD = """\
   Compiling serde v1.0.228
   Compiling tokio v1.48.0
   Compiling shop-api v0.9.1 (/home/ada/shop-api)
warning: unused variable: `total`
  --> src/orders.rs:118:9
    |
118 |     let total = rows.len();
    |         ^^^^^ help: if this is intentional, prefix it with an underscore
running 148 tests
""" + "".join(f"test orders::case_{number:03} ... ok\n" for number in range(1, 97))

APPROVALS: dict[str, tuple[str, tuple[int, int], str]] = {
    "approval": ("dark", (118, 34), "enter 1"),
    "dangerous": ("dark", (118, 34), "down enter 1"),
    "dangerous-typed": ("dark", (118, 34), "down enter 1 enter g i"),
    "dangerous-light": ("light", (118, 34), "down enter 1"),
    "dangerous-plain": ("terminal", (118, 34), "down enter"),
    "dangerous-narrow": ("dark", (78, 24), "down enter"),
    "operations": ("dark", (118, 34), "O"),
    "operations-light": ("light", (118, 34), "O"),
    "operations-cancel": ("dark", (118, 34), "O x n o t space n o w"),
    "operations-narrow": ("dark", (78, 24), "O enter"),
    "operations-help": ("dark", (118, 34), "O question_mark"),
}
KEPT = (
    *("inbox", "inbox-light", "review", "review-light", "light", "question"),
    *("dangerous", "dangerous-light", "operations", "operations-light"),
)
"""Those that the docs show; the others are to be looked at."""

PICTURES: dict[str, tuple[str, tuple[int, int], str]] = {
    "inbox": ("dark", (118, 34), "down"),
    "inbox-light": ("light", (118, 34), "down"),
    "question": ("dark", (118, 34), "down enter down"),
    "multi-other": ("dark", (118, 34), "down enter right 1 o h a n d _ n o t e s"),
    "review": ("dark", (118, 34), "down R 4 1 ctrl+s"),
    "review-light": ("light", (118, 34), "down R 4 1 ctrl+s"),
    "reject": ("dark", (118, 34), "down R x N o t space t o d a y"),
    "light": ("light", (118, 34), "down enter down"),
    "contrast": ("contrast", (118, 34), "down enter down"),
    "narrow": ("dark", (78, 24), "down enter"),
    "history": ("dark", (118, 34), "enter 1 enter H"),
    "help": ("dark", (118, 40), "question_mark"),
}


async def main() -> None:
    for place in (OUT, LOOK):
        place.mkdir(parents=True, exist_ok=True)
    drawn = {name: await picture(*how) for name, how in PICTURES.items()}
    drawn |= {name: await running(*how) for name, how in APPROVALS.items()}
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        page = await browser.new_page(device_scale_factor=1.2)
        for name, svg in drawn.items():
            found = SIZE.search(svg)
            assert found is not None  # noqa: S101 - the toolkit's own picture
            width, height = (int(float(side)) + 1 for side in found.groups())
            await page.set_viewport_size({"width": width, "height": height})
            await page.set_content(f"<style>body{{margin:0}}</style>{WEB_FONT.sub('', svg)}")
            await page.screenshot(path=(OUT if name in KEPT else LOOK) / f"{name}.png")
        await browser.close()


async def picture(theme: str, size: tuple[int, int], keys: str) -> str:
    async with a_terminal(size) as terminal:
        terminal.clock.time = datetime(2026, 11, 15, 9, 30, tzinfo=UTC)
        for ask in ASKS:
            terminal.client.create(ask)
        terminal.passes(seconds=42)
        async with terminal.open(theme):
            await terminal.shows("4 waiting")
            await _press(terminal, keys)
            return terminal.app.export_screenshot()


async def running(theme: str, size: tuple[int, int], keys: str) -> str:
    async with a_terminal(size, approvals=[CALM, DANGEROUS]) as terminal:
        await _agents(terminal)
        async with terminal.open(theme):
            await terminal.shows("2 waiting")
            await _press(terminal, keys)
            return terminal.app.export_screenshot()


async def _agents(terminal: Terminal) -> None:
    """One that works, one that waits for a word, and some that ended."""
    now = terminal.clock.time
    (cargo, docs, lint) = (
        (replace(an_operation().commands[0], argv=argv),)
        for argv in (
            ("cargo", "test", "--workspace", "--locked"),
            ("uv", "run", "zensical", "build", "--strict"),
            ("ruff", "check", "src"),
        )
    )
    ended: dict[str, Any] = {"status": Status.COMPLETED, "ended_at": now + timedelta(seconds=9)}
    run = terminal.agents.run
    run("All checks passed!\n", tool="ruff_check", commands=lint, **ended, exit_code=0)
    run("Aborted: 2 pages link nowhere.\n", tool="docs_build", commands=docs, **ended, exit_code=1)
    waits = terminal.client.inbox()[1]["id"]
    pushed = (DANGEROUS.matter.command,)
    said: dict[str, Any] = {"status": Status.AWAITING_APPROVAL, "started_at": None}
    run(tool="git_push", commands=pushed, approval=waits, **said)
    run(BUILD, tool="cargo_test", commands=cargo)
    terminal.passes(seconds=83)


async def _press(terminal: Terminal, keys: str) -> None:
    for key in keys.split():
        await terminal.press(_key(key))
        await terminal.pilot.pause(0.15)
    await terminal.pilot.pause(0.5)


def _key(word: str) -> str:
    return {"_": "underscore"}.get(word, word)


if __name__ == "__main__":
    anyio.run(main)

"""Asks as the API tells them, for cards to show."""

from typing import Any

from playwright.async_api import Page

ASKED = "2026-11-15T09:00:00.000Z"
NOW = "2026-11-15T09:01:00.000Z"


def option(label: str, description: str | None = None, **more: Any) -> dict[str, Any]:
    return {
        "label": label,
        "description": description,
        "preview": None,
        "recommended": False,
        **more,
    }


def question(text: str, kind: str = "select", **more: Any) -> dict[str, Any]:
    return {
        "id": "q1",
        "header": None,
        "question": text,
        "type": kind,
        "options": [],
        "allow_other": True,
        "required": True,
        "placeholder": None,
        "min_picks": None,
        "max_picks": None,
        **more,
    }


def ask(*questions: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "id": "01a0",
        "short_id": "k7m2qd",
        "kind": "question",
        "state": "pending",
        "title": "Move orders from MySQL to Postgres",
        "context": None,
        "context_nodes": None,
        "asked_at": ASKED,
        "deadline": None,
        "detached": False,
        "human_only": False,
        "sensitive": False,
        "extendable": True,
        "follows": None,
        "agent": {"name": "claude-code", "version": "2", "label": None, "conversation": None},
        "project": {"name": "acme/shop-api", "path": None, "branch": None},
        "questions": list(questions),
        "command": None,
        "seen": [],
        "outcome": None,
        **more,
    }


STRATEGY = question(
    "Which way should the orders move?",
    header="Strategy",
    options=[
        option("Dual-write, then switch", "No downtime; two weeks of both", recommended=True),
        option("Stop, copy, start", "One night of downtime"),
        option("Change data capture", "Needs a new service"),
    ],
)
TABLES = question(
    "Which tables go in the first batch?",
    "multi-select",
    id="q2",
    header="Tables",
    options=[
        option("orders", "41 M rows", recommended=True),
        option("order_items", "160 M rows", recommended=True),
        option("payments", "Touches the PCI zone"),
        option("refunds", "0.4 M rows"),
    ],
)
LIMITS = question(
    "Which limits must hold?",
    "text",
    id="q3",
    header="Limits",
    required=False,
    placeholder="p99, downtime, cost …",
)
STAGING = question(
    "Try it on staging first?",
    "confirm",
    id="q4",
    header="Staging",
    allow_other=False,
    options=[option("yes", recommended=True), option("no")],
)
FOUR = (STRATEGY, TABLES, LIMITS, STAGING)


def one(**more: Any) -> dict[str, Any]:
    return ask(STRATEGY, **more)


def four(**more: Any) -> dict[str, Any]:
    return ask(*FOUR, **more)


COMMAND: dict[str, Any] = {
    "argv": ["kubectl", "delete", "namespace", "orders staging"],
    "cwd": "/home/ana/shop-api",
    "env": ["KUBECONFIG", "PATH"],
    "sandbox": "required, project read-only, network",
    "sha256": "9f2c4b7d1e8a03c65f2b9d4e7a1c8f3b6d5e0a9c7b4f1e8d2a6c3b5f9e0d7a4c",
    "dangerous": False,
    "why": None,
}


def approval(**more: Any) -> dict[str, Any]:
    """What is said of `command` changes that alone."""
    command = {**COMMAND, **more.pop("command", {})}
    return ask(
        question("May this command run?", "confirm", id="approve", allow_other=False),
        kind="approval",
        title=more.pop("title", "Run kubectl_delete?"),
        agent={"name": "codex", "version": None, "label": None, "conversation": None},
        command=command,
        **more,
    )


def given(question_id: str, *values: str, text: str | None = None, **more: Any) -> dict[str, Any]:
    return {
        "questionId": question_id,
        "state": "answered" if values or text else "skipped",
        "values": list(values),
        "customText": text,
        "note": None,
        "attachments": [],
        **more,
    }


ANSWERS = (
    given("q1", "Dual-write, then switch"),
    given("q2", "orders", "order_items", text="coupons"),
    given("q3"),
    given("q4", "yes"),
)


def settled(
    was: dict[str, Any], state: str, *answers: dict[str, Any], **more: Any
) -> dict[str, Any]:
    by = {"kind": "human", "who": "ana", "door": "web", "at": NOW, **more.pop("by", {})}
    outcome = {
        "askId": was["id"],
        "state": state,
        "answered": state == "answered",
        "cancelled": state in ("rejected", "cancelled", "superseded"),
        "timedOut": state == "timed_out",
        "answers": list(answers),
        "reason": None,
        "askBack": None,
        "settledBy": by,
        "amendments": [],
        **more,
    }
    return {**was, "state": state, "outcome": outcome}


async def stop_clock(page: Page, at: str = NOW) -> None:
    """Time stands still until it is moved."""
    await page.clock.install(time=ASKED)
    await page.clock.pause_at(at)

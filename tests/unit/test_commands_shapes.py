"""The public JSON shape of an operation, word for word."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from askline.commands.operation import Page, Status, StepEnded, View
from askline.commands.shapes import operation_shape, page_shape
from askline.core.ids import AskId, OperationId
from tests.builders import LATER, NOON, an_operation

OPERATION_ID = OperationId(UUID("019a8252-3c00-7000-8000-0000000afbcd"))
ASK_ID = AskId(UUID("019a8252-0000-7000-8000-000000000001"))
COMMAND = {
    "argv": ["make", "test"],
    "cwd": "/home/ada/shop",
    "env": ["PATH"],
    "sandbox": "strict",
    "sha256": "cd34",
    "dangerous": False,
    "why": None,
}

PENDING = {
    "operation_id": "019a8252-3c00-7000-8000-0000000afbcd",
    "short_id": "00nyyd",
    "tool": "make_test",
    "status": "pending",
    "exit_code": None,
    "signal": None,
    "reason": None,
    "refused": False,
    "elapsed_s": 0.0,
    "output": None,
    "next": {
        "tool": "operation_await",
        "arguments": {"ids": ["019a8252-3c00-7000-8000-0000000afbcd"]},
    },
    "commands": [COMMAND],
    "sha256": "cd34",
    "steps": [],
    "synchronous": False,
    "approval": None,
    "standing": None,
    "agent": {"name": "claude-code", "version": "2.1", "label": None, "conversation": None},
    "project": {"name": "shop", "path": "/home/ada/shop", "branch": "main"},
    "created_at": "2026-11-14T12:00:00.000Z",
    "started_at": None,
    "ended_at": None,
}


def test_a_pending_operation_says_how_to_wait_for_it() -> None:
    assert operation_shape(an_operation(id=OPERATION_ID), LATER) == PENDING


def test_an_ended_operation_says_how_it_went_and_what_it_wrote() -> None:
    ended = replace(
        an_operation(id=OPERATION_ID),
        status=Status.COMPLETED,
        approval=ASK_ID,
        started_at=NOON,
        ended_at=NOON + timedelta(seconds=2.5),
        exit_code=3,
        steps=(StepEnded(tool="make_test", exit_code=3, elapsed_s=2.4567),),
    )
    assert operation_shape(ended, LATER, View("first", "last", 7)) == PENDING | {
        "status": "completed",
        "exit_code": 3,
        "elapsed_s": 2.5,
        "output": {"head": "first", "tail": "last", "omitted_bytes": 7},
        "next": None,
        "approval": str(ASK_ID),
        "steps": [
            {
                "tool": "make_test",
                "exit_code": 3,
                "signal": None,
                "elapsed_s": 2.457,
                "skipped": None,
            }
        ],
        "started_at": "2026-11-14T12:00:00.000Z",
        "ended_at": "2026-11-14T12:00:02.500Z",
    }


def test_the_time_of_a_running_operation_goes_on() -> None:
    working = an_operation(status=Status.WORKING, started_at=NOON)
    assert operation_shape(working, LATER)["elapsed_s"] == 3600.0


def test_a_page_says_where_the_next_one_begins() -> None:
    assert page_shape(Page("text", 4, eof=True)) == {"text": "text", "next_offset": 4, "eof": True}

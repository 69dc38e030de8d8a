"""Operations as plain text: how they stand, what ran, and nothing that a terminal obeys."""

from typing import Any

import pytest
from inline_snapshot import snapshot

from askline.asks.model import CommandShown
from askline.commands.operation import Operation, Status, StepEnded, View
from askline.commands.shapes import operation_shape
from askline.doors.cli import reporting
from tests.builders import LATER, NOON, an_id, an_operation


def text(lines: Any) -> str:
    return "\n".join(lines)


def shown(operation: Operation, view: View | None = None) -> str:
    shape = operation_shape(operation, LATER, view)
    return text(reporting.shown({**shape, "short_id": "k7m2qd"}, LATER))


def ended(**changes: Any) -> Operation:
    return an_operation(status=Status.COMPLETED, started_at=NOON, ended_at=LATER, **changes)


def test_an_operation_is_shown_whole() -> None:
    operation = ended(exit_code=2, approval=an_id(7))

    assert shown(operation, View("first\n", "last\n", 12345)) == snapshot("""\
Operation k7m2qd: make_test
Status: exited with 2 after 1 h
From: claude-code 2.1 in shop (/home/ada/shop, main)
Called: 1 h ago
Approval: ask 000007

Exactly this runs:
  make test
  in /home/ada/shop, sandbox strict
  with PATH
  sha256 cd34

It wrote:
  | first
… 12,345 bytes are left out: `askline ops output k7m2qd` prints all.
  | last\
""")


def test_every_step_of_a_sequence_is_shown() -> None:
    hostile = CommandShown(
        argv=("rm", "a b", "\x1b[2J"), cwd="/", env=(), sandbox="off", sha256="e"
    )
    steps = (
        StepEnded(tool="make_a", exit_code=0, elapsed_s=2.0),
        StepEnded(tool="make_b", skipped="there is a file already"),
        StepEnded(tool="make_c", signal=9, elapsed_s=61.0),
    )
    operation = ended(commands=(*an_operation().commands, hostile), steps=steps, signal=9)

    assert shown(operation) == snapshot("""\
Operation k7m2qd: make_test
Status: ended by signal 9 after 1 h
From: claude-code 2.1 in shop (/home/ada/shop, main)
Called: 1 h ago

Exactly these 2 steps run:
  1. make test
     in /home/ada/shop, sandbox strict
     with PATH
     sha256 cd34
  2. rm 'a b' '\\x1b[2J'
     in /, sandbox off
     sha256 e

Step 1, make_a: exited with 0 after 2 s
Step 2, make_b: passed over: there is a file already
Step 3, make_c: ended by signal 9 after 1 min

It wrote nothing.\
""")


@pytest.mark.parametrize(
    ("operation", "words"),
    [
        (an_operation(), "waits for room"),
        (an_operation(status=Status.AWAITING_APPROVAL), "awaits approval"),
        (an_operation(status=Status.WORKING, started_at=NOON), "runs since 1 h"),
        (ended(exit_code=0), "exited with 0 after 1 h"),
        (ended(signal=15), "ended by signal 15 after 1 h"),
        (an_operation(status=Status.CANCELLED, reason="enough\n"), "cancelled: enough"),
        (an_operation(status=Status.CANCELLED, refused=True, reason="no"), "refused: no"),
        (an_operation(status=Status.TIMED_OUT), "timed out"),
        (an_operation(status=Status.FAILED_TO_START), "did not start"),
        (an_operation(status=Status.INTERRUPTED), "interrupted"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_how_it_stands_is_said_in_words(operation: Operation, words: str) -> None:
    assert reporting.stands(operation_shape(operation, LATER)) == words


def test_a_list_has_two_lines_for_each() -> None:
    shape = {**operation_shape(an_operation(), LATER), "short_id": "k7m2qd"}

    assert [*reporting.listed(shape, LATER)] == [
        "k7m2qd  make_test: waits for room",
        "        claude-code in shop, called 1 h ago",
    ]


def test_what_a_program_wrote_cannot_pass_for_our_words() -> None:
    view = View("\x1b]0;owned\x07fine\nStatus: exited with 0\n", "", 0)

    said = shown(an_operation(status=Status.WORKING), view)

    assert said.endswith("It wrote:\n  | fine\n  | Status: exited with 0")
    assert "\x1b" not in said

"""Operations as the terminal knows and says them: state, output and lines, without a screen."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from askline.asks.shapes import ask_shape
from askline.commands.operation import Status, StepEnded
from askline.commands.shapes import operation_shape
from askline.doors.tui.lines import Line
from askline.doors.tui.model import read_ask
from askline.doors.tui.operation import Operation, read_operation
from askline.doors.tui.operations import LATEST, Operations
from askline.doors.tui.output import KEEP, Output, Page, from_line_start, read_page
from askline.doors.tui.session import Session, View, Zone
from askline.doors.tui.times import span
from askline.doors.tui.views import operations as views
from tests.builders import NOON, an_ask, an_opening, an_operation

WIDTH = 60
ENDED: dict[str, Any] = {"status": Status.COMPLETED, "exit_code": 0, "ended_at": NOON}


def seen(minutes: int = 0, **changes: Any) -> Operation:
    """One that was called so many minutes after noon."""
    made = an_operation(created_at=NOON + timedelta(minutes=minutes), **changes)
    return read_operation(operation_shape(made, NOON))


def working(minutes: int = 0, **changes: Any) -> Operation:
    return seen(minutes, **{"status": Status.WORKING, "started_at": NOON, **changes})


def text(lines: list[Line] | tuple[Line, ...]) -> str:
    return "\n".join(each.text.rstrip() for each in lines)


def output(*pages: Page) -> Output:
    return Output(pages)


@pytest.mark.parametrize(
    ("changes", "said", "sign"),
    [
        ({}, "waits for room", "◌"),
        ({"status": Status.AWAITING_APPROVAL}, "waits for approval", "△"),
        ({"status": Status.WORKING}, "running", "▶"),
        ({"status": Status.COMPLETED, "exit_code": 0}, "completed", "✓"),
        ({"status": Status.COMPLETED, "exit_code": 3}, "failed with exit code 3", "✗"),
        ({"status": Status.COMPLETED, "signal": 9}, "ended by signal 9", "✗"),
        ({"status": Status.CANCELLED}, "cancelled", "–"),
        ({"status": Status.CANCELLED, "refused": True}, "refused", "–"),
        ({"status": Status.TIMED_OUT}, "timed out", "◷"),
        ({"status": Status.INTERRUPTED}, "interrupted", "!"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_status_is_a_sign_and_words(changes: dict[str, Any], said: str, sign: str) -> None:
    operation = seen(**changes)

    assert (views.status(operation), views.sign(operation)[0]) == (said, sign)


def test_a_status_of_a_newer_service_is_said_as_it_is() -> None:
    operation = replace(seen(), status="resting")

    assert (views.status(operation), views.sign(operation)[0]) == ("resting", "?")


def test_a_row_says_what_runs_for_whom_and_since_when() -> None:
    now = NOON + timedelta(seconds=75)

    def row(operation: Operation, *, here: bool = False) -> str:
        return text(views.row(operation, now, 50, here=here, focus=True))

    assert row(working(), here=True).startswith("▌▶ make_test  make test\n▌  claude-code · shop")
    assert "running  1:15" in row(working())
    assert "failed, code 2" in row(seen(**{**ENDED, "exit_code": 2}))
    assert "waits for room\n" in row(seen())
    assert "make_test\n" in row(replace(seen(), commands=()))


def test_how_long_it_runs_stands_still_after_its_end() -> None:
    late = NOON + timedelta(hours=2)

    assert "running  2:00:00" in text(views.head(working(), late, WIDTH))
    assert "asked for 2 h ago" in text(views.head(working(), late, WIDTH))
    assert "completed  0 s" in text(views.head(working(**ENDED), late, WIDTH))
    assert "completed · claude-code" in text(views.head(seen(**ENDED), NOON, WIDTH))


@pytest.mark.parametrize(
    ("seconds", "said"), [(4.9, "4 s"), (65, "1:05"), (3_725, "1:02:05")], ids=["s", "min", "h"]
)
def test_a_span_is_short(seconds: float, said: str) -> None:
    assert span(seconds) == said


def test_all_that_is_known_is_said_step_by_step() -> None:
    (command,) = an_operation().commands
    operation = working(
        commands=(command, command, command),
        steps=(
            StepEnded(tool="one", exit_code=0),
            StepEnded(tool="two", skipped="done is there"),
        ),
        reason="It took too long.",
        approval=an_ask().id,
        standing="s1",
    )

    said = text(views.about(operation, WIDTH))

    assert "Step 1 · one · completed" in said
    assert "Step 2 · two · passed over: done is there" in said
    assert "Step 3\nmake test" in said
    for words in ("It took too long.", "A standing approval let it run.", "g its approval"):
        assert words in said


def test_what_was_written_is_shown_with_what_lies_before_and_behind_it() -> None:
    def said(shown: Output | None, operation: Operation) -> str:
        return text(views.written(operation, shown, 10))

    assert said(None, working()) == "Reading…"
    assert said(None, seen()) == ""
    assert said(output(Page(0, "", 0, eof=True)), working()) == "It has written nothing yet."
    assert said(output(Page(0, "", 0, eof=True)), working(**ENDED)) == "It wrote nothing."
    assert said(output(Page(7, "a\n\nb\n", 9, eof=True)), working()) == "o earlier output\n\na\n\nb"
    assert "p later output" in said(output(Page(0, "a\n", 2, eof=False)), working())
    assert said(output(Page(0, "\tx\n1234567890ab\n", 9, eof=True)), working()) == (
        "        x\n1234567890\nab"
    )
    assert said(output(Page(0, "漢字漢字漢字\né\n", 9, eof=True)), working()) == "漢字漢字漢\n字\né"


def test_output_is_cleaned_once_more_on_its_way_in() -> None:
    page = read_page(0, {"text": "a\x1b[2Jb", "next_offset": 6, "eof": True})

    assert page == Page(0, "ab", 6, eof=True)


def test_a_line_without_an_end_is_read_again_with_what_follows_it() -> None:
    half = output(Page(0, "one\n", 4, eof=False), Page(4, "10 %", 8, eof=True))
    whole = output(Page(0, "one\n", 4, eof=True))

    assert (half.resumes, half.next, half.eof) == (4, 8, True)
    assert whole.resumes == 4
    after = half.joined(Page(4, "20 %\n", 13, eof=True))
    assert [page.text for page in after.pages] == ["one\n", "20 %\n"]


def test_a_page_that_begins_within_a_line_loses_its_rest_also_when_it_is_read_again() -> None:
    cut = from_line_start(Page(5, "rest\nnext", 14, eof=True))
    assert (cut.text, cut.amid) == ("next", True)

    assert output(cut).joined(Page(5, "rest\nnext!\n", 16, eof=True)).pages[0].text == "next!\n"
    assert from_line_start(Page(0, "first\n", 6, eof=True)).text == "first\n"
    assert from_line_start(Page(5, "no end", 11, eof=True)).text == "no end"


def test_the_oldest_page_goes_where_there_is_enough_without_it() -> None:
    held = output(Page(0, "a\n" * (KEEP // 2), KEEP, eof=True))
    for number in range(1, 9):
        held = held.joined(Page(KEEP * number, "b\n" * (KEEP // 4), KEEP * (number + 1), eof=True))
        assert sum(len(page.text) for page in held.pages) <= 2 * KEEP

    assert held.start > 0


def test_the_unended_come_first_and_the_newest_of_each() -> None:
    state = Operations()
    old, new, done = working(0), working(2), seen(1, **ENDED)
    state.told([done, old, new])

    assert state.shown == (new.id, old.id, done.id)
    assert (state.current_id, state.unended, state.ticking) == (new.id, 2, True)


def test_only_the_latest_of_the_ended_are_known() -> None:
    state = Operations()
    state.told(seen(number, **ENDED) for number in range(LATEST + 5))

    assert len(state.known) == LATEST
    assert not state.ticking


def test_a_snapshot_says_what_has_ended_unheard() -> None:
    state = Operations()
    gone, stays = working(0), working(1)
    state.told([gone, stays])

    assert state.snapshot([stays])
    assert state.shown == (stays.id,)
    assert not state.snapshot([stays])


def test_the_cursor_stays_in_the_list_and_takes_its_output_along() -> None:
    state = Operations()
    state.move(1)
    first, second = working(1), working(0)
    state.told([first, second])
    state.output, state.tailing, state.opened = output(Page(0, "", 0, eof=True)), False, True

    state.move(5)
    assert (state.current_id, state.output, state.tailing, state.opened) == (
        *(second.id, None, True),
        True,
    )
    state.select(None)
    assert not state.opened


def test_an_ask_is_visited_wherever_it_stands() -> None:
    session = Session()
    session.turn(View.HISTORY, NOON)
    ask = read_ask(ask_shape(an_opening().after))

    session.visit(ask, NOON)
    assert (session.view, session.zone, session.current) == (View.INBOX, Zone.PAGE, ask)

    settled = replace(ask, state="rejected")
    session.visit(settled, NOON)
    assert session.current == settled


def test_keys_that_do_not_fit_are_left_away_but_never_the_help() -> None:
    state = Operations()
    state.told([working(approval=an_ask().id)])

    assert "g approval" in views.key_line(state, 100).text
    assert views.key_line(state, 10).text == "? all keys"

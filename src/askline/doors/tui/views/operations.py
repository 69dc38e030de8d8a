"""What the screen of operations shows: the list, one of them, and what it wrote. Pure.

How an operation stands is said in words, with a sign before it; colour only adds to that.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache

from rich.cells import chop_cells

from askline.core.speaking import known, mark, t
from askline.doors.tui.keys import key_name
from askline.doors.tui.lines import (
    ACCENT,
    AGENT,
    DANGER,
    GOOD,
    KEY,
    MUTED,
    PLAIN,
    STRONG,
    TITLE,
    WARN,
    Line,
    Part,
    cut,
    line,
    spread,
    width_of,
    wrapped,
)
from askline.doors.tui.operation import Operation
from askline.doors.tui.operations import Operations
from askline.doors.tui.output import Output
from askline.doors.tui.times import ago, day, span
from askline.doors.tui.views.approval import command_lines
from askline.doors.tui.views.wording import APPROVAL

NONE = mark("Nothing runs.")
MORE = mark("What agents run through Askline appears here, and stays for a while after its end.")
SILENT = mark("It has written nothing yet.")
WROTE_NOTHING = mark("It wrote nothing.")
TAB = 8
BLANK = Line()

SIGNS: dict[str, Part] = {
    "pending": ("◌", MUTED),
    "awaiting_approval": (APPROVAL, WARN),
    "working": ("▶", ACCENT),
    "completed": ("✓", GOOD),
    "failed_to_start": ("✗", DANGER),
    "cancelled": ("–", MUTED),
    "timed_out": ("◷", WARN),
    "interrupted": ("!", WARN),
}
FAILED: Part = ("✗", DANGER)

WORDS = {
    "pending": mark("waits for room"),
    "awaiting_approval": mark("waits for approval"),
    "working": mark("running"),
    "completed": mark("completed"),
    "failed_to_start": mark("did not start"),
    "cancelled": mark("cancelled"),
    "timed_out": mark("timed out"),
    "interrupted": mark("interrupted"),
}


def sign(operation: Operation) -> Part:
    failed = operation.status == "completed" and operation.exit_code != 0
    return FAILED if failed else SIGNS.get(operation.status, ("?", MUTED))


def status(operation: Operation) -> str:
    """How it stands, in words."""
    if operation.refused:
        return t("refused")
    if operation.status == "completed":
        return _end(operation.exit_code, operation.signal)
    return t(WORDS.get(operation.status, operation.status))


def row(
    operation: Operation, now: datetime, width: int, *, here: bool, focus: bool
) -> tuple[Line, Line, Line]:
    bar: Part = ("▌" if here else " ", ACCENT)
    right: list[Part] = [
        (f" {_short(operation)}", sign(operation)[1]),
        (_lately(operation, now), MUTED),
    ]
    who = cut(f"{operation.agent} · {operation.project}", width - 5 - width_of(right))
    below = spread([bar, ("  ", PLAIN), (who, MUTED)], right, width - 1)
    title = [(operation.tool, TITLE), ("  ", PLAIN), (_brief(operation), MUTED)]
    lit = here and focus
    return (
        Line((bar, sign(operation), (" ", PLAIN), *_cut(title, width - 4)), operation.id, lit),
        Line((*below, (" ", PLAIN)), operation.id, lit),
        Line((), operation.id),
    )


def head(operation: Operation, now: datetime, width: int) -> list[Line]:
    glyph, role = sign(operation)
    about: list[Part] = [(f"{glyph} {status(operation)}", role), (_when(operation, now), STRONG)]
    since = ago(operation.created_at, now)
    asked = t("asked for now") if since == "now" else t("asked for {0} ago", since)
    who = [
        (" · ", MUTED),
        (operation.agent, AGENT),
        (f" {t('in {0} · {1}', operation.project, asked)}", MUTED),
    ]
    return [line((cut(operation.tool, width), TITLE)), Line(tuple(_cut([*about, *who], width)))]


def about(operation: Operation, width: int) -> list[Line]:
    """All that is known of it, but what it wrote."""
    made: list[Line] = []
    for number, command in enumerate(operation.commands):
        if len(operation.commands) > 1:
            made.append(line((t("Step {0}", number + 1), STRONG), *_step(operation, number)))
        made += command_lines(command, width)
        made += [line()] if number < len(operation.commands) - 1 else []
    for text in (
        known(operation.reason),
        t("A standing approval let it run.") * operation.standing,
    ):
        made += [Line(parts) for parts in wrapped([(text, WARN)], width)] if text else []
    if operation.approval:
        made.append(line(("g", KEY), (f" {t('its approval')}", MUTED)))
    return made


def written(operation: Operation, output: Output | None, width: int) -> list[Line]:
    if output is None:
        return [line((t("Reading…"), MUTED))] if operation.started_at else []
    made = [line(("o", KEY), (f" {t('earlier output')}", MUTED)), line()] if output.start else []
    for page in output.pages:
        made += text_lines(page.text, width)
    if not output.eof:
        made += [
            line(),
            line(
                ("p", KEY),
                (f" {t('later output')}   ", MUTED),
                (key_name("End"), KEY),
                (f" {t('newest')}", MUTED),
            ),
        ]
    if not made:
        return [line((t(WROTE_NOTHING if operation.ended else SILENT), MUTED))]
    return made


@lru_cache(maxsize=16)
def text_lines(text: str, width: int) -> tuple[Line, ...]:
    """As a terminal would wrap it. Kept, because only the last page changes."""
    rows = text.removesuffix("\n").split("\n") if text else []
    return tuple(Line(((piece, PLAIN),)) for row in rows for piece in _pieces(row, max(4, width)))


def top(state: Operations, width: int, *, offline: str) -> Line:
    left: list[Part] = [
        ("◆ askline", ACCENT),
        (f"  {t('Inbox')}  {t('History')}  ", MUTED),
        (t("Operations"), STRONG),
    ]
    count = state.unended
    right: list[Part] = [(str(count), STRONG), (f" {t('not ended')}", MUTED)]
    return Line(spread(left, [(offline, WARN)] if offline else right, width))


def nothing(width: int) -> list[Line]:
    return [line((t(NONE), TITLE)), *(Line(parts) for parts in wrapped([(t(MORE), MUTED)], width))]


def key_line(state: Operations, width: int) -> Line:
    current = state.current
    named = (
        [("↑↓", t("scroll")), ("End", t("follow"))]
        if state.opened
        else [("Enter", t("output")), ("↑↓", t("move"))]
    )
    if current is None:
        named = []
    elif not current.ended:
        named.append(("x", t("cancel")))
    if current is not None:
        named += [("g", t("approval"))] * bool(current.approval) + [("i", t("everything"))]
    parts: list[Part] = []
    last: list[Part] = [("?", KEY), (f" {t('all keys')}", MUTED)]
    for shown, short in [*named, ("Esc", t("back"))]:
        more: list[Part] = [(key_name(shown), KEY), (f" {short}", MUTED), ("   ", PLAIN)]
        if width_of([*parts, *more, *last]) <= width:
            parts += more
    return Line((*parts, *last))


def _end(exit_code: int | None, signal: int | None) -> str:
    if signal is not None:
        return t("ended by signal {0}", signal)
    return t("completed") if exit_code == 0 else t("failed with exit code {0}", exit_code)


def _step(operation: Operation, number: int) -> Sequence[Part]:
    if number >= len(operation.steps):
        return ()
    step = operation.steps[number]
    said = (
        t("passed over: {0}", step.skipped) if step.skipped else _end(step.exit_code, step.signal)
    )
    return ((f" · {step.tool} · {said}", MUTED),)


def _when(operation: Operation, now: datetime) -> str:
    took = operation.elapsed_s(now)
    return "" if took is None else f"  {span(took)}"


def _short(operation: Operation) -> str:
    failed = operation.status == "completed" and operation.signal is None and operation.exit_code
    return t("failed, code {0}", operation.exit_code) if failed else status(operation)


def _lately(operation: Operation, now: datetime) -> str:
    """For the list: how long it runs, or when it was."""
    if operation.ended:
        return f"  {day(operation.ended_at or operation.created_at, now)}"
    took = operation.elapsed_s(now)
    return "" if took is None else f"  {span(took)}"


def _brief(operation: Operation) -> str:
    return operation.commands[0].argv if operation.commands else ""


def _cut(parts: Sequence[Part], width: int) -> list[Part]:
    made: list[Part] = []
    for text, role in parts:
        made.append((cut(text, width - width_of(made)), role))
    return made


def _pieces(row: str, width: int) -> list[str]:
    flat = row.expandtabs(TAB)
    if flat.isascii():
        return [flat[at : at + width] for at in range(0, len(flat), width)] or [""]
    return chop_cells(flat, width) or [""]

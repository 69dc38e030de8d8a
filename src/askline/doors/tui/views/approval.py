"""What a person is asked to let run: how risky it is, exactly what it is, and what is said of it. Pure.

The command is drawn whole, however long, in a frame of its own; words about it lie in another one, so
that they cannot be taken for it. Risk is a sign and a word before it is a colour.
"""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len, chop_cells

from askline.core.speaking import mark, t
from askline.doors.tui.command import Command
from askline.doors.tui.lines import (
    ACCENT,
    BORDER,
    CODE,
    DANGER,
    MUTED,
    PLAIN,
    STRONG,
    WARN,
    Line,
    Part,
    cut,
    line,
    wrapped,
)
from askline.doors.tui.model import Ask
from askline.doors.tui.views.wording import APPROVAL, RISK

FRAME = 2
"""Cells that a frame's side takes."""
NAMES = 9
ANSWER = 5
"""Lines of the question below it."""
GOES_ON = "↳ "
BESIDE = mark("Said with it")
WHAT_RUNS = mark("Exactly this will run")
DANGEROUS = mark("DANGEROUS")
CALM = mark("Needs your approval")
HOW = mark("approving takes its name, typed")
FOREIGN = mark("Letters that may look like others:")


def approval(ask: Ask, steps: Sequence[Command], width: int) -> list[Line]:
    """What runs comes last, next to the answer: a long tale does not part them.

    What is said about it is no Markdown here, which could fold something away.
    """
    made = [*risk(steps, width), line()]
    if ask.context:
        said = [Line(parts) for parts in wrapped([(ask.context, PLAIN)], width - FRAME)]
        made += [*framed(t(BESIDE), said, width, "┌─│└", BORDER), line()]
    return [*made, *framed_steps(steps, width)]


def framed_steps(steps: Sequence[Command], width: int) -> list[Line]:
    made: list[Line] = []
    for number, step in enumerate(steps, 1):
        role = DANGER if step.dangerous else ACCENT
        name = (
            t(WHAT_RUNS)
            if len(steps) == 1
            else t("Step {0} of {1}: exactly this will run", number, len(steps))
        )
        made += framed(name, command_lines(step, width - FRAME), width, "┏━┃┗", role)
    return made


def fits(steps: Sequence[Command], width: int, height: int) -> bool:
    """Whether all of it can be seen together with the answer."""
    return len(framed_steps(steps, width)) + ANSWER <= height


def risk(steps: Sequence[Command], width: int) -> list[Line]:
    dangerous = any(step.dangerous for step in steps)
    head = [(f"{APPROVAL} {t(CALM)}", WARN)]
    if dangerous:
        head = [(f"{RISK} {t(DANGEROUS)}", DANGER), (f" · {t(HOW)}", PLAIN)]
    reasons = dict.fromkeys(step.why for step in steps if step.why)
    said = [head, *([(why, PLAIN)] for why in reasons)]
    return [Line(parts) for each in said for parts in wrapped(each, width)]


def command_lines(command: Command, width: int) -> list[Line]:
    """All of it; also what an operation ran."""
    made = [*word_lines(command.words, width), line()]
    facts = (
        (t("in"), [command.cwd]),
        (t("sandbox"), command.sandbox.split(" ")),
        (t("variables"), command.env),
        ("sha256", [command.sha256]),
    )
    room = max(NAMES, *(cell_len(name) for name, _ in facts))
    for name, value in facts:
        if value:
            rows = word_lines(value, width - room - 1, PLAIN)
            made += [
                line((f"{'' if number else name:<{room + 1}}", MUTED), *row.parts)
                for number, row in enumerate(rows)
            ]
    if command.foreign:
        made += [line(), line((t(FOREIGN), WARN)), *word_lines(command.foreign, width)]
    return made


def word_lines(words: Iterable[str], width: int, role: str = CODE) -> list[Line]:
    """Broken between words; where a word is longer than a line, a sign says that it goes on."""
    room = max(4, width)
    rows: list[list[Part]] = [[]]
    used = 0
    for word in words:
        if used and used + 1 + cell_len(word) > room:
            rows.append([])
            used = 0
        first, *rest = _pieces(word, room)
        rows[-1] += [*([(" ", PLAIN)] if used else []), (first, role)]
        used += cell_len(first) + bool(used)
        for piece in rest:
            rows.append([(GOES_ON, MUTED), (piece, role)])
            used = cell_len(piece) + cell_len(GOES_ON)
    return [Line(tuple(row)) for row in rows]


def framed(
    title: str, lines: Sequence[Line], width: int, signs: str, role: str = BORDER
) -> list[Line]:
    """Between a title and an end, with a side to the left. `signs`: corner, edge, side, corner."""
    corner, edge, side, end = signs
    name = cut(title, width - 4)
    edges = edge * max(1, width - 4 - cell_len(name))
    made = [line((f"{corner}{edge} ", role), (name, STRONG), (f" {edges}", role))]
    made += [line((f"{side} ", role), *each.parts) for each in lines]
    return [*made, line((end + edge * (width - 1), role))]


def _pieces(word: str, room: int) -> list[str]:
    if cell_len(word) <= room:
        return [word]
    return chop_cells(word, room - cell_len(GOES_ON))

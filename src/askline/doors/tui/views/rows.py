"""One ask in the list: three lines, the last of them air. Pure."""

from datetime import datetime

from askline.core.speaking import t
from askline.doors.tui.drafting import Draft, answered
from askline.doors.tui.lines import (
    ACCENT,
    BORDER,
    DANGER,
    GOOD,
    MUTED,
    PLAIN,
    TITLE,
    WARN,
    Line,
    Part,
    cut,
    spread,
    width_of,
)
from askline.doors.tui.model import Ask
from askline.doors.tui.order import MYSELF, Section, ending_soon, section
from askline.doors.tui.routed import Me
from askline.doors.tui.times import day, left, left_s
from askline.doors.tui.views.routed import HEADINGS, in_row
from askline.doors.tui.views.wording import APPROVAL, GLYPHS, RISK, state_word

HEIGHT = 3

STATE_ROLES = {
    "answered": GOOD,
    "rejected": DANGER,
    "asked_back": ACCENT,
    "timed_out": WARN,
}


def row(
    ask: Ask,
    draft: Draft | None,
    now: datetime,
    width: int,
    *,
    here: bool,
    focus: bool,
    me: Me = MYSELF,
    below: Section | None = None,
) -> tuple[Line, Line, Line]:
    """`below` begins under it."""
    bar: Part = ("▌" if here else " ", ACCENT)
    dim = ask.pending and section(ask, me, now) is not Section.NEEDS_YOU
    glyph = (_glyph(ask), MUTED if dim else _glyph_role(ask, now))
    title = (cut(ask.title, width - 4), MUTED if dim else TITLE)
    right = [*in_row(ask, me, now), *_right(ask, draft, now)]
    who = cut(f"{ask.agent} · {ask.project}", width - 5 - width_of(right))
    second = spread([bar, ("  ", PLAIN), (who, MUTED)], right, width - 1)
    lit = here and focus
    return (
        Line((bar, glyph, (" ", PLAIN), title), ask.id, lit),
        Line((*second, (" ", PLAIN)), ask.id, lit),
        Line(_heading(below, width), ask.id),
    )


def _heading(below: Section | None, width: int) -> tuple[Part, ...]:
    """The last line is air, or what the next section is called."""
    if below is None or below not in HEADINGS:
        return ()
    name = f" {t(HEADINGS[below])} "
    return (name, MUTED), ("─" * max(0, width - len(name) - 1), BORDER)


def _glyph(ask: Ask) -> str:
    if ask.command and ask.pending:
        return RISK if ask.command.dangerous else APPROVAL
    return GLYPHS[ask.state]


def _glyph_role(ask: Ask, now: datetime) -> str:
    if not ask.pending:
        return STATE_ROLES.get(ask.state, MUTED)
    if ask.detached:
        return MUTED
    dangerous = ask.command is not None and ask.command.dangerous
    return DANGER if dangerous or ending_soon(ask, now) else ACCENT


def _right(ask: Ask, draft: Draft | None, now: datetime) -> list[Part]:
    if not ask.pending:
        return [(state_word(ask), MUTED), (f"  {day(ask.asked_at, now)}", MUTED)]
    return [*_progress(ask, draft), *_pressing(ask, now)]


def _progress(ask: Ask, draft: Draft | None) -> list[Part]:
    """How much is done, where something is; else how much there is, where it is more than one."""
    count = len(ask.questions)
    done = sum(answered(each, draft.jot(each)) for each in ask.questions) if draft else 0
    if done:
        return [(f" {done}/{count}", GOOD)]
    return [(f" {t('{0} q', count)}", MUTED)] if count > 1 else []


def _pressing(ask: Ask, now: datetime) -> list[Part]:
    remaining = left_s(ask, now)
    if ask.command and ask.command.dangerous:
        return [(f"  {t('dangerous')}", DANGER), *_left(remaining, ask, now)]
    if ask.detached:
        return [(f"  {t('agent gone')}", MUTED)]
    return _left(remaining, ask, now)


def _left(remaining: float | None, ask: Ask, now: datetime) -> list[Part]:
    if remaining is None:
        return []
    return [(f"  {t('{0} left', left(remaining))}", DANGER if ending_soon(ask, now) else MUTED)]

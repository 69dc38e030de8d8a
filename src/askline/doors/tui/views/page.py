"""The page of one ask: its question with options, the review before sending, or how it ended. Pure.

What the human still has to do stands in words, not only in colours.
"""

from collections.abc import Sequence

from askline.core.speaking import t
from askline.core.text import clean
from askline.doors.tui.command import Command
from askline.doors.tui.drafting import (
    Draft,
    Jot,
    is_picked,
    lack,
    lacking,
    question_at,
    touched,
)
from askline.doors.tui.lines import (
    ACCENT,
    BUTTON,
    CODE,
    DANGER,
    GOOD,
    KEY,
    MUTED,
    PICKED,
    PLAIN,
    STRONG,
    TITLE,
    WARN,
    Line,
    line,
    wrapped,
)
from askline.doors.tui.model import Ask, Option, Question
from askline.doors.tui.order import MYSELF
from askline.doors.tui.routed import Me
from askline.doors.tui.views.approval import approval
from askline.doors.tui.views.prose import prose
from askline.doors.tui.views.routed import on_page
from askline.doors.tui.views.wording import GONE, HOW, HUMAN_ONLY, NOT_SENT, answered_before

OPTION, STEP, SEND, AGAIN = "option:", "step:", "send", "again"
PREVIEW_LINES = 12
DEEP = "     "


def page(
    ask: Ask,
    draft: Draft,
    cursor: int,
    width: int,
    *,
    active: bool,
    steps: Sequence[Command] = (),
    me: Me = MYSELF,
) -> list[Line]:
    """What is in view of an ask that can be answered. `active`: the keys go here.

    `steps` are what an approval would let run.
    """
    question = question_at(ask, draft)
    if question is None:
        return [*notices(ask, width, me), *review(ask, draft, width)]
    made = notices(ask, width, me)
    if draft.step == 0:
        made += _context(ask, steps, width)
    made += [*prose(question.text, width, role=STRONG), line()]
    if not ask.command:
        made += [_hint(question, draft.jot(question)), line()]
    jot = draft.jot(question)
    for number in range(question.rows):
        made += _row(question, jot, number, width, lit=active and number == cursor)
    made += _preview(question, cursor, width)
    if jot.note:
        made += [line(), *_indented(f"{t('Note:')} ", jot.note, width)]
    return made


def review(ask: Ask, draft: Draft, width: int) -> list[Line]:
    made = [line((t("Check your answers"), TITLE)), line((t(NOT_SENT), MUTED)), line()]
    for number, question in enumerate(ask.questions):
        target = f"{STEP}{number}"
        name = question.header or question.text.partition("\n")[0]
        rows = wrapped([(f"{number + 1}  ", KEY), (name, MUTED)], width)
        made += [Line(parts, target) for parts in rows]
        made += [Line(each.parts, target) for each in _reviewed(question, draft, width)]
        made.append(line())
    left = len(lacking(ask, draft))
    if left:
        where = t("press 1–{0} to go there", len(ask.questions))
        made.append(line((t("{0} left to answer", left), WARN), (f"  {where}", MUTED)))
    else:
        made.append(line((f"  Enter  {t('Send answers')}  ", BUTTON), target=SEND))
    return made


def notices(ask: Ask, width: int, me: Me = MYSELF) -> list[Line]:
    said: list[tuple[str, str]] = []
    if ask.detached and ask.pending:
        said.append((t(GONE), WARN))
    if ask.state == "timed_out":
        said.append(
            (t("This question timed out. {0} continued without your answer.", ask.agent), WARN)
        )
        said.append((t("What you send now is kept as a late answer."), MUTED))
    if ask.state == "answered":
        said.append((t("A correction is added beside the answer that stands."), MUTED))
    if ask.human_only and not ask.command:
        said.append((t(HUMAN_ONLY), MUTED))
    lines = [Line(parts) for words in said for parts in wrapped([words], width)]
    lines += on_page(ask, me, width)
    if ask.recalled and ask.pending:
        offer = [
            (answered_before(ask.recalled), PLAIN),
            ("  y", KEY),
            (f" {t('Use it again')}", MUTED),
        ]
        lines += [Line(parts, AGAIN) for parts in wrapped(offer, width)]
    return [*lines, line()] if lines else []


def own_words(question: Question, cursor: int) -> bool:
    """Whether the cursor stands on Other."""
    return question.allow_other and cursor == len(question.options)


def _context(ask: Ask, steps: Sequence[Command], width: int) -> list[Line]:
    if ask.command:
        return [*approval(ask, steps or (ask.command,), width), line()]
    return [*prose(ask.context, width), line()] if ask.context else []


def _hint(question: Question, jot: Jot) -> Line:
    said = t(HOW[question.kind])
    if question.min_picks is not None or question.max_picks is not None:
        low, high = question.min_picks or 0, question.max_picks or question.rows
        said = t("Choose {0} to {1}", low, high) if low != high else t("Choose {0}", low)
    if not question.required:
        said += f" · {t('optional')}"
    missing = lack(question, jot) if touched(question, jot) else None
    return line((said, MUTED), *(((f" · {missing}", WARN),) if missing else ()))


def _row(question: Question, jot: Jot, number: int, width: int, *, lit: bool) -> list[Line]:
    on = is_picked(question, jot, number)
    glyph = ("■" if on else "□") if question.many else ("●" if on else "○")
    other = number == len(question.options)
    option = _other() if other else question.options[number]
    sign = "o" if other else str(number + 1) if number < 9 else " "  # noqa: PLR2004 - digits end
    star = [(f"  ★ {t('recommended')}", WARN)] if option.recommended else []
    parts = [(option.shown, PICKED if on else PLAIN), *star]
    rows = wrapped(parts, width - len(DEEP), "")
    first = (
        (f" {sign} ", MUTED),
        (f"{glyph} ", GOOD if on else MUTED),
        *rows[0],
    )
    target = f"{OPTION}{number}"
    made = [Line(_lead(first, lit=lit), target, lit)]
    made += [Line(((DEEP, PLAIN), *row), target, lit) for row in rows[1:]]
    about = jot.text if other and on and jot.text.strip() else option.description
    for row in wrapped([(about, MUTED)], width, DEEP) if about else []:
        made.append(Line(row, target, lit))
    return made


def _other() -> Option:
    return Option("", t("Other…"), t("Write your own answer"))


def _lead(parts: tuple[tuple[str, str], ...], *, lit: bool) -> tuple[tuple[str, str], ...]:
    """The cursor is a sign, not only a ground: some terminals have no colours."""
    text, role = parts[0]
    return (("›", ACCENT), (text[1:], role), *parts[1:]) if lit else parts


def _preview(question: Question, cursor: int, width: int) -> list[Line]:
    if cursor >= len(question.options) or not question.options[cursor].preview:
        return []
    rows = question.options[cursor].preview.split("\n")
    shown = [
        Line(parts) for row in rows[:PREVIEW_LINES] for parts in wrapped([(row, CODE)], width, "  ")
    ]
    rest = len(rows) - PREVIEW_LINES
    more = [line((f"  {t('… {0} more lines', rest)}", MUTED))] if rest > 0 else []
    return [
        line(),
        line((t("Preview of {0}", question.options[cursor].shown), MUTED)),
        *shown,
        *more,
    ]


def _reviewed(question: Question, draft: Draft, width: int) -> list[Line]:
    jot = draft.jot(question)
    missing = lack(question, jot)
    if missing is not None:
        return [line(("   ! ", DANGER), (missing, DANGER))]
    if not touched(question, jot):
        made = [line((f"   – {t('skipped')}", MUTED))]
    else:
        made = [
            Line(parts)
            for parts in wrapped([("✓ ", GOOD), (said(question, jot), STRONG)], width, "   ")
        ]
    return [*made, *(_indented(f"   {t('Note:')} ", jot.note, width) if jot.note else [])]


def said(question: Question, jot: Jot) -> str:
    """What would be sent for one question, for a person."""
    files = [clean(t("[file: {0}]", file["name"]), multiline=False) for file in jot.files]
    if question.kind == "text":
        return " ".join([jot.text.strip(), *files])
    labels = [option.shown for option in question.options if option.label in jot.picks]
    return ", ".join([*labels, *([f"“{jot.text.strip()}”"] if jot.other else []), *files])


def _indented(head: str, text: str, width: int) -> list[Line]:
    return [Line(parts) for parts in wrapped([(head, MUTED), (text.strip(), PLAIN)], width)]

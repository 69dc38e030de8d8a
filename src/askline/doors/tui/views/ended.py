"""How a settled ask ended: who, what, and what came after. Pure."""

from datetime import datetime

from askline.core.speaking import t
from askline.core.text import clean
from askline.doors.tui.drafting import Draft
from askline.doors.tui.lines import (
    ACCENT,
    DANGER,
    GOOD,
    KEY,
    MUTED,
    PLAIN,
    STRONG,
    TITLE,
    WARN,
    Line,
    line,
    wrapped,
)
from askline.doors.tui.model import Ask, Question, Said, Word
from askline.doors.tui.times import ago
from askline.doors.tui.views.approval import command_lines
from askline.doors.tui.views.wording import GLYPHS, amended, ending

ROLES = {"answered": GOOD, "rejected": DANGER, "asked_back": ACCENT, "timed_out": WARN}
CORRECTABLE = frozenset({"answered", "timed_out"})


def ended(ask: Ask, now: datetime, width: int, *, mine: bool) -> list[Line]:
    word = ask.outcome
    role = ROLES.get(ask.state, MUTED)
    sentence = [(f"{GLYPHS[ask.state]} ", role), (ending(ask, mine=mine), TITLE)]
    made = [Line(parts) for parts in wrapped(sentence, width)]
    if word is not None:
        made += [line((f"{_since(word.at, now)}", MUTED)), line()]
        made += said_lines(ask, word, width)
        made += [] if word.answers else _asked(ask, width)
    if ask.command:
        made += [line(), *command_lines(ask.command, width)]
    for more in ask.amendments:
        made += [line(), line((amended(more), STRONG), (f" · {_since(more.at, now)}", MUTED))]
        made += said_lines(ask, more, width)
    if ask.state in CORRECTABLE:
        verb = t("answer late") if ask.state == "timed_out" else t("send a correction")
        made += [line(), line(("c", KEY), (f" {verb}", MUTED), target="correct")]
    if may_be_ruled(ask):
        made += [line(("w", KEY), (f" {t('answer this way from now on')}", MUTED))]
    return made


def may_be_ruled(ask: Ask) -> bool:
    """Whether it looks like something that a rule can be made from; the service decides."""
    by_people = ask.outcome is not None and ask.outcome.by == "human"
    return ask.state == "answered" and by_people and not (ask.command or ask.human_only)


def latest_lines(ask: Ask, width: int) -> list[Line]:
    """What was said in the end."""
    words = [word for word in (ask.outcome, *ask.amendments) if word is not None]
    return said_lines(ask, words[-1], width)


def said_lines(ask: Ask, word: Word, width: int) -> list[Line]:
    given = {said.question_id: said for said in word.answers}
    made: list[Line] = []
    for question in ask.questions if given else ():
        name = question.header or question.text.partition("\n")[0]
        made += [Line(parts) for parts in wrapped([(name, MUTED)], width)]
        made += _one(question, given.get(question.id), width)
    for name, text in ((t("Reason"), word.reason), (t("You asked"), word.ask_back)):
        if text:
            made += [Line(parts) for parts in wrapped([(f"{name}: ", MUTED), (text, PLAIN)], width)]
    return made


def _asked(ask: Ask, width: int) -> list[Line]:
    """What it was about, where nobody answered."""
    rows = [wrapped([(question.text, MUTED)], width) for question in ask.questions]
    return [Line(parts) for row in rows for parts in row]


def _one(question: Question, said: Said | None, width: int) -> list[Line]:
    if said is None or said.state != "answered":
        return [line((f"   – {t('skipped')}", MUTED))]
    offered = {option.label: option.shown for option in question.options}
    text = ", ".join(offered.get(each, each) for each in said.shown)
    made = [Line(parts) for parts in wrapped([("✓ ", GOOD), (text, STRONG)], width, "   ")]
    if said.note:
        made += [
            Line(parts)
            for parts in wrapped([(f"{t('Note:')} ", MUTED), (said.note, PLAIN)], width, "   ")
        ]
    return made


def unsent_lines(ask: Ask, draft: Draft, width: int) -> list[Line]:
    """What was being written when it ended: nobody has it but this terminal."""
    words = [word for word in (ask.outcome, *ask.amendments) if word is not None]
    said = {text for word in words for each in word.answers for text in (*each.shown, each.note)}
    jots = [draft.jot(question) for question in ask.questions]
    texts = [text for jot in jots for text in (jot.text.strip(), jot.note) if text]
    lost = [clean(text) for text in texts if clean(text) not in said]
    made = [line(), line((t("What you wrote is not sent:"), WARN))] if lost else []
    return [*made, *(Line(parts) for text in lost for parts in wrapped([(text, PLAIN)], width))]


def _since(at: datetime, now: datetime) -> str:
    said = ago(at, now)
    return t("just now") if said == "now" else t("{0} ago", said)

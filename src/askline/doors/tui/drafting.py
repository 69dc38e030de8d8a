"""What a person has picked and typed so far for one ask, and the steps through it. Pure.

A draft is never an answer: it becomes one when it is sent whole, from the review or from the only
question. Whether an answer fits is the service's to say; here is only what a person must know
before sending.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from askline.core.speaking import t
from askline.core.text import as_typed
from askline.doors.tui.model import Ask, Question, Word

Shape = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Jot:
    """One question's part."""

    picks: tuple[str, ...] = ()
    """Labels exactly as offered."""
    other: bool = False
    text: str = ""
    """The answer to a question of type text, or the words of Other."""
    note: str = ""
    files: tuple[Shape, ...] = ()
    """Attached at another door; this one can neither add nor show them, but never loses them."""


EMPTY = Jot()


@dataclass(frozen=True, slots=True)
class Draft:
    jots: Mapping[str, Jot] = field(default_factory=dict[str, Jot])
    step: int = 0
    """Which question is in view; one more than there are is the review."""

    def jot(self, question: Question) -> Jot:
        return self.jots.get(question.id, EMPTY)

    def jotted(self, question: Question, jot: Jot) -> "Draft":
        return replace(self, jots={**self.jots, question.id: jot})

    def at(self, step: int, ask: Ask) -> "Draft":
        return replace(self, step=max(0, min(step, last_step(ask))))


def last_step(ask: Ask) -> int:
    """The review, where there is more than one question; otherwise the question itself."""
    count = len(ask.questions)
    return count if count > 1 else 0


def question_at(ask: Ask, draft: Draft) -> Question | None:
    """None at the review."""
    return ask.questions[draft.step] if draft.step < len(ask.questions) else None


def picked(question: Question, jot: Jot, row: int) -> Jot:
    """The jot after row `row` was chosen: one of many, or on and off where several may be."""
    if row == len(question.options):
        other = not jot.other if question.many else True
        return replace(jot, other=other, picks=jot.picks if question.many else ())
    label = question.options[row].label
    if not question.many:
        return replace(jot, picks=(label,), other=False)
    on = {*jot.picks} ^ {label}
    return replace(jot, picks=tuple(o.label for o in question.options if o.label in on))


def is_picked(question: Question, jot: Jot, row: int) -> bool:
    if row == len(question.options):
        return jot.other
    return question.options[row].label in jot.picks


def first_row(question: Question, jot: Jot) -> int:
    """Where the cursor begins: on what is picked."""
    return next((row for row in range(question.rows) if is_picked(question, jot, row)), 0)


def touched(question: Question, jot: Jot) -> bool:
    """Whether the person has said something of their own here."""
    if question.kind == "text":
        return bool(jot.text.strip() or jot.files)
    return bool(jot.picks or jot.other or jot.files)


def answered(question: Question, jot: Jot) -> bool:
    return touched(question, jot) and lack(question, jot) is None


def lack(question: Question, jot: Jot) -> str | None:
    """What keeps this question from being sent; None where nothing does."""
    if jot.other and not jot.text.strip():
        return t("needs the words of Other")
    count = len(jot.picks) + jot.other
    if not touched(question, jot):
        return t("needs an answer") if question.required else None
    if question.many and question.min_picks is not None and count < question.min_picks:
        return t("needs at least {0} picks", question.min_picks)
    if question.many and question.max_picks is not None and count > question.max_picks:
        return t("takes at most {0} picks", question.max_picks)
    return None


def lacking(ask: Ask, draft: Draft) -> list[int]:
    """The steps that still need something; none: it can be sent."""
    return [
        step
        for step, question in enumerate(ask.questions)
        if lack(question, draft.jot(question)) is not None
    ]


def recommended_here(question: Question, jot: Jot) -> Jot:
    """The agent's own choice, in place of what was picked; nothing where it has none."""
    labels = tuple(option.label for option in question.options if option.recommended)
    if not labels:
        return jot
    return replace(jot, picks=labels if question.many else labels[:1], other=False)


def recommended_everywhere(ask: Ask, draft: Draft) -> Draft:
    """Every untouched question as recommended, then the review: own picks stand, nothing is sent."""
    for question in ask.questions:
        jot = draft.jot(question)
        if not touched(question, jot):
            draft = draft.jotted(question, recommended_here(question, jot))
    return draft.at(last_step(ask), ask)


def any_recommended(ask: Ask) -> bool:
    return any(option.recommended for question in ask.questions for option in question.options)


def lets_run(ask: Ask, draft: Draft) -> bool:
    """Whether something would run if this were sent."""
    yes = any("yes" in draft.jot(question).picks for question in ask.questions)
    return ask.command is not None and yes


def answers(ask: Ask, draft: Draft) -> dict[str, Shape]:
    """For the API. Only questions that were touched, and the skipped ones said to be so."""
    return {question.id: _answer(question, draft.jot(question)) for question in ask.questions}


def kept(ask: Ask, draft: Draft) -> dict[str, Shape]:
    """What the service keeps for every door while nothing is sent; empty where there is nothing."""
    return {
        question.id: _given(question, draft.jot(question))
        for question in ask.questions
        if draft.jot(question) != EMPTY
    }


def read_kept(ask: Ask, kept: Mapping[str, Shape]) -> Draft:
    """The draft that another door, or this one earlier, left with the service."""
    jots = {
        question.id: _mark(
            question, kept[question.id]["values"], kept[question.id].get("customText")
        )
        for question in ask.questions
        if question.id in kept
    }
    return Draft(
        {
            each: replace(
                jot,
                note=kept[each].get("note") or "",
                files=tuple(kept[each].get("attachments") or ()),
            )
            for each, jot in jots.items()
        }
    )


def read_word(ask: Ask, word: Word | None) -> Draft:
    """What was answered, as the beginning of a correction."""
    given = {said.question_id: said for said in word.answers} if word else {}
    return Draft(
        {
            question.id: replace(
                _mark(question, given[question.id].values, given[question.id].own_words or None),
                note=given[question.id].note,
                files=given[question.id].files,
            )
            for question in ask.questions
            if question.id in given
        }
    )


def _answer(question: Question, jot: Jot) -> Shape:
    if not touched(question, jot):
        return {"skipped": True, **_noted(jot)}
    return _given(question, jot)


def _given(question: Question, jot: Jot) -> Shape:
    text = as_typed(jot.text)
    files = {"attachments": [*jot.files]} if jot.files else {}
    if question.kind == "text":
        return {"values": [text] if text else [], **_noted(jot), **files}
    other = {"customText": text} if jot.other else {}
    return {"values": [*jot.picks], **other, **_noted(jot), **files}


def _noted(jot: Jot) -> Shape:
    return {"note": as_typed(jot.note)} if jot.note.strip() else {}


def _mark(question: Question, values: Any, own_words: str | None) -> Jot:
    if question.kind == "text":
        return Jot(text=values[0] if values else "")
    labels = tuple(o.label for o in question.options if o.label in values)
    return Jot(picks=labels, other=own_words is not None, text=own_words or "")

"""What a client sends back for a form of `forms`, as answers that `checking` judges.

Clients differ, so this is lenient: a missing or unknown property, a word for a boolean, one value
for a list, a number for a text. What makes no sense is left out, or left as it is for `checking`
to name; nothing here refuses.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import cast

from askline.asks.answers import Given
from askline.asks.forms import NOTE, Revision, named, other_name, ticked, ticks
from askline.asks.model import Question, QuestionKind
from askline.core.text import as_typed

YES = ("true", "yes", "y", "1")
NO = ("false", "no", "n", "0")
WORDS: dict[str, str] = {**dict.fromkeys(YES, "yes"), **dict.fromkeys(NO, "no")}
NUMBER_BITS = 1_000
"""Python refuses to spell endless numbers, and nobody typed one."""


def given_of(
    questions: Sequence[Question], revision: Revision, content: Mapping[str, object]
) -> dict[str, Given]:
    """What was given, in the order of the questions; what was left empty is absent."""
    given: dict[str, Given] = {}
    for name, question in named(questions):
        answer = _given(name, question, revision, content)
        if answer != Given():
            given[question.id] = answer
    if note := _text(content.get(NOTE)):
        bearer = next(iter(given), questions[0].id)
        given[bearer] = replace(given.get(bearer, Given()), note=note)
    return given


def single_given(question_id: str, content: Mapping[str, object]) -> dict[str, Given]:
    """The `answer` of `single_schema`; empty when there is none."""
    texts = _texts(content.get("answer"))
    return {question_id: Given(values=texts)} if texts else {}


def _given(
    name: str, question: Question, revision: Revision, content: Mapping[str, object]
) -> Given:
    if question.kind is QuestionKind.CONFIRM:
        return Given(values=_yes_or_no(content.get(name)))
    if ticked(question, revision):
        labels = tuple(
            option.label
            for tick, option in ticks(name, question)
            if _yes_or_no(content.get(tick)) == ("yes",)
        )
        return _picked(name, question, labels, content)
    texts = _texts(content.get(name))
    if question.kind is QuestionKind.TEXT:
        return Given(values=texts)
    return _picked(name, question, texts, content)


def _picked(
    name: str, question: Question, texts: tuple[str, ...], content: Mapping[str, object]
) -> Given:
    """Some clients add an Other of their own and send its text as if it were a label."""
    labels = question.labels
    values = dict.fromkeys(bare if (bare := text.strip()) in labels else text for text in texts)
    if not question.allow_other:
        return Given(values=tuple(values))
    offered = tuple(value for value in values if value in labels)
    own = [value for value in values if value not in labels]
    other = _text(content.get(other_name(name)))
    if other is None:
        return Given(values=offered, custom_text=", ".join(own) or None)
    if question.kind is QuestionKind.SELECT:
        return Given(custom_text=other)
    return Given(values=offered, custom_text=", ".join(dict.fromkeys([*own, other])))


def _yes_or_no(raw: object) -> tuple[str, ...]:
    if isinstance(raw, bool):
        return ("yes",) if raw else ("no",)
    return tuple(WORDS.get(text.strip().casefold(), text) for text in _texts(raw))


def _texts(raw: object) -> tuple[str, ...]:
    several = cast("Sequence[object]", raw) if isinstance(raw, list | tuple) else (raw,)
    return tuple(text for each in several if (text := _text(each)) is not None)


def _text(raw: object) -> str | None:
    match raw:
        case str():
            text = as_typed(raw)
            return text if text.strip() else None
        case bool():
            return None
        case int() if raw.bit_length() <= NUMBER_BITS:
            return str(raw)
        case float() if isfinite(raw):
            return str(raw).removesuffix(".0")
        case _:
            return None

"""An ask's questions as the form a client draws: the flat JSON Schema of `elicitation/create`.

What each protocol revision allows differs, so the same questions make different forms; what comes
back is read by `form_answers`, the words above the form are made by `form_message`. Only
translates: nothing is sent here, and whether an answer fits is said by `checking`.

No property has a default, though later revisions allow one. Clients put defaults in before anybody
looks, and some send the form back at once: that would be consent which nobody gave. What the agent
recommends is said in words instead.

No property has a longest length either: that is a setting of the house, judged by `checking`.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from askline.asks.model import Option, Question, QuestionKind
from askline.asks.spelling import Json

NOTE = "z_note"
"""Last by name, because clients sort by name."""
DASH = " \N{EN DASH} "
TITLE_LENGTH = 100
DESCRIPTION_LENGTH = 200


class Revision(StrEnum):
    """The protocol revisions whose forms differ from the one before, or are the newest."""

    JUNE_2025 = "2025-06-18"
    NOVEMBER_2025 = "2025-11-25"
    JULY_2026 = "2026-07-28"


def revision_of(protocol_version: str) -> Revision | None:
    """The newest known revision that is not above this one; none where forms did not exist yet."""
    return max((each for each in Revision if each <= protocol_version), default=None)


def schema_of(questions: Sequence[Question], revision: Revision, *, extras: bool = True) -> Json:
    """Without `extras` no texts that may stay empty beside the questions: some clients do not let a
    form go before its last text is filled in."""
    properties: Json = {}
    for name, question in named(questions):
        properties |= _properties(name, question, revision)
        if extras:
            properties |= _other(name, question)
    if extras:
        properties[NOTE] = _may_be_empty("Note", "Anything you want to add.")
    required = [name for name, question in named(questions) if _must_be_filled(question, revision)]
    return _form(properties, required)


def single_schema(question_text: str) -> Json:
    """The form that the contract of `question_ask` pins: one required `answer`, no more."""
    return _form({"answer": {"type": "string", "description": question_text}}, ["answer"])


def named(questions: Sequence[Question]) -> Iterator[tuple[str, Question]]:
    """Each question with the name of its property; the names sort as the questions stand."""
    width = len(str(len(questions)))
    for number, question in enumerate(questions, start=1):
        yield f"q{number:0{width}}_{question.id}", question


def other_name(name: str) -> str:
    return f"{name}_other"


def ticks(name: str, question: Question) -> Iterator[tuple[str, Option]]:
    """Each option with the name of its own boolean, where a form knows no arrays."""
    width = len(str(len(question.options)))
    for number, option in enumerate(question.options, start=1):
        yield f"{name}_{number:0{width}}", option


def ticked(question: Question, revision: Revision) -> bool:
    return question.kind is QuestionKind.MULTI_SELECT and revision is Revision.JUNE_2025


def _form(properties: Json, required: list[str]) -> Json:
    form: Json = {"type": "object", "properties": properties}
    return {**form, "required": required} if required else form


def _must_be_filled(question: Question, revision: Revision) -> bool:
    """As the question is required, but for two forms of multi-select that `checking` judges alone.

    Of several ticks none must be set. And Other stands beside the options picked: who wants it
    alone would have to pick something untrue, where a client takes an empty list for no answer.
    (In a select Other takes the place of the option, so that a pick made for the form is harmless.)
    """
    if question.kind is QuestionKind.MULTI_SELECT:
        return question.required and not question.allow_other and not ticked(question, revision)
    return question.required


def _properties(name: str, question: Question, revision: Revision) -> Json:
    if question.kind is QuestionKind.TEXT:
        filled = {"minLength": 1} if question.required else {}
        return {name: {"type": "string", **_words(question), **filled}}
    if question.kind is QuestionKind.CONFIRM:
        return {name: {"type": "boolean", **_words(question)}}
    if question.kind is QuestionKind.SELECT:
        return {name: _select(question, revision)}
    if ticked(question, revision):
        return {tick: _tick(question, option) for tick, option in ticks(name, question)}
    return {name: _multi_select(question)}


def _select(question: Question, revision: Revision) -> Json:
    select: Json = {"type": "string", **_words(question)}
    if revision is Revision.JUNE_2025:
        select["enum"] = list(question.labels)
        select["enumNames"] = [_option_title(option) for option in question.options]
    else:
        select["oneOf"] = _titled(question)
    return select


def _multi_select(question: Question) -> Json:
    multi_select: Json = {
        "type": "array",
        **_words(question),
        "items": {"anyOf": _titled(question)},
    }
    other = 1 if question.allow_other else 0
    least = max(question.min_picks or 0, 1 if question.required else 0) - other
    if least > 0:
        multi_select["minItems"] = least
    if question.max_picks is not None:
        multi_select["maxItems"] = min(question.max_picks, len(question.options))
    return multi_select


def _tick(question: Question, option: Option) -> Json:
    """Says the question as well: some clients show one property at a time."""
    said = _description(question)
    if option.description:
        said = f"{said} {_option_title(option)}"
    return {"type": "boolean", "title": option.label, "description": said}


def _other(name: str, question: Question) -> Json:
    if not question.options or not question.allow_other:
        return {}
    place = "in place of" if question.kind is QuestionKind.SELECT else "beside"
    said = f"Your own answer, taken {place} what is picked."
    return {other_name(name): _may_be_empty(f"{_title(question)}{DASH}other", said)}


def _may_be_empty(title: str, said: str) -> Json:
    return {"type": "string", "title": title, "description": f"{said} You may leave this empty."}


def _titled(question: Question) -> list[Json]:
    return [{"const": option.label, "title": _option_title(option)} for option in question.options]


def _option_title(option: Option) -> str:
    if not option.description:
        return option.label
    return f"{option.label}{DASH}{_one_line(option.description, DESCRIPTION_LENGTH)}"


def _words(question: Question) -> Json:
    return {"title": _title(question), "description": _description(question)}


def _title(question: Question) -> str:
    return question.header or _one_line(question.text, TITLE_LENGTH)


def _description(question: Question) -> str:
    """The question, and what a form has no keyword for."""
    said = [question.text]
    if question.placeholder:
        said.append(f"({question.placeholder})")
    if picks := _picks(question):
        said.append(picks)
    if recommended := [option.label for option in question.options if option.recommended]:
        said.append(f"Recommended: {', '.join(recommended)}.")
    return " ".join(said)


def _picks(question: Question) -> str | None:
    least, most = question.min_picks, question.max_picks
    if most is None:
        return f"Pick at least {least}." if least else None
    if not least:
        return f"Pick at most {most}."
    return f"Pick {least}." if least == most else f"Pick {least} to {most}."


def _one_line(text: str, longest: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"

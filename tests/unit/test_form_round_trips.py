"""Whatever is asked, the form is one the revision allows, and a filled form is the answer."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import given as drawn
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from askline.asks.answers import Given
from askline.asks.checking import check
from askline.asks.form_answers import given_of
from askline.asks.forms import Revision, schema_of
from askline.asks.intake import QUESTION_ID, admit
from askline.asks.limits import Limits
from askline.asks.model import Matter, Option, Question, QuestionKind
from askline.core.errors import InvalidAnswer, TooLarge
from askline.core.text import as_typed, clean

Validator: Any = Draft202012Validator
Form = dict[str, Any]

unhurried = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])

NUMBER = {"type": "number"}
COUNT = {"type": "integer", "minimum": 0}
TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT}
FORMAT = {"enum": ["email", "uri", "date", "date-time"]}


def only(keywords: Form, *needed: str) -> Form:
    """An object with these keywords, at least the needed ones and no others."""
    return {
        "type": "object",
        "properties": keywords,
        "required": list(needed),
        "additionalProperties": False,
    }


def primitive(kind: str, *needed: str, **keywords: Form) -> Form:
    words = {"type": {"const": kind}, "title": TEXT, "description": TEXT}
    return only({**words, **keywords}, "type", *needed)


def allowed(*primitives: Form, **keywords: Form) -> Form:
    properties = {"type": "object", "additionalProperties": {"anyOf": list(primitives)}}
    form = {"type": {"const": "object"}, "properties": properties, "required": TEXTS}
    return only({**form, **keywords}, "type", "properties")


TITLED = {"type": "array", "items": only({"const": TEXT, "title": TEXT}, "const", "title")}
PICKED = {
    "anyOf": [
        only({"anyOf": TITLED}, "anyOf"),
        only({"type": {"const": "string"}, "enum": TEXTS}, "type", "enum"),
    ]
}
IN_JUNE_2025 = allowed(
    primitive("string", minLength=COUNT, maxLength=COUNT, format=FORMAT),
    primitive("string", "enum", enum=TEXTS, enumNames=TEXTS),
    primitive("number", minimum=NUMBER, maximum=NUMBER),
    primitive("integer", minimum=NUMBER, maximum=NUMBER),
    primitive("boolean", default={"type": "boolean"}),
)
SINCE_NOVEMBER_2025 = allowed(
    primitive("string", minLength=COUNT, maxLength=COUNT, format=FORMAT, default=TEXT),
    primitive("string", "enum", enum=TEXTS, enumNames=TEXTS, default=TEXT),
    primitive("string", "oneOf", oneOf=TITLED, default=TEXT),
    primitive("array", "items", items=PICKED, minItems=COUNT, maxItems=COUNT, default=TEXTS),
    primitive("number", minimum=NUMBER, maximum=NUMBER, default=NUMBER),
    primitive("integer", minimum=NUMBER, maximum=NUMBER, default=NUMBER),
    primitive("boolean", default={"type": "boolean"}),
    **{"$schema": TEXT},
)
SPECIFICATION = {
    Revision.JUNE_2025: IN_JUNE_2025,
    Revision.NOVEMBER_2025: SINCE_NOVEMBER_2025,
    Revision.JULY_2026: SINCE_NOVEMBER_2025,
}


def line(longest: int) -> st.SearchStrategy[str]:
    text = st.text(min_size=1, max_size=longest)
    return text.map(lambda said: clean(said, multiline=False)).filter(bool)


typed = st.text(min_size=1, max_size=20).filter(lambda text: bool(as_typed(text).strip()))
options = st.builds(
    Option, label=line(12), description=st.none() | line(300), recommended=st.booleans()
)


@st.composite
def some_question(draw: st.DrawFn, question_id: str) -> Question:
    kind = draw(st.sampled_from(QuestionKind))
    question = Question(
        id=question_id,
        kind=kind,
        text=draw(line(150)),
        header=draw(st.none() | line(24)),
        placeholder=draw(st.none() | line(20)),
        allow_other=draw(st.booleans()),
        required=draw(st.booleans()),
    )
    if not kind.offers_options:
        return question
    offered = draw(st.lists(options, min_size=1, max_size=12, unique_by=lambda each: each.label))
    question = replace(question, options=tuple(offered))
    if kind is QuestionKind.SELECT:
        return question
    most = len(offered) + (1 if question.allow_other else 0)
    high = draw(st.integers(1, most))
    return replace(
        question,
        min_picks=draw(st.none() | st.integers(0, high)),
        max_picks=draw(st.sampled_from([high, None])),
    )


@st.composite
def some_questions(draw: st.DrawFn) -> tuple[Question, ...]:
    """As many as an ask may have, each as it is when it was let in."""
    question_id = st.from_regex(QUESTION_ID, fullmatch=True)
    ids = draw(st.lists(question_id, min_size=1, max_size=10, unique=True))
    questions = tuple(draw(some_question(question_id)) for question_id in ids)
    return admit(Matter(questions=questions), Limits()).questions


@st.composite
def some_answer(draw: st.DrawFn, question: Question) -> Given:
    match question.kind:
        case QuestionKind.TEXT:
            return Given(values=(draw(typed),))
        case QuestionKind.CONFIRM:
            return Given(values=(draw(st.sampled_from(["yes", "no"])),))
        case QuestionKind.SELECT:
            label = draw(st.sampled_from(question.labels))
            own = question.allow_other and draw(st.booleans())
            return Given(custom_text=draw(typed)) if own else Given(values=(label,))
        case _:
            return draw(some_picks(question))


@st.composite
def some_picks(draw: st.DrawFn, question: Question) -> Given:
    low = max(question.min_picks or 0, 1)
    high = question.max_picks or len(question.options) + (1 if question.allow_other else 0)
    picks = draw(st.integers(low, high))
    own = question.allow_other and (picks > len(question.options) or draw(st.booleans()))
    labels = draw(st.permutations(question.labels))[: picks - (1 if own else 0)]
    return Given(
        values=tuple(label for label in question.labels if label in labels),
        custom_text=draw(typed) if own else None,
    )


@st.composite
def some_answers(draw: st.DrawFn, questions: tuple[Question, ...]) -> dict[str, Given]:
    return {
        question.id: draw(some_answer(question))
        for question in questions
        if question.required or draw(st.booleans())
    }


def filled(
    questions: tuple[Question, ...], revision: Revision, answers: dict[str, Given]
) -> dict[str, object]:
    """The form as a client sends it that does what the schema says and no more."""
    content: dict[str, object] = {}
    for number, question in enumerate(questions, start=1):
        answer = answers.get(question.id)
        if answer is None:
            continue
        name = f"q{number:02}_{question.id}" if len(questions) > 9 else f"q{number}_{question.id}"
        content |= filled_property(name, question, revision, answer)
        if answer.custom_text:
            content[f"{name}_other"] = answer.custom_text
    return content


def filled_property(
    name: str, question: Question, revision: Revision, answer: Given
) -> dict[str, object]:
    match question.kind:
        case QuestionKind.TEXT:
            return {name: answer.values[0]}
        case QuestionKind.CONFIRM:
            return {name: answer.values[0] == "yes"}
        case QuestionKind.SELECT:
            return {name: (answer.values or question.labels)[0]}  # who writes Other picks as well
        case QuestionKind.MULTI_SELECT if revision is Revision.JUNE_2025:
            digits = 2 if len(question.labels) > 9 else 1
            return {
                f"{name}_{number:0{digits}}": label in answer.values
                for number, label in enumerate(question.labels, start=1)
            }
        case _:
            return {name: list(answer.values)} if answer.values else {}


@pytest.mark.parametrize("revision", Revision)
@unhurried
@drawn(questions=some_questions())
def test_a_form_holds_only_what_its_revision_allows(
    revision: Revision, questions: tuple[Question, ...]
) -> None:
    schema = schema_of(questions, revision)

    Validator(SPECIFICATION[revision]).validate(schema)
    Validator.check_schema(schema)
    assert set(schema.get("required", [])) <= set(schema["properties"])
    assert list(schema["properties"]) == sorted(schema["properties"])


@pytest.mark.parametrize("revision", Revision)
@unhurried
@drawn(data=st.data(), questions=some_questions(), note=st.none() | typed)
def test_a_filled_form_is_the_answer_that_was_meant(
    revision: Revision, data: st.DataObject, questions: tuple[Question, ...], note: str | None
) -> None:
    answers = data.draw(some_answers(questions))
    content = filled(questions, revision, answers)
    if note:
        content["z_note"] = note
        bearer = next(iter(answers), questions[0].id)
        answers[bearer] = replace(answers.get(bearer, Given()), note=note)

    given = given_of(questions, revision, content)

    Validator(schema_of(questions, revision)).validate(content)
    assert check(questions, given, Limits()) == check(questions, answers, Limits())


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("x" * 300_000),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@pytest.mark.parametrize("revision", Revision)
@unhurried
@drawn(data=st.data(), questions=some_questions())
def test_hostile_content_is_ignored_or_refused(
    revision: Revision, data: st.DataObject, questions: tuple[Question, ...]
) -> None:
    names = st.sampled_from(list(schema_of(questions, revision)["properties"])) | st.text()
    content = data.draw(st.dictionaries(names, anything, max_size=12))

    given = given_of(questions, revision, content)

    assert set(given) <= {question.id for question in questions}
    with suppress(InvalidAnswer, TooLarge):
        assert len(check(questions, given, Limits())) == len(questions)

"""Questions and answers as PromptManager's endpoints spell them, and as asks. Pure.

There an answer is one text with the places of the picked options beside it. What was picked counts by
its place; a text that only repeats the labels says nothing more, any other text is the human's own.
"""

from collections.abc import Mapping
from typing import Any, cast

from askline.asks.answers import Answer, Given
from askline.asks.asked import read_matter
from askline.asks.fields import refuse, spelled
from askline.asks.model import Ask, Matter, Question, QuestionKind
from askline.asks.spelling import Json
from askline.asks.state import State
from askline.core.errors import FieldProblem

BETWEEN = ", "


def matter_of(said: Mapping[str, Any]) -> Matter:
    """What is asked. Whatever else a relay sends along is its own business.

    Raises: InvalidArguments.
    """
    known = ("question", "options", "multiSelect") if said.get("options") else ("question",)
    return read_matter({"question": "", **{name: said[name] for name in known if name in said}})


def question_event(ask: Ask, token: str) -> Json:
    """The contract's event: what a page needs to draw the question."""
    question = ask.questions[0]
    options = [
        {
            "label": option.label,
            **({"description": option.description} if option.description else {}),
        }
        for option in question.options
    ]
    return {
        "type": "ask_user_question",
        "data": {
            "question": question.text,
            "options": options,
            "multiSelect": question.kind is QuestionKind.MULTI_SELECT,
            "streamToken": token,
        },
    }


def settled_event(ask: Ask, token: str) -> Json:
    """So that a page can fold its card, and say of a question that it timed out."""
    answered = polled(ask) if ask.state is State.ANSWERED else {"status": ask.state.value}
    return {"type": "ask_user_settled", "data": {**answered, "streamToken": token}}


def polled(ask: Ask) -> Json:
    """What a poll gets of a settled ask: once."""
    outcome = ask.outcome
    if given := _answers(ask):
        return {"status": "answered", **_said(ask.questions[0], given[0])}
    said: Json = {"status": ask.state.value}
    if outcome and outcome.reason:
        said["reason"] = outcome.reason
    if outcome and outcome.ask_back:
        said["askBack"] = outcome.ask_back
    return said


def is_answered(ask: Ask) -> bool:
    """Also if the answer came late."""
    return bool(_answers(ask))


def given_of(ask: Ask, said: Mapping[str, Any]) -> dict[str, Given]:
    """What `answer` and `selectedOptions` say.

    Raises: InvalidArguments.
    """
    question = ask.questions[0]
    text: object = said.get("answer")
    if text is not None and not isinstance(text, str):
        refuse([FieldProblem("answer", "a text", spelled(text))])
    picked = _picked(question, said.get("selectedOptions"))
    own = (text or "").strip()
    if not question.options:
        return {question.id: Given(values=(own,) if own else ())}
    if not picked and own in question.labels:
        picked = (own,)
    repeats = own in (*picked, BETWEEN.join(picked))
    return {question.id: Given(values=picked, custom_text=None if repeats else own or None)}


def _answers(ask: Ask) -> tuple[Answer, ...]:
    """The last word on it."""
    given = ask.amendments[-1] if ask.amendments else ask.outcome
    return given.answers if given else ()


def _said(question: Question, answer: Answer) -> Json:
    own = [answer.custom_text] if answer.custom_text else []
    places = [
        place for place, option in enumerate(question.options) if option.label in answer.values
    ]
    return {"answer": BETWEEN.join([*answer.values, *own]), "selectedOptions": places}


def _picked(question: Question, said: object) -> tuple[str, ...]:
    places = cast("list[object]", said) if isinstance(said, list) else []
    if said is not None and not isinstance(said, list):
        refuse([FieldProblem("selectedOptions", "a list of places, from 0", spelled(said))])
    for place in places:
        if type(place) is not int or not 0 <= place < len(question.options):
            expected = f"places from 0 to {len(question.options) - 1}"
            refuse([FieldProblem("selectedOptions", expected, spelled(place))])
    return tuple(question.options[cast("int", place)].label for place in places)

"""An AUQ session as a record of ours: its request, its status and its answers, as AUQ wrote them.

Pure. Reads what AUQ 3.4 writes and refuses the rest with a reason; what is still open there stays
there, because AUQ's own agent waits for it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import PurePath
from typing import Any, cast

from askline.asks.answers import Answer, AnswerState
from askline.asks.importing import Record
from askline.asks.model import Matter, Option, Question, QuestionKind
from askline.asks.searching import read_moment
from askline.asks.state import State
from askline.core.people import Agent, Project

SOURCE = "auq"
STATES = {
    "completed": State.ANSWERED,
    "rejected": State.REJECTED,
    "timed_out": State.TIMED_OUT,
    "abandoned": State.CANCELLED,
}
GIVEN_UP = "AUQ gave it up."
ASKS_BACK = ("[ELABORATE_REQUEST]", "[REPHRASE_REQUEST]")
NOTE = "User note: "

Json = Mapping[str, Any]


class NoRecord(ValueError):
    """Why something cannot be imported, in words for people."""


def record_of(name: str, request: Json, status: Json, answers: Json) -> Record:
    """Raises: NoRecord."""
    said = status.get("status")
    if said not in STATES:
        raise NoRecord(f"it is {said!r} in AUQ: only what is settled comes over")
    try:
        return _record(name, request, status, answers, STATES[said])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise NoRecord(f"it is not what AUQ writes ({type(error).__name__}: {error})") from error


def _record(name: str, request: Json, status: Json, given: Json, state: State) -> Record:
    questions = tuple(
        _question(number, each) for number, each in enumerate(request["questions"], start=1)
    )
    answers = tuple(_answer(place, each, given) for place, each in enumerate(questions))
    back = "\n".join(answer.note for answer in answers if answer.note)
    if state is State.ANSWERED and all(each.state is not AnswerState.ANSWERED for each in answers):
        state = State.ASKED_BACK
    path = request.get("workingDirectory")
    return Record(
        source=SOURCE,
        name=name,
        matter=Matter(questions=questions),
        agent=Agent(name=SOURCE),
        project=Project(name=PurePath(path).name if path else SOURCE, path=path or None),
        asked_at=_time(request["timestamp"]),
        state=state,
        settled_at=_time(given.get("timestamp") or status["lastModified"]),
        answers=answers if state is State.ANSWERED else (),
        reason=GIVEN_UP if state is State.CANCELLED else status.get("rejectionReason") or None,
        ask_back=(back or "More was asked for.") if state is State.ASKED_BACK else None,
    )


def _question(number: int, said: Json) -> Question:
    options = tuple(
        Option(label=_word(each["label"]), description=each.get("description") or None)
        for each in said["options"]
    )
    return Question(
        id=f"q{number}",
        text=_word(said["prompt"]),
        header=said.get("title") or None,
        kind=QuestionKind.MULTI_SELECT if said.get("multiSelect") else QuestionKind.SELECT,
        options=options,
    )


def _answer(place: int, question: Question, given: Json) -> Answer:
    """AUQ keeps a request for more words beside the answer it belongs to."""
    mine = [each for each in _listed(given.get("answers")) if each.get("questionIndex") == place]
    values: list[str] = []
    own: list[str] = []
    notes: list[str] = []
    for each in mine:
        values += [each["selectedOption"]] if each.get("selectedOption") else []
        values += _listed(each.get("selectedOptions"))
        words = each.get("customText") or ""
        (notes if words.startswith(ASKS_BACK) else own).append(_noted(words))
    text = "\n".join(filter(None, own)) or None
    answered = bool(values or text)
    return Answer(
        question_id=question.id,
        state=AnswerState.ANSWERED if answered else AnswerState.UNANSWERED,
        values=tuple(map(_word, values)),
        custom_text=text,
        note="\n".join(filter(None, notes)) or None,
    )


def _noted(words: str) -> str:
    """Of a request for more only what the person wrote; AUQ's words around it are for models."""
    if not words.startswith(ASKS_BACK):
        return words
    return words.partition(NOTE)[2] or "More was asked for."


def _listed(said: object) -> Sequence[Any]:
    return cast("list[Any]", said) if isinstance(said, list) else ()


def _word(said: object) -> str:
    if not isinstance(said, str) or not said:
        raise TypeError("a text is missing")
    return said


def _time(said: object) -> datetime:
    return read_moment(_word(said))

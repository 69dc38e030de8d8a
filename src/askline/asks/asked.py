"""What an agent asks, from JSON: the input of `ask_user`, the same for every door.

    {"questions": [{"id", "header", "question", "type", "options", "allow_other", "required",
                    "placeholder", "min_picks", "max_picks"}],
     "title", "context", "timeout", "key", "follows", "sensitive", "human_only"}

Only `question` is needed of a question. Options are texts or objects
`{"label", "description", "preview", "recommended"}`; the type is select where options are given,
else text; a question without an id is `q1` and so on by its place. One question may also be asked
in short, with `question`, `options` and `multiSelect` in the place of `questions`. `timeout` is in
milliseconds. Null is as good as absent.

Every problem of form is named at once, unknown names with the nearest known one. What a form-perfect
ask may hold (sizes, labels that differ, at least one question) is `intake`'s to say, at the desk.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any, cast
from uuid import UUID

from askline.asks.fields import SHOWN, Fields, spelled, stop_at
from askline.asks.model import Matter, Option, Question, QuestionKind
from askline.core.errors import FieldProblem
from askline.core.ids import AskId

SHORTEST_TIMEOUT_MS = 10_000
LONGEST_TIMEOUT_MS = 86_400_000

AGAIN = "Mend the named fields and ask again."

SHORT_FORM = "question options multiSelect"
MATTER = f"questions {SHORT_FORM} title context follows sensitive human_only"
ASKED = f"{MATTER} timeout key"
QUESTION = "id header question type options allow_other required placeholder min_picks max_picks"
OPTION = "label description preview recommended"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the agent said; who it is and where it works, a door knows."""

    matter: Matter
    timeout: timedelta | None = None
    """How long it waits for an answer; none is forever."""
    key: str | None = None


def read_asked(said: Mapping[str, Any], *, also: str = "") -> Asked:
    """A whole ask. `also` names further fields, which the door itself reads.

    Raises: InvalidArguments, with every problem named.
    """
    problems: list[FieldProblem] = []
    fields = Fields(said, problems, known=f"{ASKED} {also}")
    matter = _matter(fields, problems)
    timeout = fields.number("timeout", least=SHORTEST_TIMEOUT_MS, most=LONGEST_TIMEOUT_MS)
    key = fields.text("key", needed="a name for this ask" if "key" in fields else "")
    stop_at(problems, AGAIN)
    return Asked(
        matter=matter,
        timeout=None if timeout is None else timedelta(milliseconds=timeout),
        key=key,
    )


def read_matter(said: Mapping[str, Any]) -> Matter:
    """What is put to the human, without time-out and key.

    Raises: InvalidArguments, with every problem named.
    """
    problems: list[FieldProblem] = []
    matter = _matter(Fields(said, problems, known=MATTER), problems)
    stop_at(problems, AGAIN)
    return matter


def read_questions(said: Sequence[Any]) -> tuple[Question, ...]:
    """The questions alone.

    Raises: InvalidArguments, with every problem named.
    """
    problems: list[FieldProblem] = []
    questions = _questions(said, problems)
    stop_at(problems, AGAIN)
    return questions


def _matter(fields: Fields, problems: list[FieldProblem]) -> Matter:
    return Matter(
        questions=_asked_questions(fields, problems),
        title=fields.text("title"),
        context=fields.text("context"),
        follows=_follows(fields),
        sensitive=fields.flag("sensitive", default=False),
        human_only=fields.flag("human_only", default=False),
    )


def _asked_questions(fields: Fields, problems: list[FieldProblem]) -> tuple[Question, ...]:
    short = [name for name in SHORT_FORM.split() if name in fields]
    if "questions" in fields:
        for name in short:
            fields.wrong(name, "either `questions` or the short form", "both")
        return _questions(fields.items("questions") or (), problems)
    if not short:
        fields.wrong("questions", "questions array must have at least 1 item", "nothing")
        return ()
    many = fields.flag("multiSelect", default=False)
    options = _options(fields, problems)
    kind = QuestionKind.MULTI_SELECT if many else _kind_for(options)
    text = fields.text("question", needed="question text is required") or ""
    return (Question(id="q1", text=text, kind=kind, options=options),)


def _questions(said: Sequence[Any], problems: list[FieldProblem]) -> tuple[Question, ...]:
    taken = {_named(each) for each in said}
    questions: list[Question] = []
    for place, each in enumerate(said, start=1):
        if not isinstance(each, dict):
            expected = "a question: an object with `question`, the text"
            problems.append(FieldProblem(f"questions.{place}", expected, spelled(each)))
            continue
        own = next(f"q{number}" for number in count(place) if f"q{number}" not in taken)
        question = _question(cast("dict[str, Any]", each), own, problems)
        taken.add(question.id)
        questions.append(question)
    return tuple(questions)


def _named(said: Any) -> str | None:
    """The id that a question gives itself."""
    named = cast("dict[str, Any]", said).get("id") if isinstance(said, dict) else None
    return named if isinstance(named, str) else None


def _question(said: dict[str, Any], own: str, problems: list[FieldProblem]) -> Question:
    named = _named(said)
    question_id = own if named is None else named
    fields = Fields(said, problems, f"questions.{question_id[:SHOWN]}", QUESTION)
    fields.text("id")
    options = _options(fields, problems)
    return Question(
        id=question_id,
        text=fields.text("question", needed="question text is required") or "",
        kind=_kind(fields, options),
        header=fields.text("header"),
        options=options,
        allow_other=fields.flag("allow_other", default=True),
        required=fields.flag("required", default=True),
        placeholder=fields.text("placeholder"),
        min_picks=fields.number("min_picks"),
        max_picks=fields.number("max_picks"),
    )


def _kind(fields: Fields, options: tuple[Option, ...]) -> QuestionKind:
    said = fields.text("type")
    if said is None:
        return _kind_for(options)
    if said not in set(QuestionKind):
        fields.wrong("type", f"one of {', '.join(QuestionKind)}", spelled(said))
        return _kind_for(options)
    return QuestionKind(said)


def _kind_for(options: tuple[Option, ...]) -> QuestionKind:
    return QuestionKind.SELECT if options else QuestionKind.TEXT


def _options(fields: Fields, problems: list[FieldProblem]) -> tuple[Option, ...]:
    return tuple(
        _option(each, fields.path(f"options.{place}"), problems)
        for place, each in enumerate(fields.items("options") or (), start=1)
    )


def _option(said: Any, at: str, problems: list[FieldProblem]) -> Option:
    if isinstance(said, str):
        return Option(label=said)
    if not isinstance(said, dict):
        problems.append(FieldProblem(at, "a text, or an object with `label`", spelled(said)))
        return Option(label="")
    fields = Fields(cast("dict[str, Any]", said), problems, at, OPTION)
    return Option(
        label=fields.text("label", needed="a label") or "",
        description=fields.text("description"),
        preview=fields.text("preview"),
        recommended=fields.flag("recommended", default=False),
    )


def _follows(fields: Fields) -> AskId | None:
    said = fields.text("follows")
    if said is None:
        return None
    try:
        return AskId(UUID(said))
    except ValueError:
        fields.wrong("follows", "the whole id of an earlier ask", spelled(said))
        return None

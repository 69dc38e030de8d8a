"""The contract of CodeNomad: `ask_user` asks up to ten questions and answers with one JSON object.

The object has the four members of the contract, and others only where there is more to say: a
reason, a question back, that nobody has answered yet, that no person settled it.
"""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from mcp_types import CallToolResult

from askline.asks.answers import Answer
from askline.asks.asked import SHORTEST_TIMEOUT_MS, read_asked
from askline.asks.fields import Fields, stop_at
from askline.asks.limits import Limits
from askline.asks.model import Ask
from askline.asks.shapes import result_shape
from askline.asks.spelling import Json, text_of
from askline.asks.state import State
from askline.core.errors import AsklineError, FieldProblem, InvalidArguments, TooLarge
from askline.doors.mcp.contracts import askline
from askline.doors.mcp.mending import mended
from askline.doors.mcp.present import call_again, plain
from askline.doors.mcp.problems import problem
from askline.doors.mcp.putting import opened, put
from askline.doors.mcp.tools import Declared, Profile
from askline.doors.mcp.visits import Reply, Visit
from askline.doors.mcp.wording import no_person

NAME = "ask_user"
LIMITS = Limits()
LONGEST_TIMEOUT_MS = 1_800_000
DEFAULT_TIMEOUT_MS = 300_000

NONE = "questions array must have at least 1 item"
TOO_MANY = f"questions array exceeds maximum of {LIMITS.questions}"
NO_TEXT = "question text is required"
NO_OPTIONS = "Options required for select/multi-select types"

QUESTION_INFO: Json = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "description": "Optional unique ID for this question"},
        "question": {
            "type": "string",
            "description": "The question text to display",
            "minLength": 1,
            "maxLength": LIMITS.question_text,
        },
        "type": {
            "type": "string",
            "enum": ["text", "select", "multi-select", "confirm"],
            "default": "text",
            "description": "Type of input to collect",
        },
        "options": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Options for select/multi-select types",
        },
        "required": {
            "type": "boolean",
            "default": True,
            "description": "Whether an answer is required",
        },
        "placeholder": {"type": "string", "description": "Placeholder text for text inputs"},
    },
    "required": ["question"],
}

INPUT: Json = {
    "type": "object",
    "properties": {
        "questions": {
            "type": "array",
            "description": "Array of questions to ask the user",
            "items": QUESTION_INFO,
            "minItems": 1,
            "maxItems": LIMITS.questions,
        },
        "title": {
            "type": "string",
            "description": "Optional title for the question dialog",
            "maxLength": LIMITS.title,
        },
        "timeout": {
            "type": "integer",
            "description": "Timeout in milliseconds (default: 300000 = 5 minutes)",
            "minimum": SHORTEST_TIMEOUT_MS,
            "maximum": LONGEST_TIMEOUT_MS,
            "default": DEFAULT_TIMEOUT_MS,
        },
    },
    "required": ["questions"],
}


async def ask_user(visit: Visit, said: Mapping[str, Any]) -> Reply:
    meant = mended(said, askline.ASK)
    questions: object = meant.get("questions")
    if complaints := list(_complaints(questions)):
        raise InvalidArguments("; ".join(dict.fromkeys(complaints)), hint="Mend it and ask again.")
    asked = {
        "questions": [_known(each) for each in cast("list[Any]", questions)],
        "title": meant.get("title"),
        "timeout": _timeout(meant),
    }
    ask = await opened(visit, read_asked(asked))
    return await put(visit, ask, result_of)


def result_of(visit: Visit, ask: Ask) -> CallToolResult:
    visit.hands_over(ask)
    whole = result_shape(ask)
    facts = {name: whole[name] for name in ("answered", "cancelled", "timedOut")}
    answers = ask.outcome.answers if ask.outcome else ()
    facts["answers"] = [_answer(each) for each in answers]
    more = {name: whole[name] for name in ("reason", "askBack", "amendments")}
    if ask.state is State.PENDING:
        more |= {"pending": True, "next": call_again(NAME)}
    more["settledBy"] = whole["settledBy"] if no_person(ask) and not facts["timedOut"] else None
    return plain(text_of(facts | {name: value for name, value in more.items() if value}))


def told(error: AsklineError) -> CallToolResult:
    if not isinstance(error, InvalidArguments | TooLarge):
        return problem(error)
    fields = [f"{each.field}: expected {each.expected}, got {each.actual}" for each in error.fields]
    return plain(f"Validation error: {'; '.join(fields) or error.message}", is_error=True)


def _complaints(questions: object) -> Iterator[str]:
    """What the contract has words for."""
    listed = cast("list[object]", questions) if isinstance(questions, list) else []
    if not listed:
        yield NONE
    if len(listed) > LIMITS.questions:
        yield TOO_MANY
    for each in listed:
        question = cast("Json", each) if isinstance(each, dict) else {}
        if not str(question.get("question") or "").strip():
            yield NO_TEXT
        if question.get("type") in ("select", "multi-select") and not question.get("options"):
            yield NO_OPTIONS


def _known(question: Json) -> Json:
    """What the contract knows of a question; it says nothing against more."""
    names = QUESTION_INFO["properties"]
    asked = {name: question[name] for name in names if question.get(name) is not None}
    asked.setdefault("type", "text")
    if asked["type"] in ("text", "confirm"):
        asked.pop("options", None)
    return asked


def _timeout(meant: Mapping[str, Any]) -> int:
    problems: list[FieldProblem] = []
    fields = Fields({"timeout": meant.get("timeout")}, problems, known="timeout")
    timeout = fields.number("timeout", least=SHORTEST_TIMEOUT_MS, most=LONGEST_TIMEOUT_MS)
    stop_at(problems)
    return DEFAULT_TIMEOUT_MS if timeout is None else timeout


def _answer(answer: Answer) -> Json:
    facts: Json = {"questionId": answer.question_id, "values": list(answer.values)}
    if answer.custom_text is not None:
        facts["customText"] = answer.custom_text
    return facts | ({"note": answer.note} if answer.note is not None else {})


PROFILE = Profile(
    server="codenomad",
    instructions="codenomad/instructions",
    tools=(
        Declared(
            name=NAME,
            about="codenomad/ask_user",
            input_schema=INPUT,
            annotations=askline.ANNOTATIONS,
            work=ask_user,
            told=told,
        ),
    ),
)

"""What the tools of AUQ take, as JSON Schema and as it is read. Names and words are AUQ's.

`nonBlocking` and `blocking` have defaults and are therefore not listed as required.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, cast

from askline.asks.asked import AGAIN, Asked
from askline.asks.fields import Fields, spelled, stop_at
from askline.asks.limits import Limits
from askline.asks.model import Matter, Option, Question, QuestionKind
from askline.core.errors import FieldProblem, InvalidArguments
from askline.doors.mcp.mending import a_flag, a_list, a_text, an_object, mended

Schema = dict[str, Any]

MOST_QUESTIONS = 5
FEWEST_OPTIONS, MOST_OPTIONS = 2, 5
CHIP = Limits().header
NO_QUESTION = "At least one question is required"

OPTION: Schema = {
    "type": "object",
    "properties": {
        "label": {
            "type": "string",
            "description": "The display text for this option. Should be concise (1-5 words). To mark as recommended, append '(recommended)' to the label text.",
        },
        "description": {
            "type": "string",
            "description": "Explanation of what this option means or what will happen if chosen. Useful for providing context about trade-offs or implications.",
        },
    },
    "required": ["label"],
    "additionalProperties": False,
}

QUESTION: Schema = {
    "type": "object",
    "properties": {
        "prompt": {
            "type": "string",
            "description": "The complete question to ask the user. Should be clear, specific, and end with a question mark. Example: 'Which programming language do you want to use?' If multiSelect is true, phrase it accordingly, e.g. 'Which features do you want to enable?'",
        },
        "title": {
            "type": "string",
            "minLength": 1,
            "description": "Very short label displayed as a chip/tag (max 12 chars). Examples: 'Auth method', 'Library', 'Approach'. This title appears in the interface to help users quickly identify questions.",
        },
        "options": {
            "type": "array",
            "items": OPTION,
            "minItems": FEWEST_OPTIONS,
            "maxItems": MOST_OPTIONS,
            "description": f"The available choices for this question. Must have {FEWEST_OPTIONS}-{MOST_OPTIONS} options; 2-4 are advised. Each option should be a distinct, mutually exclusive choice (unless multiSelect is enabled). There should be no 'Other' option, that will be provided automatically.",
        },
        "multiSelect": {
            "type": "boolean",
            "description": "Set to true to allow the user to select multiple options instead of just one. Use when choices are not mutually exclusive. Default: false (single-select)",
        },
    },
    "required": ["prompt", "title", "options", "multiSelect"],
    "additionalProperties": False,
}

ASK_INPUT: Schema = {
    "type": "object",
    "properties": {
        "questions": {
            "type": "array",
            "items": QUESTION,
            "minItems": 1,
            "maxItems": MOST_QUESTIONS,
            "description": f"Questions to ask the user (1-{MOST_QUESTIONS} questions; 1-4 are advised). Each question must include: prompt (full question text), title (short label, max 12 chars), options ({FEWEST_OPTIONS}-{MOST_OPTIONS} choices with labels and descriptions), and multiSelect (boolean).",
        },
        "nonBlocking": {
            "type": "boolean",
            "default": False,
            "description": "Set to true to submit questions without waiting for answers. The tool will return immediately with a session ID that can be used with get_answered_questions to fetch answers later. Default: false (blocking mode).",
        },
    },
    "required": ["questions"],
    "additionalProperties": False,
}

GET_INPUT: Schema = {
    "type": "object",
    "properties": {
        "session_id": {
            "type": "string",
            "description": "The session ID returned from a non-blocking ask_user_questions call. Accepts both full UUID and short (8 chars) ID.",
        },
        "blocking": {
            "type": "boolean",
            "default": False,
            "description": "If true, wait until the user answers before returning. If false (default), return immediately with current status.",
        },
    },
    "required": ["session_id"],
    "additionalProperties": False,
}

_OPTION = an_object(dict.fromkeys(("label", "description"), a_text))
_QUESTION = an_object(
    {
        **dict.fromkeys(("prompt", "title"), a_text),
        "multiSelect": a_flag,
        "options": a_list(_OPTION),
    }
)
ASK = {"questions": a_list(_QUESTION), "nonBlocking": a_flag}
GET = {"session_id": a_text, "blocking": a_flag}


def read_asked(said: Mapping[str, Any], timeout_s: float | None) -> tuple[Asked, bool]:
    """What is asked, and whether the call waits for it.

    Raises: InvalidArguments, with every problem named.
    """
    problems: list[FieldProblem] = []
    fields = Fields(mended(said, ASK), problems, known="questions nonBlocking")
    asked = fields.items("questions")
    blocking = not fields.flag("nonBlocking", default=False)
    if not problems and not asked:
        raise InvalidArguments(NO_QUESTION, hint=f"Ask 1 to {MOST_QUESTIONS} questions.")
    if asked and len(asked) > MOST_QUESTIONS:
        fields.wrong("questions", f"at most {MOST_QUESTIONS} questions", f"{len(asked)}")
    questions = _questions(asked or (), problems)
    stop_at(problems, AGAIN)
    timeout = timedelta(seconds=timeout_s) if timeout_s else None
    return Asked(matter=Matter(questions=questions), timeout=timeout), blocking


def read_wanted(said: Mapping[str, Any]) -> tuple[str, bool]:
    """Whose answers are wanted, and whether to wait for them.

    Raises: InvalidArguments, with every problem named.
    """
    problems: list[FieldProblem] = []
    fields = Fields(mended(said, GET), problems, known="session_id blocking")
    session = fields.text("session_id", needed="the ID of a session") or ""
    blocking = fields.flag("blocking", default=False)
    stop_at(problems)
    return session, blocking


def _questions(said: Sequence[Any], problems: list[FieldProblem]) -> tuple[Question, ...]:
    return tuple(_question(each, place, problems) for place, each in enumerate(said, start=1))


def _question(said: Any, place: int, problems: list[FieldProblem]) -> Question:
    fields = _part(said, f"questions.{place}", "prompt title options multiSelect", problems)
    if "multiSelect" not in fields:
        fields.wrong("multiSelect", "true or false", "nothing")
    options = fields.items("options") or []
    if not FEWEST_OPTIONS <= len(options) <= MOST_OPTIONS:
        expected = f"{FEWEST_OPTIONS} to {MOST_OPTIONS} options"
        fields.wrong("options", expected, f"{len(options)}")
    many = fields.flag("multiSelect", default=False)
    return Question(
        id=f"q{place}",
        text=fields.text("prompt", needed="the complete question") or "",
        header=_chip(fields.text("title", needed="a short label") or ""),
        kind=QuestionKind.MULTI_SELECT if many else QuestionKind.SELECT,
        options=tuple(
            _option(each, fields.path(f"options.{number}"), problems)
            for number, each in enumerate(options, start=1)
        ),
    )


def _option(said: Any, at: str, problems: list[FieldProblem]) -> Option:
    fields = _part(said, at, "label description", problems)
    label = fields.text("label", needed="a label") or ""
    recommended = label.casefold().rstrip().endswith("(recommended)")
    return Option(label=label, description=fields.text("description"), recommended=recommended)


def _part(said: Any, at: str, known: str, problems: list[FieldProblem]) -> Fields:
    if not isinstance(said, dict):
        problems.append(FieldProblem(at, "an object", spelled(said)))
    return Fields(
        cast("dict[str, Any]", said if isinstance(said, dict) else {}), problems, at, known
    )


def _chip(title: str) -> str:
    """Its length is only advice there; what does not fit is not worth refusing the question."""
    return title if len(title) <= CHIP else f"{title[: CHIP - 1].rstrip()}…"

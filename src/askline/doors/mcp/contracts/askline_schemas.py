"""What the tools of the default profile take and give, as JSON Schema. Names are public and pinned.

No references and no combinators where a plain list of properties says enough: some clients drop
what they do not understand.
"""

from typing import Any

from askline.asks.asked import LONGEST_TIMEOUT_MS, SHORTEST_TIMEOUT_MS
from askline.asks.limits import Limits
from askline.asks.model import QuestionKind
from askline.asks.state import State

Schema = dict[str, Any]

LIMITS = Limits()


def _text(about: str, **more: Any) -> Schema:
    return {"type": "string", "description": about, **more}


def _flag(about: str, *, default: bool) -> Schema:
    return {"type": "boolean", "description": about, "default": default}


def _list(of: Schema, about: str = "", **more: Any) -> Schema:
    return {"type": "array", "items": of, **({"description": about} if about else {}), **more}


def _object(properties: Schema, required: tuple[str, ...] = (), **more: Any) -> Schema:
    need = {"required": list(required)} if required else {}
    return {"type": "object", "properties": properties, **need, **more}


_OPTION: Schema = {
    "anyOf": [
        {"type": "string"},
        _object(
            {
                "label": _text("What is picked.", maxLength=LIMITS.label),
                "description": _text("What picking it means."),
                "preview": _text("Markdown to look at before picking: code, a diff, a sketch."),
                "recommended": _flag("Whether you advise it.", default=False),
            },
            ("label",),
            additionalProperties=False,
        ),
    ]
}

_OPTIONS = _list(_OPTION, "The choices: texts, or objects.", maxItems=LIMITS.options)

_QUESTION = _object(
    {
        "id": _text("Your name for it; its answer comes back under it. Default: q1, q2, …"),
        "header": _text("Two or three words to tell it apart.", maxLength=LIMITS.header),
        "question": _text(
            "What you want to know, in full.", minLength=1, maxLength=LIMITS.question_text
        ),
        "type": _text(
            "Default: select where options are given, else text.", enum=list(map(str, QuestionKind))
        ),
        "options": _OPTIONS,
        "allow_other": _flag("Whether they may answer in their own words.", default=True),
        "required": _flag("Whether it must be answered.", default=True),
        "placeholder": _text("A hint inside the empty field."),
        "min_picks": {"type": "integer", "minimum": 0},
        "max_picks": {"type": "integer", "minimum": 1},
    },
    ("question",),
    additionalProperties=False,
)

ASK_INPUT = _object(
    {
        "questions": _list(
            _QUESTION, "What to ask, all at once.", minItems=1, maxItems=LIMITS.questions
        ),
        "question": _text("In place of `questions`: one question.", maxLength=LIMITS.question_text),
        "options": _list(_OPTION, "The choices of `question`.", maxItems=LIMITS.options),
        "multiSelect": _flag("Whether several `options` may be picked.", default=False),
        "title": _text("What this is about, in a few words.", maxLength=LIMITS.title),
        "context": _text("What they need to know to decide, in Markdown."),
        "timeout": {
            "type": "integer",
            "minimum": SHORTEST_TIMEOUT_MS,
            "maximum": LONGEST_TIMEOUT_MS,
            "description": "Milliseconds until the ask is given up. Leave it out: it waits.",
        },
        "key": _text("Your name for this ask: the same key again leads to the same ask."),
        "blocking": _flag("False returns at once; fetch the answer later.", default=True),
        "follows": _text("The id of an earlier ask that this one goes on from."),
        "sensitive": _flag("Whether the answer should be kept out of records.", default=False),
        "human_only": _flag("Whether only a person may answer, no rule.", default=False),
    },
    additionalProperties=False,
)

AWAIT_INPUT = _object(
    {
        "ids": _list({"type": "string"}, "The ids of asks, from `askId`.", minItems=1),
        "mode": _text(
            "Return when all of them are settled, or any.", enum=["any", "all"], default="all"
        ),
        "wait": {
            "type": "number",
            "minimum": 0,
            "description": "Seconds at most; 0 only looks. Leave it out: as long as possible.",
        },
    },
    ("ids",),
    additionalProperties=False,
)

_ANSWER = _object(
    {
        "questionId": {"type": "string"},
        "state": {"type": "string", "enum": ["answered", "skipped", "unanswered"]},
        "values": _list({"type": "string"}),
        "customText": {"type": "string"},
        "note": {"type": "string"},
    },
    ("questionId", "state", "values"),
)

_BY = _object(
    {name: {"type": "string"} for name in ("kind", "who", "door", "at")}, ("kind", "who", "at")
)

_NEXT = _object(
    {
        "tool": {"type": "string"},
        "arguments": _object({"ids": _list({"type": "string"})}, ("ids",)),
    },
    ("tool", "arguments"),
)

RESULT = _object(
    {
        "askId": {"type": "string"},
        "state": {"type": "string", "enum": list(map(str, State))},
        "answered": {"type": "boolean"},
        "cancelled": {"type": "boolean"},
        "timedOut": {"type": "boolean"},
        "answers": _list(_ANSWER),
        "reason": {"type": "string"},
        "askBack": {"type": "string"},
        "settledBy": _BY,
        "amendments": _list({"type": "object"}),
        "next": _NEXT,
        "url": {"type": "string"},
        "notice": {"type": "string"},
    },
    ("askId", "state", "answered", "cancelled", "timedOut", "answers"),
)

RESULTS = _object({"asks": _list(RESULT), "next": _NEXT, "notice": {"type": "string"}}, ("asks",))

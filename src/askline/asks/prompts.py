"""A client's own prompt as an ask: may its agent use this tool, or what does the human answer?

What is to run is shown whole and exactly, or not at all: then the client asks by itself. A grant counts
only if a person gave it; whatever is no clear word of a human decides nothing.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from askline.core.people import PERSONS
from askline.core.text import clean

Json = dict[str, Any]

ALLOW: Final = "allow"
LONGEST: Final = 60_000
"""Below the limit of a context, with room for the words around it."""

QUESTIONS: Final = "AskUserQuestion"
OWN: Final = ("mcp__askline__", "mcp__plugin_askline_")
"""How clients name our tools: what asks the human needs no human before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    client: str
    """As people call it."""
    tool: str
    input: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    allowed: bool
    message: str | None = None
    """What the agent is told, where it is not allowed."""
    input: Mapping[str, Any] | None = None
    """What the tool is given in the place of what the agent said."""


def asked(prompt: Prompt) -> Json | None:
    """The input of `ask_user`; None for what the client has to ask by itself."""
    if prompt.tool.startswith(OWN):
        return None
    return _questions(prompt) if prompt.tool == QUESTIONS else _permission(prompt)


def decided(prompt: Prompt, result: Mapping[str, Any]) -> Decision | None:
    """What the outcome means to the client; None where nobody has decided."""
    state = result["state"]
    by = cast("Json", result.get("settledBy") or {})
    if by.get("kind") not in PERSONS:
        return None
    if state == "rejected":
        return Decision(allowed=False, message=result.get("reason") or "Your human said no.")
    if state == "asked_back":
        return Decision(allowed=False, message=f"Your human asks first: {result['askBack']}")
    if state != "answered":
        return None
    answers = cast("list[Json]", result["answers"])
    return _answered(prompt, answers) if prompt.tool == QUESTIONS else _granted(answers[0])


def _permission(prompt: Prompt) -> Json | None:
    command = prompt.input.get("command")
    shown = command if isinstance(command, str) else _spelled(prompt.input)
    if len(shown) > LONGEST or not shown:
        return None
    # What a terminal would not show is spelled out: nobody agrees to what he cannot see.
    exact = shown if clean(shown) == shown else json.dumps(shown)
    why = prompt.input.get("description")
    return {
        "title": clean(f"{prompt.client}: {prompt.tool}", multiline=False)[:100],
        "context": _fenced(exact) + (f"\n\n{clean(why)}" if isinstance(why, str) else ""),
        "questions": [
            {"id": ALLOW, "question": f"May it use {clean(prompt.tool)[:200]}?", "type": "confirm"}
        ],
        "human_only": True,
    }


def _granted(answer: Json) -> Decision:
    if answer["values"] == ["yes"]:
        return Decision(allowed=True)
    return Decision(allowed=False, message=answer.get("note") or "Your human said no.")


def _questions(prompt: Prompt) -> Json | None:
    """The agent asks in its client's way; what does not fit ours is left to the client."""
    questions = prompt.input.get("questions")
    if not isinstance(questions, list) or not questions:
        return None
    made = [_question(each) for each in cast("list[Any]", questions)]
    return None if None in made else {"questions": made}


def _question(said: Any) -> Json | None:
    each = _table(said)
    if not isinstance(each.get("question"), str):
        return None
    options = [
        {name: option[name] for name in ("label", "description", "preview") if option.get(name)}
        for option in map(_table, each.get("options") or ())
    ]
    several = "multi-select" if each.get("multiSelect") else "select"
    return {
        "question": each["question"],
        "header": str(each["header"])[:24] if each.get("header") else None,
        "options": options or None,
        "type": several if options else "text",
    }


def _table(said: Any) -> Json:
    return cast("Json", said) if isinstance(said, dict) else {}


def _answered(prompt: Prompt, answers: list[Json]) -> Decision | None:
    """With an answer to every question: without one the tool would run as if the human had none."""
    questions = cast("list[Json]", prompt.input["questions"])
    given: Json = {}
    for question, answer in zip(questions, answers, strict=True):
        said = [*answer["values"], *filter(None, [answer.get("customText")])]
        if not said:
            return None
        given[question["question"]] = said if question.get("multiSelect") else ", ".join(said)
    return Decision(allowed=True, input={**prompt.input, "answers": given})


def _spelled(said: Mapping[str, Any]) -> str:
    return json.dumps(said, indent=2, ensure_ascii=False)


def _fenced(text: str) -> str:
    """As code, behind more backticks than stand in it."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}\n{text}\n{fence}"

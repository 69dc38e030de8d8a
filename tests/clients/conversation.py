"""What a model is told and what it does, whatever the dialect its client speaks."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Prompt:
    """The client's side speaks: the user, or a reminder in the user's name."""

    text: str


@dataclass(frozen=True)
class Call:
    """A tool the model called, or is about to call."""

    name: str
    arguments: Json
    namespace: str | None = None
    """Where the dialect puts the tools of one server into a namespace."""


@dataclass(frozen=True)
class Result:
    """What came back, word for word as the model reads it."""

    text: str


@dataclass(frozen=True)
class Words:
    """What the model says to end its turn."""

    text: str


Move: TypeAlias = Call | Words


@dataclass(frozen=True)
class Tool:
    name: str
    namespace: str | None = None


@dataclass(frozen=True)
class Conversation:
    """One request to the model: all that was said so far, and what it may call."""

    said: tuple[Prompt | Call | Result, ...]
    tools: tuple[Tool, ...]

    def exchanges(self) -> Iterator[tuple[Call, Result]]:
        """The calls that came back, in their order."""
        calls = [entry for entry in self.said if isinstance(entry, Call)]
        results = [entry for entry in self.said if isinstance(entry, Result)]
        return zip(calls, results, strict=False)


def flat(content: Any) -> str:
    """The text of any shape of content: a text, parts of texts, or else its JSON."""
    match content:
        case str():
            return content
        case list():
            return "\n".join(flat(part) for part in cast("list[Any]", content))
        case {"text": str(text)}:
            return text
        case _:
            return json.dumps(content)

"""The four ways in which clients speak to a model: a request read, a move written, whole or streamed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.clients.conversation import Conversation, Json, Move
from tests.clients.dialects import chat, gemini, messages, responses


@dataclass(frozen=True)
class Dialect:
    read: Callable[[Json], Conversation]
    whole: Callable[[Move, Json], Json]
    stream: Callable[[Move, Json], Sequence[Any]]
    """The events, which bear their names where the dialect has names for them."""


MESSAGES = Dialect(messages.read, messages.whole, messages.stream)
RESPONSES = Dialect(responses.read, responses.whole, responses.stream)
CHAT = Dialect(chat.read, chat.whole, chat.stream)
GEMINI = Dialect(gemini.read, gemini.whole, gemini.stream)


def dialect_of(path: str) -> Dialect | None:
    """By the end of the address, whatever stands before it."""
    endings = {
        "/messages": MESSAGES,
        "/responses": RESPONSES,
        "/chat/completions": CHAT,
        "enerateContent": GEMINI,
    }
    return next((known for ending, known in endings.items() if path.endswith(ending)), None)

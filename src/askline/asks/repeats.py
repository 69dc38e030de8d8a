"""Was this asked already? The keys by which a repeated ask finds the one that stands.

An explicit key and a connection's re-sent request lead to their ask for as long as it is kept. An
identical ask of the same agent finds it until its outcome is delivered; a repeat after that is new.
The same agent is: same principal, client name and project, and same conversation where both name
one.
"""

import hashlib

from askline.asks.model import Ask
from askline.asks.shapes import matter_shape
from askline.asks.spelling import text_of


def lasting_keys(ask: Ask, *, key: str | None, request: str | None) -> tuple[str, ...]:
    """The keys that lead to this ask for good."""
    keys: list[str] = []
    if request is not None:
        keys.append(_hashed("request", ask.principal, request))
    if key is not None:
        keys.append(_hashed("key", ask.principal, _place(ask), key))
    return tuple(keys)


def same_key(ask: Ask) -> str:
    """What an identical ask shares; whoever comes first takes it for every conversation."""
    return _hashed("same", *_likeness(ask))


def own_key(ask: Ask) -> str:
    """The same for one conversation alone, when another one's identical ask stands."""
    return _hashed("same", *_likeness(ask), ask.agent.conversation or "")


def differ(standing: Ask, repeat: Ask) -> bool:
    """Whether an identical ask is another agent's after all: both name a conversation, not one."""
    theirs, ours = standing.agent.conversation, repeat.agent.conversation
    found_by_likeness = repeat.same_key is not None and standing.same_key == repeat.same_key
    return found_by_likeness and bool(theirs and ours) and theirs != ours


def _likeness(ask: Ask) -> tuple[str, ...]:
    matter = text_of(matter_shape(ask.matter))
    return (ask.principal, ask.agent.name, _place(ask), *ask.recipients, matter)


def _place(ask: Ask) -> str:
    return ask.project.path or ask.project.name


def _hashed(kind: str, *facts: str) -> str:
    """Keys are kept, so they say nothing; the lengths keep facts apart."""
    text = "".join(f"{len(fact)}:{fact}" for fact in facts)
    return f"{kind}:{hashlib.sha256(text.encode()).hexdigest()[:40]}"

"""Was this asked already? The keys by which a repeated ask finds the one that stands.

An explicit key and a connection's re-sent request lead to their ask for as long as it is kept. An
identical ask of the same agent finds it until its outcome is delivered; a repeat after that is new.
The same agent is: same principal, client name and project, and same conversation where both name
one. How much an agent asks and what it was not told yet goes by a stricter key: where no conversation
is named, its connection stands for it.
"""

import hashlib
from functools import lru_cache

from askline.asks import intake, rights
from askline.asks.model import Ask
from askline.asks.shapes import matter_text
from askline.asks.spelling import text_of
from askline.core.people import Actor, Agent, Project


@lru_cache(maxsize=256)  # the same for every call of a connection
def agent_key(principal: str, agent: Agent, project: Project, connection: str | None) -> str:
    """Which agent this is: by its conversation, else by its connection, else by its project alone."""
    by = ("in", agent.conversation) if agent.conversation else ("by", connection or "")
    return _hashed("agent", principal, agent.name, _place(project), *by)


def told_key(actor: Actor, agent: Agent, project: Project, connection: str | None) -> str | None:
    """By which it is found what this agent was not told yet.

    None of an agent that names no conversation and keeps no connection: it cannot be told from others
    of its kind.
    """
    rights.must_ask(actor)
    if not agent.conversation and connection is None:
        return None
    who = (actor.id, intake.clean_agent(agent), intake.clean_project(project))
    return agent_key(*who, connection)


def lasting_keys(ask: Ask, *, key: str | None, request: str | None) -> tuple[str, ...]:
    """The keys that lead to this ask for good."""
    keys: list[str] = []
    if request is not None:
        keys.append(_hashed("request", ask.principal, request))
    if key is not None:
        keys.append(_hashed("key", ask.principal, _place(ask.project), key))
    return tuple(keys)


def import_key(principal: str, source: str, name: str) -> str:
    """What another program's record shares with itself, however often it is brought."""
    return _hashed("import", principal, source, name)


def same_key(ask: Ask) -> str:
    """What an identical ask shares; whoever comes first takes it for every conversation."""
    return _hashed("same", *_likeness(ask))


def own_key(ask: Ask) -> str:
    """The same for one conversation alone, when another one's identical ask stands."""
    return _hashed("same", *_likeness(ask), ask.agent.conversation or "")


def passing_keys(ask: Ask) -> tuple[str, ...]:
    """The keys that lead to this ask until its outcome is delivered.

    A conversation's own key stands beside the shared one, which may be another conversation's now
    and nobody's a moment later.
    """
    if ask.same_key is None:
        return ()
    if not ask.agent.conversation:
        return (ask.same_key,)
    return tuple(dict.fromkeys((own_key(ask), ask.same_key)))


def differ(standing: Ask, repeat: Ask) -> bool:
    """Whether an identical ask is another agent's after all: both name a conversation, not one."""
    theirs, ours = standing.agent.conversation, repeat.agent.conversation
    by_likeness = repeat.same_key == same_key(repeat)
    return by_likeness and bool(theirs and ours) and theirs != ours


def is_asker(ask: Ask, agent: Agent, project: Project) -> bool:
    """Whether the ask is this agent's: same name and place, and no other conversation."""
    theirs, ours = ask.agent.conversation, agent.conversation
    same = ask.agent.name == agent.name and _place(ask.project) == _place(project)
    return same and (not (theirs and ours) or theirs == ours)


def _likeness(ask: Ask) -> tuple[str, ...]:
    return (
        *(ask.principal, ask.agent.name, _place(ask.project)),
        # Whom a route leads to depends on the hour, and moves: the same ask stays the same.
        *(ask.recipients if ask.route is None else ()),
        matter_text(ask.matter),
        # Two streams are two conversations of a host, whatever their agents call them.
        *([ask.stream] if ask.stream else []),
    )


def _place(project: Project) -> str:
    return project.path or project.name


def _hashed(kind: str, *facts: str) -> str:
    """Keys are kept, so they say nothing; a list in JSON keeps its facts apart."""
    text = text_of(facts).encode(errors="surrogatepass")
    return f"{kind}:{hashlib.sha256(text).hexdigest()[:40]}"

"""Who acts, from where, and what they may do.

An actor is whoever moves an ask: a person, an agent, a rule, time. Doors make actors from what they
know for certain (a signed-in session, a socket's peer); nothing an agent says about itself gives a
right. Local use is one fixed tenant and one fixed person.
"""

from dataclasses import dataclass
from enum import StrEnum

LOCAL_TENANT = "local"
LOCAL_PERSON = "me"


class Door(StrEnum):
    """The way in that was used; `MCP` is an agent's call, the others are where people answer."""

    API = "api"
    APP = "app"
    CLI = "cli"
    FORM = "form"
    LINK = "link"
    MCP = "mcp"
    TASK = "task"
    TUI = "tui"
    WEB = "web"


class ActorKind(StrEnum):
    HUMAN = "human"
    CLIENT = "client"
    """An agent's client that answered by itself, without a person."""
    RULE = "rule"
    MEMORY = "memory"
    TIME = "time"
    AGENT = "agent"
    IMPORT = "import"
    """The record of another program says so; nobody here saw who it was."""
    SCRIPT = "script"
    """A test's script, which stands for a person in a house of the test kit and nowhere else."""


PERSONS = frozenset({ActorKind.HUMAN, ActorKind.SCRIPT})
"""Whose word settles what only a person may. No door makes a script: only the test kit does, over a store
that ends with the test."""


class Right(StrEnum):
    ASK = "ask"
    ANSWER = "answer"
    PERSON = "person"
    """Signed in or present at a terminal: may settle what only a person may."""
    OPERATE = "operate"
    """Reads, cancels and keeps order for the whole tenant."""
    APPROVE = "approve"
    """Settles approvals, where a person may."""
    ADMINISTER = "administer"
    """Gives and takes roles, invites, makes tokens of services."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """The asking program as its client describes it: for showing, not for deciding."""

    name: str
    version: str | None = None
    label: str | None = None
    conversation: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    name: str
    path: str | None = None
    branch: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    tenant: str
    kind: ActorKind
    id: str
    """Stable: a person's id, an agent's principal, a rule's or memory entry's id."""
    name: str
    door: Door | None = None
    rights: frozenset[Right] = frozenset()
    addresses: frozenset[str] = frozenset()
    """The recipients it may answer for: itself, its teams."""
    approves: frozenset[str] | None = None
    """Of recipients, those whose approvals it may settle; none said: of all that it may answer for."""
    stream: str | None = None
    """The one stream of a host application that it is let into; none where it is bound to none."""

    project: str | None = None
    """The one project it may ask for and see; none where it is bound to none."""

    def may(self, right: Right) -> bool:
        return right in self.rights


OWNER = frozenset({Right.ASK, Right.ANSWER, Right.OPERATE})


def local_person(door: Door, *, present: bool = True) -> Actor:
    """The one human of a local installation; `present` only where the door can tell."""
    return Actor(
        tenant=LOCAL_TENANT,
        kind=ActorKind.HUMAN,
        id=LOCAL_PERSON,
        name=LOCAL_PERSON,
        door=door,
        rights=OWNER | {Right.PERSON, Right.APPROVE} if present else OWNER,
        addresses=frozenset({LOCAL_PERSON}),
    )


def local_agent(agent: Agent) -> Actor:
    return Actor(
        tenant=LOCAL_TENANT,
        kind=ActorKind.AGENT,
        id=LOCAL_PERSON,
        name=agent.name,
        door=Door.MCP,
        rights=frozenset({Right.ASK}),
    )


def local_client(agent: Agent, door: Door = Door.FORM) -> Actor:
    """The agent's client, which answered a form by itself."""
    return Actor(
        tenant=LOCAL_TENANT,
        kind=ActorKind.CLIENT,
        id=agent.name,
        name=agent.name,
        door=door,
        rights=frozenset({Right.ANSWER}),
        addresses=frozenset({LOCAL_PERSON}),
    )


def timekeeper(tenant: str) -> Actor:
    """Time itself, which settles what nobody settled."""
    return Actor(tenant=tenant, kind=ActorKind.TIME, id="time", name="time")

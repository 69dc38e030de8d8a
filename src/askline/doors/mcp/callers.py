"""Who calls: a line's hello, the caller it makes, one call of it, and the agent and project behind.

What a hello says comes from the line, a program of ours; what a request says about its client is
the client's own word, good for showing and for time limits and never for a right.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any, cast

from anyio import to_thread
from mcp_types import Implementation, RequestId

from askline.asks.fields import Fields, refuse, spelled
from askline.core.behalf import LOCAL, Behalf
from askline.core.errors import FieldProblem, InvalidArguments
from askline.core.people import Agent, Project
from askline.core.projects import directory
from askline.doors.mcp.branches import branch_of
from askline.doors.mcp.duties import Duties
from askline.doors.mcp.own_requests import OwnRequests
from askline.doors.mcp.settings import ConnectionSettings

WIRE = 1
HELLO = "wire connection again cwd profile cap_s apps labels next replay"

CONVERSATIONS = (
    "CLAUDE_CODE_SESSION_ID",
    "COPILOT_AGENT_SESSION_ID",
    "QWEN_CODE_SESSION_ID",
    "AGENT_SESSION_ID",
)
"""The labels that name the conversation an agent is in."""

THREAD = "threadId"
"""Codex serves all its conversations from one process and names this one with each request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    connection: str
    again: int = 0
    """How often this connection was made anew."""
    cwd: str | None = None
    named: str | None = None
    """The project, where it has a name here and no directory."""
    cap_s: float | None = None
    """How long its calls wait, where the line was told so; 0 is without cap."""
    apps: bool = False
    """Whether the line was told that its client may show the card, see `apps`."""
    labels: Mapping[str, str] = field(default_factory=dict[str, str])
    settings: ConnectionSettings = field(default_factory=ConnectionSettings)
    one_call: bool = False
    """Whether its one request is all there is of this connection."""

    @property
    def holder(self) -> str:
        """Its name as the one who waits. A renewed connection has another: the late end of the
        broken one must not let go what the new one holds."""
        return f"{self.connection}+{self.again}" if self.again else self.connection

    @property
    def lasting(self) -> str | None:
        """Its name from one call to the next, also over a renewal."""
        return None if self.one_call else self.connection

    @property
    def profile(self) -> str:
        return self.settings.profile

    @property
    def project(self) -> str | None:
        """The directory of the project it works for."""
        return directory(self.labels, self.cwd)

    def is_holder(self, holder: str | None) -> bool:
        """Whether this connection goes, or went, by that name."""
        return holder is not None and holder.partition("+")[0] == self.connection


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    caller: Caller
    profile: str | None = None
    """The one that the line was told, or that was decided on when it came for the first time."""
    next: int = 1
    """The number of the first request after the repeated ones."""
    replay: tuple[int, ...] = ()
    """The numbers of the requests that are repeated first."""

    def under(self, settings: ConnectionSettings) -> "Hello":
        """The same under these settings; the profile that it came with goes first."""
        decided = replace(settings, profile=self.profile or settings.profile)
        return replace(self, caller=replace(self.caller, settings=decided))


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request of a caller. Goes beside the message through the SDK, so no client can forge it."""

    caller: Caller
    behalf: Behalf = LOCAL
    number: int | None = None
    replayed: bool = False
    age: float | None = None
    """How long ago its client made it, where it is repeated and the line says."""
    duties: Duties = field(default_factory=Duties)
    own: OwnRequests = field(default_factory=OwnRequests)
    """What its client was asked by us."""
    open: Mapping[RequestId, int] = field(default_factory=dict[RequestId, int])
    """The numbers of the connection's requests that have no answer yet, by their ids."""

    @property
    def took(self) -> float | None:
        """How long its client had the last form that it answered, where a line measured it."""
        return self.own.took(self.number)

    @property
    def request(self) -> str | None:
        """The key by which a repeated request finds what it asked."""
        return self._key(self.number)

    def request_of(self, request_id: RequestId) -> str | None:
        """The same for another request of the connection, while that has no answer."""
        return self._key(self.open.get(request_id))

    def _key(self, number: int | None) -> str | None:
        return None if number is None else f"{self.caller.connection}/{number}"


def read_hello(text: str | bytes) -> Hello:
    """The JSON of a `!hello`. Names that are not known yet are a newer line's and do no harm.

    Raises: InvalidArguments, with every problem named.
    """
    said = _object(text)
    known = {name: said[name] for name in HELLO.split() if name in said}
    problems: list[FieldProblem] = []
    fields = Fields(known, problems, known=HELLO)
    if said.get("wire") != WIRE:
        fields.wrong("wire", str(WIRE), spelled(said.get("wire")))
    replay = fields.items("replay") or []
    if not all(_counts(number) for number in replay):
        fields.wrong("replay", "numbers of requests", "something else")
    hello = Hello(
        caller=_caller(fields, said),
        profile=fields.text("profile"),
        next=fields.number("next", least=1) or 1,
        replay=tuple(replay),
    )
    if problems:
        refuse(problems, "Restart the agent's client: its line and this service do not fit.")
    return hello.under(ConnectionSettings())


def agent_of(caller: Caller, client: Implementation | None, meta: Mapping[str, Any]) -> Agent:
    thread = meta.get(THREAD)
    conversation = thread if isinstance(thread, str) else None
    return Agent(
        name=client.name if client else "agent",
        version=client.version if client else None,
        label=client.title if client else None,
        conversation=conversation or _first(caller, CONVERSATIONS),
    )


def place_of(caller: Caller) -> Project:
    """Its project as far as the line knows it; nothing on disk is looked at."""
    path = caller.project
    if not path:
        return Project(name=caller.named or "project")
    return Project(name=PurePath(path).name or path, path=path)


async def project_of(caller: Caller) -> Project:
    place = place_of(caller)
    if place.path is None:
        return place
    # A thread, because the directory may be on a disk that does not answer.
    branch = await to_thread.run_sync(branch_of, place.path, abandon_on_cancel=True)
    return replace(place, branch=branch)


def _caller(fields: Fields, said: Mapping[str, Any]) -> Caller:
    return Caller(
        connection=fields.text("connection", needed="the connection's name") or "",
        again=fields.number("again") or 0,
        cwd=fields.text("cwd"),
        cap_s=_cap(said, fields),
        apps=fields.flag("apps", default=False),
        labels=_labels(said, fields),
    )


def _first(caller: Caller, names: tuple[str, ...]) -> str | None:
    return next((caller.labels[name] for name in names if caller.labels.get(name)), None)


def _object(text: str | bytes) -> dict[str, Any]:
    try:
        said: object = json.loads(text)
    except ValueError:
        said = None
    if not isinstance(said, dict):
        raise InvalidArguments(
            "A line's hello must be an object in JSON.",
            hint="Only `askline mcp` is expected to connect here.",
        )
    return cast("dict[str, Any]", said)


def _counts(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and number >= 1


def _cap(said: Mapping[str, Any], fields: Fields) -> float | None:
    cap: object = said.get("cap_s")
    if cap is None:
        return None
    if isinstance(cap, bool) or not isinstance(cap, int | float) or not 0 <= cap < float("inf"):
        fields.wrong("cap_s", "seconds, or 0 for no cap", spelled(cap))
        return None
    return float(cap)


def _labels(said: Mapping[str, Any], fields: Fields) -> dict[str, str]:
    labels: object = said.get("labels")
    if labels is None:
        return {}
    if not isinstance(labels, dict):
        fields.wrong("labels", "an object", spelled(labels))
        return {}
    known = cast("dict[str, object]", labels)
    return {name: value for name, value in known.items() if isinstance(value, str)}

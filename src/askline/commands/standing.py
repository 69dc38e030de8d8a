"""Standing approvals: a person's yes to what is like what they were just asked for, until they take it back.

    exact      the very same command, by its hash
    last       the same words, with another value in the place of the last one, but no option
    tool       the same tool with any arguments

Whatever the breadth: the same project, tool, directory, variables and sandbox; and never for a call that
its policy marks as dangerous. Pure; who may make one and where it is kept is not decided here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from askline.commands.operation import Operation
from askline.commands.wording import command_line
from askline.core.ids import AskId

ANYTHING: Final = "…"


class Scope(StrEnum):
    CONVERSATION = "conversation"
    PROJECT = "project"


class Breadth(StrEnum):
    EXACT = "exact"
    LAST = "last"
    TOOL = "tool"


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingApproval:
    id: str
    tenant: str
    scope: Scope
    project: str
    """The path of it."""
    agent_key: str | None
    """Whose conversation it holds in; None where it holds in the project."""
    tool: str
    breadth: Breadth
    words: tuple[str, ...]
    """Of the command, as many as are fixed."""
    cwd: str
    env: tuple[str, ...]
    sandbox: str
    sha256: str
    """Of what was approved when it was made."""
    until: datetime | None
    """None: until somebody revokes it."""
    made_by: str
    at: datetime
    asked: AskId | None = None
    """The approval whose yes it waits for: until that is given by `receipt` it lets nothing run."""

    @property
    def receipt(self) -> str:
        """By which the yes is given that makes it stand."""
        return f"standing/{self.id}"

    @property
    def shown(self) -> str:
        """The command that it lets run, for people."""
        if self.breadth is Breadth.TOOL:
            return f"{self.tool} {ANYTHING}"
        line = command_line(self.words)
        return line if self.breadth is Breadth.EXACT else f"{line} {ANYTHING}"


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingOffer:
    """What a person may agree to beside the one call that they are asked for."""

    which: str
    """Its name among the offers of one ask, such as `project/exact`."""
    scope: Scope
    breadth: Breadth
    shown: str
    further: tuple[Operation, ...]
    """Earlier operations that it would have let run as well, newest first."""


def drafts(operation: Operation, *, made_by: str, at: datetime) -> tuple[StandingApproval, ...]:
    """What could stand after this operation, narrowest first; nothing, where it is dangerous."""
    if any(each.dangerous for each in operation.commands) or not operation.project.path:
        return ()
    scopes = [Scope.CONVERSATION] if operation.agent_key else []
    return tuple(
        _draft(operation, scope, breadth, made_by=made_by, at=at)
        for breadth in _breadths(operation)
        for scope in (*scopes, Scope.PROJECT)
    )


def named(draft: StandingApproval) -> str:
    return f"{draft.scope}/{draft.breadth}"


def offer_of(draft: StandingApproval, earlier: Iterable[Operation]) -> StandingOffer:
    return StandingOffer(
        which=named(draft),
        scope=draft.scope,
        breadth=draft.breadth,
        shown=draft.shown,
        further=tuple(each for each in earlier if lets(draft, each, draft.at)),
    )


def lets(standing: StandingApproval, operation: Operation, now: datetime) -> bool:
    """Whether this operation runs without a further question."""
    if standing.asked is not None or any(each.dangerous for each in operation.commands):
        return False
    held = standing.until is None or now < standing.until
    theirs = (standing.tenant, standing.project, standing.tool)
    ours = (operation.tenant, operation.project.path, operation.tool)
    whose = standing.agent_key in (None, operation.agent_key)
    return held and theirs == ours and whose and _alike(standing, operation)


def _alike(standing: StandingApproval, operation: Operation) -> bool:
    if standing.breadth is Breadth.EXACT:
        return standing.sha256 == operation.sha256
    if len(operation.commands) != 1:
        return False
    [command] = operation.commands
    around = (command.cwd, command.env, command.sandbox)
    if around != (standing.cwd, standing.env, standing.sandbox):
        return False
    *words, last = command.argv
    if standing.breadth is Breadth.LAST:
        return tuple(words) == standing.words and not _is_option(last)
    return True


def _breadths(operation: Operation) -> tuple[Breadth, ...]:
    """A sequence is approved as it is: a pattern over several commands is more than one can read."""
    if len(operation.commands) != 1 or not operation.arguments:
        return (Breadth.EXACT,)
    if _is_option(operation.commands[0].argv[-1]):
        return (Breadth.EXACT, Breadth.TOOL)
    return tuple(Breadth)


def _is_option(word: str) -> bool:
    """Whether a free place in its stead could turn the command into another one."""
    return word.startswith("-")


def _draft(
    operation: Operation, scope: Scope, breadth: Breadth, *, made_by: str, at: datetime
) -> StandingApproval:
    command = operation.commands[0]
    words = {
        Breadth.EXACT: command.argv,
        Breadth.LAST: command.argv[:-1],
        Breadth.TOOL: (),
    }[breadth]
    return StandingApproval(
        id="",
        tenant=operation.tenant,
        scope=scope,
        project=operation.project.path or "",
        agent_key=operation.agent_key if scope is Scope.CONVERSATION else None,
        tool=operation.tool,
        breadth=breadth,
        words=words,
        cwd=command.cwd,
        env=command.env,
        sandbox=command.sandbox,
        sha256=operation.sha256,
        until=None,
        made_by=made_by,
        at=at,
    )

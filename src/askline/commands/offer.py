"""What a project offers its agents, and a call of what it offers, as values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from askline.commands.problems import Problem
from askline.commands.tools import Tool
from askline.core.people import Agent, Project


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What a project offers its agents now."""

    project: str
    tools: tuple[Tool, ...]
    """In the order in which they are listed; none of what is not trusted or not available."""
    problems: tuple[Problem, ...] = ()
    untrusted: str | None = None
    """Why nothing is offered though something is declared, in words for the agent."""
    unavailable: Mapping[str, str] | None = None
    """Tools whose program is not there, with what to do about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewOperation:
    """A call of a declared tool, as a door brings it."""

    tool: str
    arguments: Mapping[str, Any]
    agent: Agent
    project: Project
    request: str | None = None
    """The connection's name for the call; a re-sent call repeats it and finds its operation."""
    connection: str | None = None
    """What stands for an agent that names no conversation."""
    holder: str | None = None
    """The connection that waits, for the approval's ask."""
    profile: str | None = None
    channel: bool = True
    """Whether a person can be reached at all."""

"""What a tool is: data. A contract declares its tools, a profile lists those of one contract.

A tool's description is a text of its own in `texts`; the first 150 characters of ours say when to
call it, because some clients show no more. The texts of other contracts are theirs.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from mcp_types import CallToolResult, Tool, ToolAnnotations

from askline.core.errors import AsklineError
from askline.doors.mcp.audiences import ANYBODY, Audience
from askline.doors.mcp.problems import problem
from askline.doors.mcp.visits import Reply, Visit

ALSO_SETTLED = {
    "type": "array",
    "items": {"type": "object"},
    "description": "Asks of yours that were settled meanwhile, each as its own result.",
}

ALSO_ENDED = {
    "type": "array",
    "items": {"type": "object"},
    "description": "Operations of yours that ended meanwhile.",
}

Work = Callable[[Visit, Mapping[str, Any]], Awaitable[Reply]]


def for_everybody(_audience: Audience) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """A tool as a contract declares it."""

    name: str
    input_schema: Mapping[str, Any]
    work: Work
    title: str | None = None
    about: str = ""
    """The text that describes it; the one of its name, if none is said."""
    described: str | None = None
    """What it says of itself, where no text of ours does."""
    output_schema: Mapping[str, Any] | None = None
    annotations: ToolAnnotations | None = None
    needs: frozenset[str] = frozenset()
    """What must be there for it to be listed."""
    announces: bool = False
    """Whether its results may also tell what else was settled, see `announcing`: not where a contract
    pins every word."""
    shown_to: Callable[[Audience], bool] = for_everybody
    """Whose list it is on. A call is not refused for that: whoever knows its name may try."""
    ui: Mapping[str, Any] | None = None
    """What is said about it to hosts of apps, on lines that were told so."""
    told: Callable[[AsklineError], CallToolResult] = problem
    """An error in the contract's own words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A contract as clients meet it: who the server says it is, and its tools."""

    server: str
    tools: tuple[Declared, ...]
    instructions: str
    """The text for the model."""
    title: str | None = None
    commands: bool = False
    """Whether the commands of the caller's project are listed behind its tools,"""
    inline: bool = True
    """and whether a command in the background is given a moment to end inside its call."""


class Toolbox:
    """The tools of every profile, in the order in which they are listed."""

    def __init__(
        self, profiles: Mapping[str, Sequence[Declared]], there: frozenset[str] = frozenset()
    ) -> None:
        """`there` is what tools may need."""
        self._profiles = {
            profile: {tool.name: tool for tool in tools if tool.needs <= there}
            for profile, tools in profiles.items()
        }
        self._listed = {
            profile: {tool.name: _listed(tool) for tool in tools.values()}
            for profile, tools in self._profiles.items()
        }

    @property
    def profiles(self) -> list[str]:
        return list(self._profiles)

    def listed(
        self, profile: str, audience: Audience = ANYBODY, commands: Sequence[Declared] = ()
    ) -> list[Tool] | None:
        """None if there is no such profile. Commands of a project come last."""
        tools = self._profiles.get(profile)
        if tools is None:
            return None
        listed = self._listed[profile]
        shown = [tool for tool in tools.values() if tool.shown_to(audience)]
        fixed = [_with_ui(listed[tool.name], tool, audience) for tool in shown]
        return [*fixed, *map(_listed, commands)]

    def find(self, profile: str, name: str) -> Declared | None:
        return self._profiles.get(profile, {}).get(name)


def text(name: str) -> str:
    """One of the packaged texts."""
    return (files("askline.doors.mcp") / "texts" / f"{name}.md").read_text("utf-8").strip()


def _listed(tool: Declared) -> Tool:
    return Tool(
        name=tool.name,
        title=tool.title,
        description=tool.described or text(tool.about or tool.name),
        input_schema=dict(tool.input_schema),
        output_schema=_output(tool),
        annotations=tool.annotations,
    )


def _with_ui(listed: Tool, tool: Declared, audience: Audience) -> Tool:
    if tool.ui is None or not audience.apps:
        return listed
    return listed.model_copy(update={"meta": {"ui": dict(tool.ui)}})


def _output(tool: Declared) -> dict[str, Any] | None:
    if tool.output_schema is None:
        return None
    schema = dict(tool.output_schema)
    if tool.announces:
        schema["properties"] = {
            **schema["properties"],
            "alsoSettled": ALSO_SETTLED,
            "alsoEnded": ALSO_ENDED,
        }
    return schema

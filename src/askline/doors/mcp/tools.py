"""What a tool is: data. A contract declares its tools, a profile lists those of one contract.

A tool's description is a text of its own in `texts`; its first 150 characters say when to call it,
because some clients show no more.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from mcp_types import Tool, ToolAnnotations

from askline.doors.mcp.visits import Reply, Visit

Work = Callable[[Visit, Mapping[str, Any]], Awaitable[Reply]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """A tool as a contract declares it."""

    name: str
    title: str
    input_schema: Mapping[str, Any]
    output_schema: Mapping[str, Any]
    annotations: ToolAnnotations
    work: Work
    needs: frozenset[str] = frozenset()
    """What must be there for it to be listed."""


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
            profile: [_listed(tool) for tool in tools.values()]
            for profile, tools in self._profiles.items()
        }

    @property
    def profiles(self) -> list[str]:
        return list(self._profiles)

    def listed(self, profile: str) -> list[Tool] | None:
        """None if there is no such profile."""
        return self._listed.get(profile)

    def find(self, profile: str, name: str) -> Declared | None:
        return self._profiles.get(profile, {}).get(name)


def text(name: str) -> str:
    """One of the packaged texts."""
    return (files("askline.doors.mcp") / "texts" / f"{name}.md").read_text("utf-8").strip()


def _listed(tool: Declared) -> Tool:
    return Tool(
        name=tool.name,
        title=tool.title,
        description=text(tool.name),
        input_schema=dict(tool.input_schema),
        output_schema=dict(tool.output_schema),
        annotations=tool.annotations,
    )

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

ALSO_SETTLED = {
    "type": "array",
    "items": {"type": "object"},
    "description": "Asks of yours that were settled meanwhile, each as its own result.",
}

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
    announces: bool = False
    """Whether its results may also tell what else was settled, see `announcing`: not where a contract
    pins every word."""


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
        output_schema=_output(tool),
        annotations=tool.annotations,
    )


def _output(tool: Declared) -> dict[str, Any]:
    schema = dict(tool.output_schema)
    if tool.announces:
        schema["properties"] = {**schema["properties"], "alsoSettled": ALSO_SETTLED}
    return schema

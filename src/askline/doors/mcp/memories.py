"""The memory of the caller's project as a resource: what `question_summary` gives, at an address.

In the default profile alone: the others are contracts that know of no resources. Who follows it is
told that something was answered there, and reads again.
"""

from typing import Final

from mcp_types import ReadResourceResult, Resource, TextResourceContents

from askline.doors.mcp.callers import project_of
from askline.doors.mcp.problems import told_as_protocol
from askline.doors.mcp.settings import DEFAULT_PROFILE
from askline.doors.mcp.visits import Visit
from askline.memory.changes import Tell
from askline.memory.digest import Sought

PLACE: Final = "askline://memory"
YAML = "application/yaml"

MEMORY = Resource(
    name="memory",
    title="What the human answered before",
    uri=PLACE,
    description="Answers given in this project, oldest first, as `question_summary` returns them.",
    mime_type=YAML,
)


def shown_to(visit: Visit) -> bool:
    return visit.caller.profile == DEFAULT_PROFILE


def is_at(visit: Visit, uri: str) -> bool:
    return uri == PLACE and shown_to(visit)


async def read(visit: Visit) -> ReadResourceResult:
    with told_as_protocol():
        project = await project_of(visit.caller)
        summary = await visit.means.memory.digest.summary(visit.actor, project, Sought())
    contents = TextResourceContents(uri=PLACE, mime_type=YAML, text=summary.text)
    return ReadResourceResult(contents=[contents])


async def follow(visit: Visit, tell: Tell) -> None:
    """Forever."""
    project = await project_of(visit.caller)
    await visit.means.memory.changes.follow(visit.actor.tenant, project, tell)

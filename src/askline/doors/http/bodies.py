"""JSON bodies as values of the desk: who asks, a deadline, what was delivered. What a person says to an
ask is read by `asks.replies`.

All problems of form at once, each with its field.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from askline.asks.fields import Fields, refuse, spelled, stop_at
from askline.asks.spelling import read_time
from askline.core.errors import FieldProblem
from askline.core.people import Agent, Project

ASKER = "agent project"
AGENT = "name version label conversation"
PROJECT = "name path branch"
A_TIME = "a time such as 2026-01-31T12:00:00Z"


def read_asker(said: Mapping[str, Any], *, caller: str) -> tuple[Agent, Project]:
    """Who asks and where it works, as it says itself; `caller` is its name if it gives none."""
    problems: list[FieldProblem] = []
    told = {name: value for name, value in said.items() if name in ASKER.split()}
    fields = Fields(told, problems, known=ASKER)
    agent = fields.part("agent", known=AGENT)
    project = fields.part("project", known=PROJECT)
    path = project.text("path")
    asker = (
        Agent(
            name=agent.text("name") or caller,
            version=agent.text("version"),
            label=agent.text("label"),
            conversation=agent.text("conversation"),
        ),
        Project(
            name=project.text("name") or (path or "").rstrip("/").rpartition("/")[2],
            path=path,
            branch=project.text("branch"),
        ),
    )
    stop_at(problems)
    return asker


def read_deadline(said: Mapping[str, Any]) -> datetime:
    problems: list[FieldProblem] = []
    fields = Fields(said, problems, known="deadline")
    text = fields.text("deadline", needed=A_TIME)
    stop_at(problems)
    return moment_in(text or "", "deadline")


def moment_in(text: str, field: str) -> datetime:
    try:
        moment = read_time(text)
        # The first and the last day of the calendar have hours that UTC cannot say.
        return moment.astimezone(UTC) if moment.tzinfo else moment
    except (ValueError, OverflowError):
        refuse([FieldProblem(field, A_TIME, spelled(text))])


def read_amendments(said: Mapping[str, Any]) -> int:
    """How many amendments came with the outcome that was delivered."""
    problems: list[FieldProblem] = []
    count = Fields(said, problems, known="amendments").number("amendments")
    stop_at(problems)
    return count or 0

"""Paces from what SQL stores give: one row for each ask, and when agents left and came back."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from askline.asks.paces import Pace
from askline.asks.trail import EventKind
from askline.core.people import ActorKind

Left = dict[Any, list[tuple[datetime, datetime | None]]]


def pace(  # noqa: PLR0917 - the columns of a row
    asked_at: datetime,
    agent: str,
    project: str,
    settled_at: datetime | None,
    by: str | None,
    left: Iterable[tuple[datetime, datetime | None]],
) -> Pace:
    return Pace(
        asked_at=asked_at,
        agent=agent,
        project=project,
        settled_at=settled_at,
        by=ActorKind(by) if by else None,
        left=tuple(left),
    )


def left_of(events: Iterable[tuple[Any, str, datetime]]) -> Left:
    """From leavings and returns in their order, by ask. A return without a leaving is a first hold."""
    left: Left = {}
    for ask_id, kind, at in events:
        gaps = left.setdefault(ask_id, [])
        if kind == EventKind.DETACHED:
            gaps.append((at, None))
        elif gaps and gaps[-1][1] is None:
            gaps[-1] = (gaps[-1][0], at)
    return left

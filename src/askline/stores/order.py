"""The order of an inbox: soonest deadline first, then oldest. The same in every store."""

from datetime import UTC, datetime
from uuid import UUID

from askline.asks.model import Ask

NEVER = datetime(9999, 12, 31, tzinfo=UTC)
"""Stands for no deadline, so that one comparison orders both kinds."""


def inbox_place(ask: Ask) -> tuple[datetime, UUID]:
    return (ask.deadline or NEVER, ask.id)

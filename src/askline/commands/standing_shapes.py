"""The JSON shapes of standing approvals: what is offered beside an approval, and what stands."""

from typing import Final

from askline.asks.shapes import command_shape
from askline.asks.spelling import Json, time_text
from askline.commands.operation import Operation
from askline.commands.standing import StandingApproval, StandingOffer

MOST_FURTHER: Final = 20
"""Matches that an offer names; `further_count` counts all that were found."""


def offer_shape(offer: StandingOffer) -> Json:
    return {
        "pattern": offer.breadth,
        "scope": offer.scope,
        "shown": offer.shown,
        "further_count": len(offer.further),
        "further": [_match_shape(each) for each in offer.further[:MOST_FURTHER]],
    }


def standing_shape(standing: StandingApproval) -> Json:
    return {
        "id": standing.id,
        "scope": standing.scope,
        "pattern": standing.breadth,
        "shown": standing.shown,
        "tool": standing.tool,
        "project": standing.project,
        "cwd": standing.cwd,
        "env": list(standing.env),
        "sandbox": standing.sandbox,
        "until": time_text(standing.until),
        "made_by": standing.made_by,
        "at": time_text(standing.at),
    }


def _match_shape(operation: Operation) -> Json:
    return {
        "operation_id": str(operation.id),
        "short_id": operation.short_id,
        "status": operation.status,
        "created_at": time_text(operation.created_at),
        "commands": [command_shape(command) for command in operation.commands],
    }

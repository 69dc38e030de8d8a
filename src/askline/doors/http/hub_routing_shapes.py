"""Routing rules, who is away, and whom one may pass on to, as JSON says them."""

from datetime import timedelta

from askline.asks.addressing import Addressee
from askline.asks.spelling import Json, time_text
from askline.people.being_away import NamedAbsence
from askline.people.directing import NamedRule
from askline.people.roles import TEAM


def rule_shape(named: NamedRule) -> Json:
    rule = named.rule
    return {
        "name": rule.name,
        "project": rule.project,
        "kind": rule.kind,
        "steps": [
            {
                "to": list(step.to),
                "named": [named.names[each] for each in step.to],
                "after_s": _seconds(step.after),
            }
            for step in rule.steps
        ],
        "remind_s": _seconds(rule.remind),
        "claim_s": _seconds(rule.lapse),
        "quorum": rule.quorum,
        "self_approval": rule.self_approval,
        "tell_after_s": _seconds(rule.tell_after),
    }


def away_shape(named: NamedAbsence) -> Json:
    away = named.absence.away
    return {
        "words": away.words or None,
        "since": time_text(away.since),
        "until": time_text(away.until),
        "deputy": named.absence.deputy,
        "deputy_name": named.deputy_name,
    }


def addressee_shape(each: Addressee) -> Json:
    kind = "team" if each.address.startswith(TEAM) else "person"
    return {"address": each.address, "name": each.name, "kind": kind}


def _seconds(span: timedelta | None) -> int | None:
    return None if span is None else int(span.total_seconds())

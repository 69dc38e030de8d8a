"""Routing rules as rows: columns for what makes one the only one of its kind, JSON for the rest."""

from datetime import timedelta
from typing import Any

from askline.asks.model import AskKind
from askline.asks.spelling import Json, text_of
from askline.people.routing_rules import RoutingRule, RoutingStep


def rule_body(rule: RoutingRule) -> str:
    return text_of(
        {
            "steps": [[step.to, step.after.total_seconds()] for step in rule.steps],
            "remind_s": _seconds(rule.remind),
            "lapse_s": _seconds(rule.lapse),
            "quorum": rule.quorum,
            "self_approval": rule.self_approval,
            "tell_after_s": _seconds(rule.tell_after),
        }
    )


def rule_row(rule: RoutingRule) -> tuple[Any, ...]:
    return rule.tenant, rule.name, rule.project, rule.kind, rule_body(rule)


def rule_from(tenant: str, said: Json) -> RoutingRule:
    """`said` has a row's columns, as JSON."""
    body, kind = said["body"], said["kind"]
    return RoutingRule(
        tenant=tenant,
        name=said["name"],
        project=said["project"],
        kind=None if kind is None else AskKind(kind),
        steps=tuple(
            RoutingStep(to=tuple(to), after=timedelta(seconds=after)) for to, after in body["steps"]
        ),
        remind=_span(body["remind_s"]),
        lapse=_span(body["lapse_s"]),
        quorum=body["quorum"],
        self_approval=body["self_approval"],
        tell_after=_span(body["tell_after_s"]),
    )


def _seconds(span: timedelta | None) -> float | None:
    return None if span is None else span.total_seconds()


def _span(seconds: float | None) -> timedelta | None:
    return None if seconds is None else timedelta(seconds=seconds)

"""Of a tenant's routing rules the most specific one speaks to an ask, alone."""

from datetime import timedelta

import pytest

from askline.asks.model import AskKind
from askline.asks.routes import Route
from askline.people.routing_rules import RoutingRule, RoutingStep, chosen, route_of

QUESTION, APPROVAL = AskKind.QUESTION, AskKind.APPROVAL
RULES = {
    "both": RoutingRule(tenant="acme", name="both", project="shop", kind=APPROVAL),
    "project": RoutingRule(tenant="acme", name="project", project="shop"),
    "kind": RoutingRule(tenant="acme", name="kind", kind=APPROVAL),
    "neither": RoutingRule(tenant="acme", name="neither"),
}
CHOICES = [
    ("neither kind project both", "shop", APPROVAL, "both"),
    ("neither kind project both", "shop", QUESTION, "project"),
    ("neither kind project both", "bank", APPROVAL, "kind"),
    ("neither kind project both", "bank", QUESTION, "neither"),
    ("neither kind project", "shop", APPROVAL, "project"),
    ("neither kind", "shop", APPROVAL, "kind"),
    ("project both", "bank", APPROVAL, None),
    ("kind both", "shop", QUESTION, None),
    ("", "shop", QUESTION, None),
]


@pytest.mark.parametrize(("there", "project", "kind", "expected"), CHOICES)
def test_the_most_specific_rule_that_fits_is_chosen(
    there: str, project: str, kind: AskKind, expected: str | None
) -> None:
    rules = [RULES[name] for name in there.split()]

    for order in (rules, rules[::-1]):
        found = chosen(order, project, kind)
        assert (found and found.name) == expected


def test_without_a_rule_an_ask_goes_nowhere_else_and_one_yes_is_enough() -> None:
    assert route_of(None) == Route(
        rule="default", quorum=1, self_approval=True, tell_after=timedelta(seconds=5)
    )


def test_a_rule_says_how_an_ask_goes_on() -> None:
    rule = RoutingRule(
        tenant="acme",
        name="deploys",
        remind=timedelta(minutes=10),
        lapse=timedelta(minutes=30),
        quorum=2,
        tell_after=None,
    )

    assert route_of(rule) == Route(
        rule="deploys",
        remind=timedelta(minutes=10),
        lapse=timedelta(minutes=30),
        quorum=2,
        self_approval=False,
        tell_after=None,
    )


def test_whom_a_rule_names_twice_it_names_once() -> None:
    steps = RoutingStep(to=("ana", "team:ops")), RoutingStep(to=("bo", "ana"))

    named = RoutingRule(tenant="acme", name="x", steps=steps).addresses

    assert named == ("ana", "team:ops", "bo")

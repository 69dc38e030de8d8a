"""What a tenant says about whom its asks go to, in which order, and how many must agree. Pure.

A routing rule is for one project or every, for questions, approvals or both; of those that fit the most
specific one speaks, alone. It names people and teams by their addresses. Whether they can answer now is
looked at when something is asked, see `finding`; what it does to an ask from then on is said in
`asks.routing`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from askline.asks.model import AskKind
from askline.asks.routes import Route

DEFAULT: Final = "default"
"""How the route is called of an ask that no rule speaks to. No rule may be called so."""
TELL_AFTER: Final = timedelta(seconds=5)

MOST_RULES: Final = 200
MOST_STEPS: Final = 10
MOST_IN_A_STEP: Final = 20
LONGEST_S: Final = 30 * 24 * 3600
SOONEST_REMINDER_S: Final = 60
LONGEST_SILENCE_S: Final = 24 * 3600
MOST_AGREEING: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingStep:
    to: tuple[str, ...]
    """Addresses. None in the first: whoever would have it without a rule."""
    after: timedelta = timedelta()
    """How long the step before has had it by then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingRule:
    tenant: str
    name: str
    project: str | None = None
    """None: of every."""
    kind: AskKind | None = None
    """None: of questions and approvals."""
    steps: tuple[RoutingStep, ...] = ()
    """First whom it is put to, then who is asked too while nobody takes it."""
    remind: timedelta | None = None
    lapse: timedelta | None = None
    quorum: int = 1
    self_approval: bool = False
    tell_after: timedelta | None = TELL_AFTER

    @property
    def fits(self) -> tuple[str | None, AskKind | None]:
        """What it is for; no two rules of a tenant are for the same."""
        return self.project, self.kind

    @property
    def addresses(self) -> tuple[str, ...]:
        """Everybody it names, once."""
        return tuple(dict.fromkeys(each for step in self.steps for each in step.to))


def chosen(rules: Iterable[RoutingRule], project: str, kind: AskKind) -> RoutingRule | None:
    """The most specific of those that fit: by project and kind, by project, by kind, by neither."""
    fitting = [
        each for each in rules if each.project in (None, project) and each.kind in (None, kind)
    ]
    return min(fitting, key=_breadth, default=None)


def route_of(rule: RoutingRule | None) -> Route:
    """How an ask goes on by this rule; its steps are found apart."""
    if rule is None:
        return Route(rule=DEFAULT, tell_after=TELL_AFTER)
    return Route(
        rule=rule.name,
        remind=rule.remind,
        lapse=rule.lapse,
        quorum=rule.quorum,
        self_approval=rule.self_approval,
        tell_after=rule.tell_after,
    )


def _breadth(rule: RoutingRule) -> tuple[bool, bool]:
    return rule.project is None, rule.kind is None

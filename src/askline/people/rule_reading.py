"""Reads what an admin says a routing rule shall be; notes everything that does not fit, and goes on.

Whom a name means is found by who keeps rules, see `directing`: here names are only counted.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from askline.asks.fields import Fields, spelled
from askline.asks.model import AskKind
from askline.core.errors import FieldProblem
from askline.core.text import clean
from askline.people.naming import LONGEST_NAME, SLUG
from askline.people.routing_rules import (
    DEFAULT,
    LONGEST_S,
    LONGEST_SILENCE_S,
    MOST_AGREEING,
    MOST_IN_A_STEP,
    MOST_STEPS,
    SOONEST_REMINDER_S,
    TELL_AFTER,
    RoutingRule,
    RoutingStep,
)

KNOWN = "project kind steps remind_s claim_s quorum self_approval tell_after_s"
A_KIND = f"one of {', '.join(AskKind)}, or none for both"
A_NAME = "small letters, digits, and . _ - between them; at most 64"
SOMEBODY = "a person's login or id, or team: and a name"


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidStep:
    to: tuple[str, ...]
    """As they were named."""
    after_s: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidRule:
    steps: tuple[SaidStep, ...]
    project: str | None
    kind: AskKind | None
    remind_s: int | None
    claim_s: int | None
    quorum: int
    self_approval: bool
    tell_after_s: int | None

    def rule(self, tenant: str, name: str, meant: Mapping[str, str]) -> RoutingRule:
        """Of what had no problems; `meant` leads from each name to its address."""
        return RoutingRule(
            tenant=tenant,
            name=name,
            project=self.project,
            kind=self.kind,
            steps=tuple(
                RoutingStep(
                    to=tuple(dict.fromkeys(meant[each] for each in step.to)),
                    after=timedelta(seconds=step.after_s),
                )
                for step in self.steps
            ),
            remind=_span(self.remind_s),
            lapse=_span(self.claim_s),
            quorum=self.quorum,
            self_approval=self.self_approval,
            tell_after=_span(self.tell_after_s),
        )


def read_rule(name: str, body: Mapping[str, Any], problems: list[FieldProblem]) -> SaidRule:
    said = Fields(body, problems, known=KNOWN)
    if SLUG.fullmatch(name) is None or name == DEFAULT:
        said.wrong("name", f"{A_NAME}; not {DEFAULT}", spelled(name))
    kind = _kind(said)
    quorum = said.number("quorum", least=1, most=MOST_AGREEING)
    if kind is AskKind.QUESTION and quorum not in (None, 1):
        said.wrong("quorum", "1 where it is for questions: one answer settles them", str(quorum))
    tell_after = said.number("tell_after_s", most=LONGEST_SILENCE_S)
    if body.get("tell_after_s", TELL_AFTER) is not None and tell_after is None:
        tell_after = TELL_AFTER.seconds
    return SaidRule(
        project=_project(said),
        kind=kind,
        steps=_steps(said),
        remind_s=said.number("remind_s", least=SOONEST_REMINDER_S, most=LONGEST_S),
        claim_s=said.number("claim_s", least=1, most=LONGEST_S),
        quorum=1 if quorum is None else quorum,
        self_approval=said.flag("self_approval", default=False),
        tell_after_s=tell_after,
    )


def _kind(said: Fields) -> AskKind | None:
    kind = said.text("kind")
    if kind is not None and kind not in set(AskKind):
        said.wrong("kind", A_KIND, spelled(kind))
        return None
    return None if kind is None else AskKind(kind)


def _project(said: Fields) -> str | None:
    project = said.text("project")
    if project is None:
        return None
    name = " ".join(clean(project).split())
    if not 0 < len(name) <= LONGEST_NAME:
        said.wrong("project", f"1 to {LONGEST_NAME} characters, or none for all", spelled(project))
    return name


def _steps(said: Fields) -> tuple[SaidStep, ...]:
    steps = said.items("steps") or []
    if len(steps) > MOST_STEPS:
        said.wrong("steps", f"at most {MOST_STEPS}", str(len(steps)))
    return tuple(_step(said, number, each) for number, each in enumerate(steps[:MOST_STEPS]))


def _step(said: Fields, number: int, step: object) -> SaidStep:
    one = said.inside(f"steps[{number}]", step, known="to after_s")
    to = one.items("to") or []
    if number and not to:
        one.wrong("to", "somebody: only the first may be left to the project's own", "nobody")
    if len(to) > MOST_IN_A_STEP:
        one.wrong("to", f"at most {MOST_IN_A_STEP}", str(len(to)))
    for each in to[:MOST_IN_A_STEP]:
        if not isinstance(each, str):
            one.wrong("to", SOMEBODY, spelled(each))
    after = one.number("after_s", least=1 if number else 0, most=LONGEST_S if number else 0)
    if number and after is None:
        one.wrong("after_s", "how many seconds the step before has it", "nothing")
    names = (each for each in to[:MOST_IN_A_STEP] if isinstance(each, str))
    return SaidStep(to=tuple(names), after_s=after or 0)


def _span(seconds: int | None) -> timedelta | None:
    return None if seconds is None else timedelta(seconds=seconds)

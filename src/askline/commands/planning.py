"""A call as a plan: what will run, step after step, and what the policy says of all of it.

A tool with a program of its own is one step; a sequence is the steps of its tools, in their order.
The plan is decided and approved as a whole: the most severe verdict of the call and of every step
counts, and one hash binds them all. Whether a step is skipped turns out when its turn comes.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

from askline.asks.spelling import text_of
from askline.commands.arguments import fitted
from askline.commands.declared import Step
from askline.commands.policy import Decision, decide
from askline.commands.run import Run, run_of
from askline.commands.sequences import named
from askline.commands.tools import WORKING_DIRECTORY, Tool
from askline.core.errors import InvalidArguments

MOST_STEPS: Final = 100
"""Of one plan, however its sequences are nested."""

SEVERITY: Final = {"allow": 0, "ask": 1, "deny": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """One step: what runs, and when it does not."""

    run: Run
    skip_if_file_exists: str | None = None
    skip_if_file_missing: str | None = None
    """Paths, relative to the project."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    tool: Tool
    steps: tuple[Planned, ...]
    decision: Decision

    @cached_property
    def sha256(self) -> str:
        """Of a single step, that step's own."""
        if len(self.steps) == 1 and not self.tool.sequence:
            return self.steps[0].run.sha256
        bound = [
            [each.run.sha256, each.skip_if_file_exists, each.skip_if_file_missing]
            for each in self.steps
        ]
        return sha256(text_of(bound).encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class _Ground:
    known: Mapping[str, Tool]
    project: str
    real: Callable[[str], str]


def plan_of(
    tool: Tool,
    given: Mapping[str, Any],
    *,
    known: Mapping[str, Tool],
    project: str,
    real: Callable[[str], str],
) -> Plan:
    """`known` are the loaded tools by name, which the steps of sequences lead to.

    Raises: InvalidArguments.
    """
    steps: list[Planned] = []
    decisions: list[Decision] = []
    for planned, decision in _laid_out(tool, given, None, _Ground(known, project, real)):
        decisions.append(decision)
        steps += [planned] if planned else []
        if len(steps) > MOST_STEPS:
            raise InvalidArguments(
                f"{tool.name} has more than {MOST_STEPS} steps.",
                hint="Declare a shorter sequence.",
            )
    return Plan(tool=tool, steps=tuple(steps), decision=_together(decisions))


def _laid_out(
    tool: Tool, given: Mapping[str, Any], step: Step | None, ground: _Ground
) -> Iterator[tuple[Planned | None, Decision]]:
    values = fitted(tool, given)
    decision = decide(tool, values)
    if not tool.sequence:
        run = run_of(tool, given, project=ground.project, real=ground.real)
        yield _skippable(run, step), decision
        return
    yield None, decision
    for each in tool.sequence:
        inner = ground.known[named(each)]
        yield from _laid_out(inner, {**_handed_on(inner, values), **each.args}, each, ground)


def _handed_on(inner: Tool, values: Mapping[str, Any]) -> dict[str, Any]:
    """Where a sequence runs, its steps run: all else a step says for itself."""
    takes = any(option.name == WORKING_DIRECTORY for option in inner.arguments)
    return (
        {WORKING_DIRECTORY: values[WORKING_DIRECTORY]}
        if takes and WORKING_DIRECTORY in values
        else {}
    )


def _skippable(run: Run, step: Step | None) -> Planned:
    return Planned(
        run=run,
        skip_if_file_exists=step.skip_if_file_exists if step else None,
        skip_if_file_missing=step.skip_if_file_missing if step else None,
    )


def _together(decisions: list[Decision]) -> Decision:
    worst = max(decisions, key=lambda each: SEVERITY[each.verdict])
    return Decision(
        verdict=worst.verdict, why=worst.why, dangerous=any(each.dangerous for each in decisions)
    )

"""May this call run: allowed, asked about, or denied?

A rule that denies wins over every other; else the first rule that fits decides, the subcommand's own
before the command's; else the default. Rules look at the arguments that will be used, defaults
included. Who is asked, and what an approval is bound to, is not decided here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from askline.commands.declared import Rule, Verdict, When
from askline.commands.patterns import matches
from askline.commands.tools import Policy, Tool


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    verdict: Verdict
    why: str | None = None
    dangerous: bool = False


@dataclass(frozen=True, slots=True)
class Broken:
    """An example that its rule does not bear out."""

    rule: int
    kind: str
    """`match` or `no_match`."""
    example: int


def decide(tool: Tool, values: Mapping[str, Any]) -> Decision:
    """`values` are the arguments as they fit, with their defaults."""
    return judged(tool.policy, tool.subcommand, values)


def judged(policy: Policy, subcommand: str, values: Mapping[str, Any]) -> Decision:
    fitting = [rule for rule in policy.rules if fits(rule.when, subcommand, values)]
    denying = (rule for rule in fitting if rule.do == "deny")
    decisive = next(denying, None) or next(iter(fitting), None)
    if decisive is None:
        return Decision(verdict=policy.default, dangerous=policy.dangerous)
    return Decision(verdict=decisive.do, why=decisive.why, dangerous=decisive.dangerous)


def fits(when: When, subcommand: str, values: Mapping[str, Any]) -> bool:
    if when.subcommand is not None and when.subcommand != subcommand:
        return False
    return all(_matches(wanted, values.get(name)) for name, wanted in when.args.items())


def may_ask(policy: Policy) -> bool:
    return policy.default == "ask" or any(rule.do == "ask" for rule in policy.rules)


def broken_examples(rules: tuple[Rule, ...]) -> Iterator[Broken]:
    """Examples that their rules do not bear out."""
    for number, rule in enumerate(rules):
        for kind, examples in (
            ("match", rule.examples.match),
            ("no_match", rule.examples.no_match),
        ):
            for index, each in enumerate(examples):
                subcommand = each.subcommand or rule.when.subcommand or ""
                if fits(rule.when, subcommand, each.args) != (kind == "match"):
                    yield Broken(number, kind, index)


def _matches(wanted: Any, value: Any) -> bool:
    """A value equals, or matches `{"matches": pattern}`, or is `{"given": true}`; in an array, any."""
    if isinstance(wanted, dict):
        return _matches_test(cast("dict[str, Any]", wanted), value)
    if isinstance(value, list):
        return wanted in cast("list[Any]", value)
    return type(wanted) is type(value) and wanted == value


def _matches_test(test: Mapping[str, Any], value: Any) -> bool:
    given = value is not None and value is not False
    if "given" in test:
        return given == bool(test["given"])
    values: list[Any] = cast("list[Any]", value) if isinstance(value, list) else [value]
    pattern = str(test.get("matches", ""))
    return given and any(matches(pattern, str(each)) for each in values)

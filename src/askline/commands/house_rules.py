"""What the user says of commands once for all projects: these only after a yes, those never.

Rules of a declaration can be stricter and never milder: the strictest wins. A name is that of a tool,
of a command, or of the program that would run, and may hold `*` for anything.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from posixpath import basename
from typing import Final

from askline.commands.declared import Rule
from askline.commands.tools import Policy, Tool

DENIED: Final = "the user's settings deny it"
ASKED: Final = "the user's settings want it approved"


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    ask: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()


def under(rules: HouseRules, tool: Tool) -> Tool:
    """The tool with the policy that holds for it in this house. What is denied is not looked for
    either: that would run it."""
    if _named(rules.deny, tool):
        denied = Policy(default="deny", dangerous=False, rules=(Rule(do="deny", why=DENIED),))
        return replace(tool, policy=denied, availability=None)
    if _named(rules.ask, tool):
        return replace(tool, policy=_asking(tool.policy))
    return tool


def _asking(policy: Policy) -> Policy:
    """Whatever it allowed is asked about; what it denies or marks as dangerous stays so."""
    rules = [
        rule.model_copy(update={"do": "ask", "why": ASKED}) if rule.do == "allow" else rule
        for rule in policy.rules
    ]
    if policy.default == "allow":
        rules.append(Rule(do="ask", why=ASKED, dangerous=policy.dangerous))
    return replace(
        policy, default="deny" if policy.default == "deny" else "ask", rules=tuple(rules)
    )


def _named(patterns: Iterable[str], tool: Tool) -> bool:
    names = {tool.name, tool.command, *map(basename, tool.words[:1])}
    return any(fnmatchcase(name, pattern) for pattern in patterns for name in names)

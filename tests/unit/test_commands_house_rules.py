"""What the user says of commands in settings: the strictest word wins."""

from typing import Any

import pytest

from askline.commands.house_rules import ASKED, DENIED, HouseRules, under
from askline.commands.loading import load
from askline.commands.policy import Decision, decide
from tests.unit.declarations import a_source

ALLOWED = {"when": {"args": {"dry": True}}, "do": "allow"}
DANGER = {"when": {"args": {"hard": True}}, "do": "ask", "why": "hard", "dangerous": True}
NEVER = {"when": {"args": {"force": True}}, "do": "deny", "why": "by force"}
OPTIONS = [{"name": name, "type": "boolean"} for name in ("dry", "hard", "force")]


def judged(house: HouseRules, values: dict[str, Any], **approval: Any) -> Decision:
    source = a_source(
        {"name": "push", "options": OPTIONS, **({"approval": approval} if approval else {})},
        name="git",
        command="/usr/bin/git",
    )
    (tool,) = load((source,)).tools
    return decide(under(house, tool), values)


@pytest.mark.parametrize("name", ["git_push", "git", "git_*", "*", "gi?", "*push"])
def test_a_tool_is_meant_by_its_name_its_command_or_its_program(name: str) -> None:
    assert judged(HouseRules(ask=(name,)), {}) == Decision(verdict="ask", why=ASKED)
    assert judged(HouseRules(deny=(name,)), {}) == Decision(verdict="deny", why=DENIED)


@pytest.mark.parametrize("name", ["git_pull", "push", "Git", "gi", "/usr/bin/git", ""])
def test_another_name_means_another_tool(name: str) -> None:
    assert judged(HouseRules(ask=(name,), deny=(name,)), {}) == Decision(verdict="allow")


@pytest.mark.parametrize(
    ("values", "verdict", "dangerous"),
    [
        ({}, "ask", False),
        ({"dry": True}, "ask", False),
        ({"hard": True}, "ask", True),
        ({"force": True, "dry": True}, "deny", False),
    ],
    ids=["default", "allowed", "dangerous", "denied"],
)
def test_what_is_declared_can_be_stricter_and_not_milder(
    values: dict[str, Any], verdict: str, dangerous: bool
) -> None:
    found = judged(HouseRules(ask=("git",)), values, rules=[ALLOWED, DANGER, NEVER])

    assert (found.verdict, found.dangerous) == (verdict, dangerous)


def test_a_default_keeps_what_it_says_beyond_allow() -> None:
    asked = HouseRules(ask=("git",))

    assert judged(asked, {}, default="deny").verdict == "deny"
    assert judged(asked, {}, default="ask", dangerous=True).dangerous
    assert judged(asked, {}, default="allow", dangerous=True).dangerous


def test_to_deny_wins_over_to_ask_and_over_every_rule() -> None:
    both = HouseRules(ask=("git",), deny=("git",))

    assert judged(both, {"dry": True}, rules=[ALLOWED]).verdict == "deny"

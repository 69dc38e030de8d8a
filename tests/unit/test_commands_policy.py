"""Allowed, asked about or denied: a pure decision over the arguments that will be used."""

from typing import Any

import pytest

from askline.commands.policy import decide, may_ask
from tests.unit.declarations import Json, a_tool, option, tools

FORCE = {"when": {"args": {"force": True}}, "do": "deny", "why": "never by force"}
UPSTREAM = {"when": {"args": {"remote": {"matches": "^up"}}}, "do": "ask", "dangerous": True}
DRY = {"when": {"args": {"dry": {"given": True}}}, "do": "allow"}


def verdict(rules: list[Json], values: Json, default: str = "ask") -> str:
    tool = a_tool(option("force", "boolean"), approval={"default": default, "rules": rules})
    return decide(tool, values).verdict


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, "ask"),
        ({"dry": True}, "allow"),
        ({"dry": False}, "ask"),
        ({"force": True}, "deny"),
        ({"dry": True, "force": True}, "deny"),
        ({"dry": True, "remote": "upstream"}, "allow"),
        ({"remote": "upstream"}, "ask"),
        ({"remote": ["origin", "upstream"]}, "ask"),
    ],
)
def test_a_denial_wins_then_the_first_rule_that_fits_then_the_default(
    values: Json, expected: str
) -> None:
    assert verdict([DRY, UPSTREAM, FORCE], values) == expected


@pytest.mark.parametrize(
    ("wanted", "value", "fits"),
    [
        ("x", "x", True),
        (1, True, False),
        ("x", ["y", "x"], True),
        ({"given": False}, None, True),
        ({"given": False}, "x", False),
        ({"matches": "^a"}, None, False),
        ({"matches": "^a"}, ["b", "a"], True),
        ({"matches": "5"}, 15, True),
    ],
)
def test_an_argument_is_tested_by_value_pattern_or_presence(
    wanted: Any, value: Any, *, fits: bool
) -> None:
    rule = {"when": {"args": {"a": wanted}}, "do": "deny"}

    assert (verdict([rule], {"a": value}, "allow") == "deny") is fits


def test_a_decision_says_why_and_whether_it_is_dangerous() -> None:
    tool = a_tool(approval={"default": "ask", "dangerous": True, "rules": [FORCE]})

    assert decide(tool, {"force": True}).why == "never by force"
    assert decide(tool, {}).dangerous is True


def test_a_commands_rule_is_for_one_subcommand_if_it_says_so() -> None:
    rule = {"when": {"subcommand": "push"}, "do": "ask"}
    status, push = tools({"name": "status"}, {"name": "push"}, approval={"rules": [rule]})

    assert [decide(tool, {}).verdict for tool in (status, push)] == ["allow", "ask"]


def test_whether_a_person_may_be_asked_is_known_before() -> None:
    assert may_ask(a_tool(approval="ask").policy)
    assert may_ask(a_tool(approval={"rules": [UPSTREAM]}).policy)
    assert not may_ask(a_tool(approval="deny").policy)

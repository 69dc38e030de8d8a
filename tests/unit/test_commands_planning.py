"""A call is planned as a whole: its steps, one verdict, one hash."""

from typing import Any

import pytest

from askline.commands.planning import MOST_STEPS, Plan, plan_of
from askline.core.errors import InvalidArguments
from tests.unit.declarations import Json, option, tools

WHERE = option("working_directory", format="path")


def planned(*subcommands: Json, call: str, given: Json | None = None) -> Plan:
    known = {tool.name: tool for tool in tools(*subcommands)}
    return plan_of(known[f"demo_{call}"], given or {}, known=known, project="/p", real=str)


def step(subcommand: str, **more: Any) -> Json:
    return {"tool": "demo", "subcommand": subcommand, **more}


def test_a_tool_with_a_program_is_one_step_with_its_own_hash() -> None:
    plan = planned({"name": "a", "approval": "ask"}, call="a")

    [only] = plan.steps
    assert only.run.argv == ("demo", "a")
    assert plan.sha256 == only.run.sha256
    assert plan.decision.verdict == "ask"


def test_a_sequence_is_the_steps_of_its_tools_in_their_order() -> None:
    plan = planned(
        {"name": "a", "options": [option("x"), WHERE]},
        {"name": "b"},
        {"name": "inner", "sequence": [step("b", skip_if_file_exists="done")]},
        {
            "name": "all",
            "options": [WHERE],
            "sequence": [step("a", args={"x": "1"}), step("inner")],
        },
        call="all",
        given={"working_directory": "web"},
    )

    assert [(each.run.argv, each.run.cwd) for each in plan.steps] == [
        (("demo", "a", "--x=1"), "/p/web"),
        (("demo", "b"), "/p"),
    ]
    assert [each.skip_if_file_exists for each in plan.steps] == [None, "done"]


def test_the_most_severe_word_of_all_steps_counts() -> None:
    rule = {"when": {"args": {"x": "1"}}, "do": "deny", "why": "never", "dangerous": True}
    declared = [
        {"name": "a", "options": [option("x")], "approval": {"rules": [rule]}},
        {"name": "soft", "approval": "ask", "sequence": [step("a")]},
        {"name": "hard", "sequence": [step("a", args={"x": "1"}), step("soft")]},
    ]

    assert planned(*declared, call="soft").decision.verdict == "ask"
    hard = planned(*declared, call="hard").decision
    assert (hard.verdict, hard.why, hard.dangerous) == ("deny", "never", True)


def test_one_hash_binds_all_steps_and_when_they_are_skipped() -> None:
    def hash_of(**more: Any) -> str:
        steps = [step("a"), step("a", **more)]
        return planned(
            {"name": "a", "options": [option("x")]}, {"name": "s", "sequence": steps}, call="s"
        ).sha256

    hashes = {hash_of(), hash_of(args={"x": "1"}), hash_of(skip_if_file_missing="f")}

    assert len(hashes) == 3


def test_a_sequence_that_never_ends_is_refused() -> None:
    doubled = [
        {"name": f"n{number}", "sequence": [step(f"n{number + 1}")] * 2} for number in range(60)
    ]

    with pytest.raises(InvalidArguments, match=f"more than {MOST_STEPS} steps"):
        planned(*doubled, {"name": "n60"}, call="n0")

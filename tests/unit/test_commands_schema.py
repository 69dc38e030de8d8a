"""What agents and editors are told about declared commands."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from askline.commands.run import run_of, spelled_out
from askline.commands.schema import annotations, description, file_schema, input_schema
from askline.commands.tools import Tool
from tests.unit.declarations import a_file, a_tool, option, tools

WIDE = {
    "mode": "off",
    "network": True,
    "unix_sockets": True,
    "read": ["~/.ssh"],
    "write": ["~/.npm"],
}


def test_the_input_of_a_tool_is_strongly_typed() -> None:
    tool = a_tool(
        option("level", "integer", minimum=1, maximum=9, default=3, description="How much"),
        option("ratio", "number", minimum=0.5),
        option("mode", enum=["fast", "slow"], pattern="^[a-z]+$", min_length=1, max_length=9),
        option("tags", "array", min_items=1, max_items=3),
        option("loud", "boolean"),
        option("extra", "object"),
        positionals=(
            option(
                "files",
                "array",
                required=True,
                items={"type": "string", "enum": ["a"], "pattern": "a", "description": "One"},
            ),
        ),
    )

    schema = input_schema(tool)

    Draft202012Validator.check_schema(schema)
    assert schema == {
        "type": "object",
        "properties": {
            "level": {
                "type": "integer",
                "description": "How much",
                "minimum": 1,
                "maximum": 9,
                "default": 3,
            },
            "ratio": {"type": "number", "minimum": 0.5},
            "mode": {
                "type": "string",
                "enum": ["fast", "slow"],
                "pattern": "^[a-z]+$",
                "minLength": 1,
                "maxLength": 9,
            },
            "tags": {"type": "array", "minItems": 1, "maxItems": 3, "items": {"type": "string"}},
            "loud": {"type": "boolean"},
            "extra": {"type": "object"},
            "files": {
                "type": "array",
                "items": {"type": "string", "description": "One", "enum": ["a"], "pattern": "a"},
            },
        },
        "required": ["files"],
        "additionalProperties": False,
    }


def test_a_tool_in_the_background_tells_the_agent_to_go_on() -> None:
    hints = {"build": "review the change.", "custom": {"default": "read on.", "lint": "rest."}}
    build, lint, other = tools({"name": "build"}, {"name": "lint"}, {"name": "x"}, hints=hints)

    first, second = description(build).splitlines()

    assert first == "Does it."
    assert second.startswith("Runs in the background: if the call returns an operation, go on")
    assert "operation_await only when nothing else is left to do" in second
    assert second.endswith("Meanwhile: review the change.")
    assert description(lint).endswith("Meanwhile: rest.")
    assert description(other).endswith("Meanwhile: read on.")


def test_a_synchronous_tool_says_nothing_of_operations() -> None:
    assert description(a_tool(synchronous=True)) == (
        "Does it.\nReturns what it wrote when it has ended."
    )
    assert description(a_tool(synchronous=True, approval="ask")) == (
        "Does it.\nYour human may have to approve it first; the call waits for that."
        " Returns what it wrote when it has ended."
    )


def test_a_description_is_one_line_and_hides_nothing() -> None:
    tool = a_tool(synchronous=True, description="One\n\x1b[2Jtwo\u202e")

    assert description(tool).splitlines()[0] == "One two"


@pytest.mark.parametrize(
    ("sandbox", "reads"),
    [
        ({"project": "read"}, True),
        ({"project": "read", "mode": "reduced"}, False),
        ({"project": "read", "network": True}, False),
        ({"project": "read", "unix_sockets": True}, False),
        ({"project": "read", "write": ["~/.cache"]}, False),
        ({}, False),
    ],
)
def test_only_what_cannot_write_is_said_to_read_only(
    sandbox: dict[str, object], *, reads: bool
) -> None:
    hints = annotations(a_tool(sandbox=sandbox))

    assert (hints["readOnlyHint"], hints["destructiveHint"]) == (reads, not reads)
    assert hints["openWorldHint"] is bool(sandbox.get("network"))
    assert hints["title"] == "demo do"


def test_the_schema_of_the_file_takes_what_loads_and_refuses_a_slip() -> None:
    validator: Any = Draft202012Validator(file_schema())
    Draft202012Validator.check_schema(file_schema())
    good = a_file({"name": "a", "approval": "ask", "sandbox": {"mode": "off"}}, sandbox="required")

    validator.validate(good)
    validator.validate({**good, "$schema": "x", "approval": {"default": "deny"}})
    for slip in ({"subcomand": "x"}, {"approval": "asks"}, {"timeout_seconds": "180"}):
        with pytest.raises(ValidationError):
            validator.validate({**good, **slip})


def a_run_of(tool: Tool, *, message: str = "x") -> tuple[str, ...]:
    run = run_of(tool, {"m": message}, project="/p", real=str)
    assert run.sha256 == run.shown.sha256
    return (run.sha256, *run.shown.argv)


def test_a_run_is_bound_by_everything_that_decides_what_happens() -> None:
    in_file = option("m", file_arg=True)
    tool = a_tool(in_file)
    others = [
        a_tool(option("m")),
        a_tool(in_file, env={"A": "1"}),
        a_tool(in_file, env={"A": "2"}),
        a_tool(in_file, pass_env=["A"]),
        a_tool(in_file, sandbox="off"),
        a_tool(in_file, cwd="web"),
        a_tool(in_file, timeout_seconds=1),
        a_tool(in_file, output={"cap_bytes": 4096}),
    ]

    hashes = {a_run_of(each)[0] for each in (tool, *others)} | {a_run_of(tool, message="y")[0]}

    assert len(hashes) == 10
    assert a_run_of(tool) == a_run_of(a_tool(in_file))


def test_a_run_shows_names_of_variables_and_what_travels_in_files() -> None:
    tool = a_tool(option("m", file_arg=True), env={"B": "secret"}, pass_env=["A"])

    shown = run_of(tool, {"m": "text"}, project="/p", real=str).shown

    assert shown.argv == ("demo", "do", "--m", "{file: text}")
    assert (shown.env, shown.cwd) == (("A", "B"), "/p")
    assert "secret" not in json.dumps([*shown.argv, shown.sandbox, *shown.env])


def test_a_sandbox_is_spelled_out_with_all_that_widens_it() -> None:
    wide = a_tool(sandbox=WIDE).sandbox
    narrow = a_tool(sandbox={"project": "read"}).sandbox

    assert spelled_out(wide) == (
        "off, project writable, network, sockets of this machine, reads ~/.ssh, writes ~/.npm"
    )
    assert spelled_out(narrow) == "required, project read-only, no network"

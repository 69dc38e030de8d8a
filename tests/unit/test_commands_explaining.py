"""Everything that is wrong with a file is said at once, with its place and its fix."""

from typing import Any

import pytest

from askline.commands.explaining import explained, fields_at
from askline.commands.problems import Problem, described, refusal, shape, spelled, told
from askline.commands.reading import JSON, TOML, YAML

BAD = """{
  "version": 1,
  "name": "git",
  "description": "Git operations",
  "command": "git",
  "timeout_seconds": "180",
  "subcommand": [
    {
      "name": "status",
      "description": "Show status",
      "synchronos": true,
      "options": [
        {"name": "short", "type": "bool", "alias": "s"},
        {"name": "count", "type": "integer", "minimum": "one"}
      ]
    },
    {
      "name": "Push It",
      "description": "Push",
      "options": [{"type": "string"}]
    }
  ]
}
"""


def problems_of(text: str, kind: str = JSON) -> list[Problem]:
    command, problems = explained(f"bad.{kind}", text, kind)
    assert command is None
    return problems


def one(field: str, value: str) -> Problem:
    """The only problem of a file in which one field is wrong."""
    text = f'{{"name": "a", "description": "b", "command": "c", "{field}": {value}}}'
    [problem] = problems_of(text)
    return problem


def test_six_errors_of_a_file_are_all_said_with_place_and_fix() -> None:
    found = [(each.at, each.field, each.fix) for each in problems_of(BAD)]

    assert found == [
        ("bad.json:6:22", "timeout_seconds", "remove the quotes: 180"),
        ("bad.json:11:7", "subcommand[0].synchronos", 'did you mean "synchronous"?'),
        ("bad.json:13:35", "subcommand[0].options[0].type", 'use "boolean"'),
        ("bad.json:14:57", "subcommand[0].options[1].minimum", "write a number"),
        ("bad.json:18:15", "subcommand[1].name", 'for example "push_it"'),
        ("bad.json:20:19", "subcommand[1].options[0].name", 'add "name"'),
    ]


def test_a_problem_is_told_with_field_expected_actual_fix_and_the_line_itself() -> None:
    assert told(problems_of(BAD)[0]) == [
        'bad.json:6:22: expected a whole number, got string "180"',
        "  field     timeout_seconds",
        "  expected  a whole number",
        '  actual    string "180"',
        "  fix       remove the quotes: 180",
        '    6 |   "timeout_seconds": "180",',
        "      |                      ^",
    ]


def test_a_name_with_line_breaks_forges_no_line() -> None:
    lines = told(one("x\\ngood.json:1:1: all is well", "1"))

    assert not any(line.startswith("good.json") for line in lines)


def test_of_a_very_long_line_only_what_is_around_the_place_is_shown() -> None:
    *_, line, mark = told(one("nonsense", f'"{"x" * 5_000}"'))

    assert len(line) < 180
    assert line[mark.index("^") :].startswith('"nonsense"')


def test_a_file_cannot_write_to_the_terminal_that_shows_its_problems() -> None:
    said = "".join(told(one("shape", '"\x9b2J\u202e"')))

    assert "\x9b" not in said
    assert "\u202e" not in said


@pytest.mark.parametrize(
    ("field", "value", "fix"),
    [
        ("command", "7", 'put it in quotes: "7"'),
        ("command", "true", 'put it in quotes: "true"'),
        ("command", "[]", "write a string"),
        ("enabled", '"yes"', "write true, without quotes"),
        ("enabled", '"maybe"', "write true or false"),
        ("subcommand", "{}", "put it in brackets: [ … ]"),
        ("approval", '"approve"', 'use "ask"'),
        ("approval", '"perhaps"', "use one of: allow, ask, deny"),
        ("approval", "3", "write an object"),
        ("sandbox", '"none"', 'use "off"'),
        ("sandbox", '{"mode": 1}', "use one of: required, reduced, off"),
        ("tool_type", '"Livelog"', 'use "livelog"'),
        ("timeout_seconds", "0", "change timeout_seconds"),
        ("version", "2", "this Askline reads version 1; a newer file needs a newer Askline"),
        ("zzz", "1", "remove it"),
        ("env", '{"a b": "c"}', 'for example "a_b"'),
        ("env", '{"1": "c"}', "begin with a letter"),
        ("name", '""', "begin with a letter"),
        ("description", '""', "change description"),
    ],
)
def test_each_kind_of_slip_has_its_fix(field: str, value: str, fix: str) -> None:
    text = f'{{"name": "a", "description": "b", "command": "c", "{field}": {value}}}'

    assert problems_of(text)[-1].fix == fix


def test_what_is_written_short_is_named_as_it_is_written() -> None:
    assert one("approval", '"asks"').field == "approval"
    assert one("env", '{"a b": "c"}').field == "env.a b"


def test_the_same_slip_has_its_place_in_yaml_and_toml() -> None:
    yaml = "name: a\ndescription: b\ncommand: c\nsubcommand:\n  - name: d\n    descriptions: e\n"
    toml = 'name = "a"\ndescription = "b"\ncommand = "c"\n\n[[subcommand]]\nname = "d"\n  descriptions = "e"\n'

    assert [each.at for each in problems_of(yaml, YAML)] == ["bad.yaml:5:5", "bad.yaml:6:5"]
    assert [each.at for each in problems_of(toml, TOML)] == ["bad.toml:5:1", "bad.toml:7:3"]


def test_a_field_that_stands_twice_is_refused() -> None:
    text = '{"name": "a", "description": "b", "command": "c",\n "command": "rm"}'

    [problem] = problems_of(text)

    assert (problem.at, problem.kind) == ("bad.json:2:2", "repeated_field")
    assert [p.kind for p in problems_of("name: a\nname: b\n", YAML)] == [
        "missing_field",
        "missing_field",
        "repeated_field",
    ]


def test_a_file_of_another_shape_is_told_so() -> None:
    [problem] = problems_of("[1]")

    assert (problem.field, problem.actual) == ("(the whole file)", "array")
    assert problem.at == "bad.json:1:1"


def test_a_file_that_does_not_parse_is_told_so_at_its_place() -> None:
    [problem] = problems_of('{"name": "a",\n}')

    assert (problem.at, problem.kind) == ("bad.json:2:1", "syntax")
    assert problem.fix == "remove the comma before it"


def test_an_empty_file_has_no_line_to_show() -> None:
    [problem] = problems_of("")

    assert told(problem)[-1] == "  actual    not JSON: Expecting value"


def test_the_fields_of_every_inner_object_are_known() -> None:
    assert "source_command" in fields_at(("livelog",))
    assert "positional_args" in fields_at(("subcommand", 0, "subcommand", 1))
    assert "no_match" in fields_at(("approval", "rules", 0, "examples"))
    assert "$schema" in fields_at(("nothing",))
    assert "$schema" in fields_at(("env", "A"))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "null"),
        ({}, "object"),
        ((), "array"),
        (1.5, "number 1.5"),
        ("x" * 70, f'string "{"x" * 59}…'),
        (object, "type <class 'object'>"),
    ],
)
def test_a_value_is_described_with_its_type(value: Any, words: str) -> None:
    assert described(value) == words


def test_a_path_is_spelled_as_people_read_it() -> None:
    assert spelled(("a", 0, "b")) == "a[0].b"
    assert spelled(()) == "(the whole file)"


def test_all_problems_are_one_error_for_those_who_load_all_or_nothing() -> None:
    error = refusal(problems_of(BAD))

    assert error.code == "declaration_invalid"
    assert len(error.fields) == 6
    assert "bad.json:6:22" in error.message


def test_a_problem_has_a_shape_for_programs() -> None:
    assert shape(problems_of(BAD)[0]) == {
        "file": "bad.json",
        "line": 6,
        "column": 22,
        "kind": "wrong_type",
        "field": "timeout_seconds",
        "message": 'expected a whole number, got string "180"',
        "expected": "a whole number",
        "actual": 'string "180"',
        "fix": "remove the quotes: 180",
        "severity": "error",
    }

"""Good files load beside bad ones, and what makes no sense is said with its place."""

import json
from typing import Any

import pytest

from askline.commands.loading import Loaded, Source, load, strictly
from askline.core.errors import DeclarationInvalid
from tests.unit.declarations import Json, a_source, option


def kinds(*sources: Source) -> list[tuple[str, str]]:
    return [(each.kind, each.field) for each in load(sources).problems]


def of_option(**declared: Any) -> list[tuple[str, str]]:
    return kinds(a_source({"name": "a", "options": [{"name": "o", "type": "string", **declared}]}))


def of_rule(rule: Json) -> list[tuple[str, str]]:
    return kinds(a_source({"name": "a", "approval": {"rules": [{"do": "ask", **rule}]}}))


def step(tool: str, subcommand: str, **args: Any) -> Json:
    return {"tool": tool, "subcommand": subcommand, "args": args}


def test_a_bad_file_takes_no_good_one_down() -> None:
    bad, good = Source("bad.json", '{"name": 7}'), a_source({"name": "a"})

    loaded = load([bad, Source("gone.json", "", "it cannot be read"), good])

    assert [tool.name for tool in loaded.tools] == ["demo_a"]
    assert {each.file for each in loaded.errors} == {"bad.json", "gone.json"}
    with pytest.raises(DeclarationInvalid, match="4 problem"):
        strictly(loaded)


def test_all_or_nothing_takes_what_is_all_right() -> None:
    loaded: Loaded = load([a_source({"name": "a"})])

    assert strictly(loaded) is loaded


def test_yaml_and_toml_declare_the_same_tools() -> None:
    yaml = "name: y\ndescription: Y.\ncommand: y\nsubcommand:\n- {name: a, description: A.}\n"
    toml = 'name = "t"\ndescription = "T."\ncommand = "t"\n[[subcommand]]\nname = "a"\ndescription = "A."\n'

    loaded = load([Source("y.yaml", yaml), Source("t.toml", toml)])

    assert loaded.problems == ()
    assert [tool.name for tool in loaded.tools] == ["y_a", "t_a"]


def test_ahmas_format_loads_as_it_is() -> None:
    text = """{
      "name": "git", "description": "Reliable access to the Git CLI.", "command": "git", "enabled": true,
      "timeout_seconds": 180, "hints": {"build": null, "custom": {"default": "read on"}}, "guidance_key": "x",
      "availability_check": {"args": ["--version"], "skip_subcommand_args": true}, "install_instructions": "apt install git",
      "subcommand": [
        {"name": "status", "description": "Show the working tree status.", "force_synchronous": true,
         "options": [{"name": "short", "alias": "s", "type": "boolean", "description": "Short format"},
                     {"name": "working_directory", "type": "string", "format": "path"}],
         "positional_args": [{"name": "pathspec", "type": "string", "format": "path", "required": false}]},
        {"name": "commit", "description": "Record changes.", "options": null, "positional_args_first": null,
         "options": [{"name": "message", "type": "string", "required": true, "file_arg": true, "file_flag": "-F"}]},
        {"name": "stash", "description": "Stash", "subcommand": [{"name": "list", "description": "List stashes"}]},
        {"name": "testDebugUnitTest", "description": "x", "step_delay_ms": 50, "sequence": [
           {"tool": "git", "subcommand": "status", "args": {"short": true}, "skip_if_file_exists": "x"}]}]}
    """.replace('"options": null, ', "")

    loaded = load([Source("git.json", text)])

    assert loaded.problems == ()
    assert [tool.name for tool in loaded.tools] == [
        "git_status",
        "git_commit",
        "git_stash_list",
        "git_testDebugUnitTest",
    ]


def test_what_is_read_and_not_used_is_a_warning() -> None:
    loaded = load([a_source({"name": "a"}, input_schema={}, monitor_level="warn")])

    assert [(each.field, each.warning) for each in loaded.problems] == [
        ("input_schema", True),
        ("monitor_level", True),
    ]
    assert len(loaded.tools) == 1
    assert loaded.errors == ()


def test_a_tool_is_declared_once() -> None:
    first, second = a_source({"name": "a"}), a_source({"name": "a"}, file="later.json")

    loaded = load([first, second])

    assert [(each.file, each.kind) for each in loaded.problems] == [("later.json", "repeated_tool")]
    assert len(loaded.tools) == 1
    assert kinds(a_source({"name": "a"}, {"name": "a"})) == [
        ("repeated_tool", "subcommand[1].name")
    ]


def test_a_tool_has_a_name_of_its_own_that_clients_can_list() -> None:
    own = a_source({"name": "user"}, name="ask")
    long, longer = a_source({"name": "x" * 46}), a_source({"name": "x" * 48}, name="y" * 30)

    assert kinds(own) == [("reserved", "subcommand[0].name")]
    assert [each.warning for each in load([long]).problems] == [True]
    assert [each.warning for each in load([longer]).problems] == [False]


def test_a_command_whose_words_cannot_be_told_apart_is_refused() -> None:
    assert kinds(a_source({"name": "a"}, command="'half")) == [("wrong_command", "command")]


@pytest.mark.parametrize(
    ("declared", "kind", "field"),
    [
        ({"pattern": "("}, "wrong_pattern", "pattern"),
        ({"pattern": "(?=x)"}, "wrong_pattern", "pattern"),
        ({"pattern": "(", "default": "x"}, "wrong_pattern", "pattern"),
        ({"default": 7}, "unfit", "default"),
        ({"default": "y", "enum": ["x"]}, "unfit", "default"),
        ({"enum": ["x", 1]}, "unfit", "enum[1]"),
        (
            {"type": "array", "items": {"type": "string", "pattern": "["}},
            "wrong_pattern",
            "items.pattern",
        ),
    ],
)
def test_patterns_compile_and_defaults_fit(declared: Json, kind: str, field: str) -> None:
    assert of_option(**declared) == [(kind, f"subcommand[0].options[0].{field}")]


def test_a_fitting_default_is_all_right() -> None:
    assert of_option(default="x", enum=["x", "y"], pattern="^[xy]$") == []


def test_arguments_have_names_of_their_own_and_required_ones_come_first() -> None:
    found = kinds(
        a_source(
            {
                "name": "a",
                "options": [option("x")],
                "positional_args": [option("x"), option("y", required=True)],
            }
        )
    )

    assert found == [
        ("repeated_name", "subcommand[0].positional_args[0].name"),
        ("wrong_order", "subcommand[0].positional_args[1]"),
    ]


def test_required_before_optional_is_the_right_order() -> None:
    declared = [option("x", required=True), option("y")]

    assert kinds(a_source({"name": "a", "positional_args": declared})) == []


@pytest.mark.parametrize(
    ("rule", "kind", "where"),
    [
        ({"when": {"args": {"a": {"matches": "("}}}}, "wrong_pattern", "when.args.a"),
        ({"when": {"args": {"a": {"like": "x"}}}}, "wrong_test", "when.args.a"),
        (
            {"when": {"args": {"a": True}}, "examples": {"match": [{"args": {"a": False}}]}},
            "broken_example",
            "examples.match[0]",
        ),
        (
            {"when": {"subcommand": "b"}, "examples": {"no_match": [{"subcommand": "b"}]}},
            "broken_example",
            "examples.no_match[0]",
        ),
    ],
)
def test_rules_bear_their_examples_out(rule: Json, kind: str, where: str) -> None:
    assert of_rule(rule) == [(kind, f"subcommand[0].approval.rules[0].{where}")]


def test_a_rule_whose_examples_hold_is_all_right() -> None:
    examples = {"match": [{"args": {"a": 1}}], "no_match": [{"args": {"a": 2}}]}

    assert of_rule({"when": {"args": {"a": 1}}, "examples": examples}) == []
    assert of_rule({"when": {"args": {"a": {"given": True}}}}) == []


def test_a_step_leads_to_a_tool_with_fitting_arguments() -> None:
    build = {"name": "build", "options": [option("fast", "boolean")]}
    steps = [step("demo", "bild"), step("demo", "build", fats=True), step("zz", "top")]

    found = load([a_source(build, {"name": "all", "sequence": steps})]).problems

    assert [(each.kind, each.field) for each in found] == [
        ("unknown_tool", "subcommand[1].sequence[0]"),
        ("wrong_argument", "subcommand[1].sequence[1].args.fats"),
        ("unknown_tool", "subcommand[1].sequence[2]"),
    ]
    assert [each.fix for each in found] == [
        "did you mean 'demo_build'?",
        "Did you mean 'fast'?",
        "declare it, or remove the step",
    ]


def test_a_sequence_does_not_lead_back_to_itself() -> None:
    ring = [
        {"name": "a", "sequence": [step("demo", "b")]},
        {"name": "b", "sequence": [step("demo", "a")]},
        {"name": "c", "sequence": [step("demo", "a")]},
        {"name": "d", "sequence": [step("demo", "gone")]},
        {"name": "e", "sequence": [step("demo", "d")]},
    ]

    found = kinds(a_source(*ring))

    assert found == [
        ("circle", "subcommand[0].sequence[0]"),
        ("circle", "subcommand[1].sequence[0]"),
        ("circle", "subcommand[2].sequence[0]"),
        ("unknown_tool", "subcommand[3].sequence[0]"),
    ]


def test_many_ways_to_the_same_step_are_no_circle_and_take_no_time() -> None:
    chain = [
        {"name": f"n{number}", "sequence": [step("demo", f"n{number + 1}")] * 2}
        for number in range(60)
    ]

    assert kinds(a_source(*chain, {"name": "n60"})) == []


def test_a_file_with_a_thousand_slips_is_told_the_first_hundred() -> None:
    slips: Json = {f"slip{number}": number for number in range(1_000)}
    patterns = [option(f"o{number}", pattern="(") for number in range(1_000)]

    assert len(kinds(a_source({"name": "a"}, **slips))) == 100
    assert len(kinds(a_source({"name": "a", "options": patterns}))) == 100


def test_what_leans_on_a_file_that_falls_falls_with_it() -> None:
    leaning = a_source({"name": "all", "sequence": [step("b", "default")]}, name="a")
    falling = a_source({"name": "default", "sequence": [step("c", "x")]}, name="b", file="b.json")
    other = a_source({"name": "x"}, name="d", file="d.json")

    loaded = load([leaning, falling, other])

    assert [(each.file, each.kind) for each in loaded.problems] == [
        ("b.json", "unknown_tool"),
        ("demo.json", "unknown_tool"),
    ]
    assert [tool.name for tool in loaded.tools] == ["d_x"]


def test_a_nested_option_has_its_place() -> None:
    source = a_source({"name": "a", "options": [option("o", default=7)]})

    [problem] = load([source]).problems

    line = source.text.split("\n")[problem.line - 1]
    assert line[problem.column - 1 :] == json.dumps(7)

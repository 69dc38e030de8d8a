"""Typed arguments become words of which no value is ever taken for an option."""

from collections.abc import Callable
from getopt import gnu_getopt
from pathlib import Path
from posixpath import normpath
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from askline.commands.argv import FILE, FileArgument, Line, line_of
from askline.commands.tools import Tool
from askline.core.errors import InvalidArguments
from tests.rounds import rounds
from tests.unit.declarations import Json, a_tool, option

PATH = {"format": "path"}


def line(tool: Tool, values: Json) -> Line:
    return line_of(tool, values, project="/home/ada/shop", real=normpath)


def words(tool: Tool, values: Json) -> list[str]:
    return [*line(tool, values).argv[2:]]


@pytest.mark.parametrize(
    ("declared", "value", "found"),
    [
        (option("a"), "x y", ["--a=x y"]),
        (option("a"), "", ["--a="]),
        (option("a", "integer"), -3, ["--a=-3"]),
        (option("a", "number"), 0.5, ["--a=0.5"]),
        (option("a", "boolean"), True, ["--a"]),
        (option("a", "boolean", alias="z"), True, ["-z"]),
        (option("a", "boolean", alias="z", flag="--zed"), True, ["--zed"]),
        (option("a", "boolean"), False, []),
        (option("a", "array"), ["x", "y"], ["--a=x", "--a=y"]),
        (option("a", "object"), {"k": [1]}, ['--a={"k":[1]}']),
        (option("-name"), "*.py", ["-name", "*.py"]),
        (option("a", flag="-k"), "x", ["-k", "x"]),
        (option("a", allow_dash=True), "-x", ["--a=-x"]),
        (option("a", alias="z"), "x", ["--a=x"]),
    ],
)
def test_an_option_becomes_its_words(declared: Json, value: Any, found: list[str]) -> None:
    assert words(a_tool(declared), {declared["name"]: value}) == found


def test_positional_values_stand_behind_a_separator() -> None:
    positionals = (option("a"), option("b", "array"))
    tool = a_tool(option("o"), positionals=positionals)

    assert words(tool, {"b": ["y", "z"], "o": "1", "a": "x"}) == ["--o=1", "--", "x", "y", "z"]
    assert words(tool, {"o": "1"}) == ["--o=1"]


def test_a_declaration_may_want_another_separator_or_none() -> None:
    for separator in ("--end-of-options", ""):
        tool = a_tool(positionals=(option("a"),), separator=separator)
        assert words(tool, {"a": "x"}) == [*filter(None, [separator]), "x"]


def test_positional_values_that_come_first_have_no_separator() -> None:
    tool = a_tool(option("-name"), positionals=(option("a"),), positional_args_first=True)

    assert words(tool, {"-name": "y", "a": "x"}) == ["x", "-name", "y"]


def test_a_value_that_begins_with_a_dash_is_refused() -> None:
    tool = a_tool(
        option("a"), option("k", "integer", flag="-k"), positionals=(option("p", **PATH),)
    )

    for values in ({"a": "-x"}, {"k": -1}, {"p": "-c"}):
        with pytest.raises(InvalidArguments, match="begins with no dash"):
            line(tool, values)
    with pytest.raises(InvalidArguments) as caught:
        line(tool, {"p": "-c"})
    assert caught.value.hint == "Write ./-c."


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "a/../../x", "/home/ada/shopping"])
def test_a_path_outside_the_project_is_refused(path: str) -> None:
    single, many = option("a", **PATH), option("b", "array", items={"type": "string", **PATH})

    with pytest.raises(InvalidArguments, match="inside the project"):
        line(a_tool(single), {"a": path})
    with pytest.raises(InvalidArguments, match="inside the project"):
        line(a_tool(many), {"b": ["ok", path]})


def test_a_link_that_leads_out_of_the_project_is_refused(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project/out").symlink_to(tmp_path)
    tool = a_tool(option("a", **PATH))

    with pytest.raises(InvalidArguments, match="inside the project"):
        line_of(
            tool,
            {"a": "out/x"},
            project=str(tmp_path / "project"),
            real=lambda path: str(Path(path).resolve()),
        )


def test_a_working_directory_says_where_and_is_handed_to_no_program() -> None:
    tool = a_tool(option("working_directory", **PATH), option("a", **PATH), cwd="web")

    assert line(tool, {"a": "../x"}) == Line(("demo", "do", "--a=../x"), "/home/ada/shop/web")
    assert line(tool, {"working_directory": "api"}).cwd == "/home/ada/shop/api"
    with pytest.raises(InvalidArguments, match="working_directory"):
        line(tool, {"working_directory": ".."})


def test_a_value_may_travel_in_a_file() -> None:
    tool = a_tool(option("message", file_arg=True, file_flag="-F"), option("body", file_arg=True))

    found = line(tool, {"message": "-x\ny", "body": "z"})

    assert found.argv == ("demo", "do", "-F", FILE, "--body", FILE)
    assert found.files == (FileArgument(3, "-x\ny"), FileArgument(5, "z"))


PIECES = [
    "-",
    "--",
    "e",
    "k",
    "evil",
    "=",
    " ",
    "\n",
    "x",
    "é",
    "'",
    '"',
    "$(id)",
    "@f",
    "--evil=1",
]


def a_text(dice: Random) -> str:
    return "".join(dice.choices(PIECES, k=dice.randrange(4)))


VALUES: dict[str, Callable[[Random], Any]] = {
    "string": a_text,
    "boolean": lambda dice: dice.random() < 0.5,
    "integer": lambda dice: dice.randint(-99, 99),
    "array": lambda dice: [a_text(dice) for _ in range(dice.randrange(4))],
}


SHORT = {"a": "-k", "x9": "-l"}
"""Options that may have a flag of one letter, which stands in a word of its own."""


def a_random_tool(dice: Random) -> Tool:
    """Of every layout. Without a separator nothing may begin with a dash, as in a sound declaration."""
    layout = dice.choice([{}, {}, {"separator": ""}, {"positional_args_first": True}])
    names = dice.sample(["a", "ab", "all", "b-c", "evi", "evils", "x9", "e"], dice.randint(1, 6))
    declared = [
        option(name, kind, allow_dash=kind != "integer" and not layout and dice.random() < 0.5)
        for name, kind in zip(names, dice.choices([*VALUES], k=len(names)), strict=True)
    ]
    for each in declared:
        if each["name"] in SHORT and each["type"] != "boolean" and dice.random() < 0.5:
            each["flag"] = SHORT[each["name"]]
    cut = dice.randint(0, len(names))
    positionals = tuple(each for each in declared[cut:] if each["type"] != "boolean")
    return a_tool(*declared[:cut], positionals=positionals, **layout)


def as_texts(value: Any) -> list[str]:
    return [*map(str, cast("list[object]", value))] if isinstance(value, list) else [str(value)]


def expected(tool: Tool, values: Json) -> tuple[list[tuple[str, str]], list[str]]:
    options: list[tuple[str, str]] = []
    for each in tool.options:
        value = values.get(each.name)
        if value is True:
            options.append((f"--{each.name}", ""))
        elif value is not None and value is not False:
            options += [(each.flag or f"--{each.name}", text) for text in as_texts(value)]
    return options, [t for each in tool.positionals for t in as_texts(values.get(each.name, []))]


@settings(max_examples=rounds(gate=150, nightly=5_000))
@given(st.integers(0, 2**32))
def test_a_program_reads_exactly_what_was_given_and_no_flag_more(seed: int) -> None:
    dice = Random(seed)
    tool = a_random_tool(dice)
    takes = [each.name + ("" if each.type == "boolean" else "=") for each in tool.options]
    for _ in range(20):
        values = {o.name: VALUES[o.type](dice) for o in tool.arguments if dice.random() < 0.7}
        try:
            argv = line(tool, values).argv
        except InvalidArguments:
            continue  # refused: nothing runs

        read = gnu_getopt([*argv[2:]], "e:k:l:", [*takes, "evil", "evil="])

        assert read == expected(tool, values)

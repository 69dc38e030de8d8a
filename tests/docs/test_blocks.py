"""Every block of code on our pages runs, or is read by what reads it in earnest, or says why not."""

import json
import subprocess
import tomllib
from collections.abc import Callable, Generator
from typing import Any, cast

import pytest
from ruamel.yaml import YAML

from askline.config.files import settled
from tests.docs.pages import DOCS, PAGES, ROOT, Block, blocks
from tests.docs.shell import (
    DEFECTS,
    a_place,
    a_served_home,
    calls,
    ending,
    told,
    understood_by_the_line,
)
from tests.doors.cli_service import Home, a_home, an_api

YAML_READER: Any = YAML(typ="safe", pure=True)  # untyped inside
READERS: dict[str, Callable[[str], object]] = {
    "json": json.loads,
    "toml": tomllib.loads,
    "yaml": YAML_READER.load,
}
PLAYED = {"python", "sh"}
DRAWN = {"text", "console", "http", "js", "ts", "html", "diff", ""}
"""What is shown and not run: drawings, what a screen said, other programs' languages."""

FIRST_STEPS = DOCS / "start"
"""Played as a whole by a test of its own: each step needs the one before."""

BLOCKS = [
    block
    for page in PAGES
    if (page.is_relative_to(DOCS) or page.parent == ROOT) and not page.is_relative_to(FIRST_STEPS)
    for block in blocks(page)
]


def of(kind: str) -> list[Block]:
    return [block for block in BLOCKS if block.kind == kind and block.reason is None]


def test_every_block_is_of_a_kind_that_somebody_looks_after() -> None:
    known = PLAYED | DRAWN | set(READERS)

    assert [f"{block}: {block.kind}" for block in BLOCKS if block.kind not in known] == []


def test_only_what_would_be_run_says_why_it_is_not() -> None:
    needless = [f"{block}" for block in BLOCKS if block.reason and block.kind not in PLAYED]

    assert needless == []


@pytest.mark.parametrize("kind", READERS)
def test_every_block_of_data_can_be_read(kind: str) -> None:
    for block in of(kind):
        assert READERS[kind](block.text) is not None, f"{block}"


def registered(data: object) -> list[list[str]]:
    """The words with which a client's file starts us, whatever the client calls its list of servers."""
    match data:
        case {"command": "askline"}:
            return [cast("dict[str, list[str]]", data)["args"]]
        case dict():
            within = cast("dict[str, object]", data).values()
            return [words for each in within for words in registered(each)]
        case _:
            return []


@pytest.mark.parametrize("block", [*of("json"), *of("toml"), *of("yaml")], ids=str)
def test_every_registration_starts_the_line_with_words_it_knows(block: Block) -> None:
    for words in registered(READERS[block.kind](block.text)):
        assert words[0] == "mcp"
        assert understood_by_the_line(words[1:])


@pytest.mark.parametrize("block", of("toml"), ids=str)
def test_every_block_of_settings_holds_settings_that_there_are(block: Block) -> None:
    data = tomllib.loads(block.text)

    assert registered(data) or settled(data).problems == []


@pytest.mark.parametrize("block", [each for each in BLOCKS if each.kind == "sh"], ids=str)
def test_every_block_of_shell_is_sound(block: Block) -> None:
    read = subprocess.run(
        ["sh", "-n"], input=block.text.encode(), capture_output=True, check=False, timeout=30
    )

    assert (read.returncode, read.stderr) == (0, b"")


@pytest.fixture(scope="module")
def home() -> Generator[Home]:
    with a_served_home() as served:
        yield served


@pytest.mark.parametrize("block", of("sh"), ids=str)
def test_every_block_of_shell_runs(
    block: Block, home: Home, capfd: pytest.CaptureFixture[str]
) -> None:
    with a_place(home) as place:
        made = calls(block.text, place)
        ends = [(call.words, ending(call, home, place)) for call in made]

    said = capfd.readouterr().err
    assert [(words, told(end), said) for words, end in ends if end in DEFECTS] == []


@pytest.mark.parametrize("block", of("python"), ids=str)
def test_every_program_runs_as_it_stands(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    with a_home() as own, an_api(own):
        monkeypatch.setenv("ASKLINE_HOME", own.environ["ASKLINE_HOME"])

        exec(compile(block.text, f"{block}", "exec"), {"__name__": "page"})  # noqa: S102 - our own page


def test_a_block_that_says_something_wrong_is_found(
    home: Home, capfd: pytest.CaptureFixture[str]
) -> None:
    with a_place(home) as place:
        made = calls("askline dance\naskline mcp --dance\n", place)
        ends = [ending(call, home, place) for call in made]

    assert [told(end) for end in ends] == ["2, usage or refused input"] * 2
    assert "unknown command: dance" in capfd.readouterr().err


def test_a_block_runs_no_program_that_could_do_harm(home: Home) -> None:
    with a_place(home) as place, pytest.raises(AssertionError, match="not run: why"):
        calls("rm -r shop\n", place)

"""Whatever page or message names a command of ours names one that is there, with flags that it has."""

import re
from collections.abc import Iterator

import pytest

from askline.doors.cli.commands import COMMANDS, GROUPS
from askline.doors.cli.main import run
from tests.docs.pages import PAGES, ROOT, blocks

USAGES = {command.name: command.usage for command in COMMANDS}
LINE = {"--profile", "--apps", "--in-process"}
ALONE = {"--plain", "--help", "--version"}

INLINE = re.compile(r"`askline ([^`]+)`")
AT_A_PROMPT = re.compile(r"^(?:\$ |.*&& |[A-Z_]+=\S+ )?askline ([^|>#&\n]+)", re.MULTILINE)
FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")


def named() -> Iterator[tuple[str, str]]:
    """Where a command is named, and with which words."""
    code = [*(ROOT / "src").rglob("*.py"), *(ROOT / "src/askline/doors/mcp/texts").glob("*.md")]
    for file in (*PAGES, *code):
        for words in INLINE.findall(file.read_text()):
            yield f"{file.relative_to(ROOT)}", words
    for page in PAGES:
        for block in blocks(page):
            for words in AT_A_PROMPT.findall(block.text if block.kind in ("sh", "console") else ""):
                yield f"{block}", words


def known_flags(words: str) -> set[str] | None:
    """The flags of the command that the words begin with, or none where there is no such command."""
    first, *more = words.split()
    if first == "mcp":
        return LINE
    if first in ALONE or first.isupper():  # `askline COMMAND --help` stands for any of them
        return ALONE
    if first in GROUPS and not more:
        return set()
    name = f"{first} {more[0].split('|')[0]}" if first in GROUPS else first
    return {*FLAG.findall(USAGES[name]), "--help"} if name in USAGES else None


def test_every_command_that_is_named_is_there_with_its_flags() -> None:
    wrong = [
        f"{where}: askline {words}"
        for where, words in named()
        if (known := known_flags(words)) is None or {*FLAG.findall(QUOTED.sub("", words))} - known
    ]

    assert wrong == []


@pytest.mark.parametrize("words", ["dance", "tools dance", "memory rule add"])
def test_a_command_that_is_not_there_is_found(words: str) -> None:
    assert known_flags(words) is None


@pytest.mark.parametrize("name", USAGES)
def test_the_usage_of_a_command_has_every_flag_that_it_takes(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run([*name.split(), "--help"])

    taken = {*FLAG.findall(capsys.readouterr().out.partition("options:")[2])} - {"--help"}
    also = {"--follow", "--lines"} if name == "service logs" else set[str]()
    assert taken - also == {*FLAG.findall(USAGES[name])}

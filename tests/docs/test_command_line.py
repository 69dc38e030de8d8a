"""The reference of the command line and of the settings tells what the code does."""

import re

from askline.config.keys import KEYS
from askline.config.values import spelled
from askline.doors.cli import person
from askline.doors.cli.commands import COMMANDS
from askline.doors.cli.problems import EXIT_CODES
from askline.doors.tui.keys import KEYS as KEYS_OF_TERMINAL
from askline.doors.tui.keys import OPERATION_KEYS
from tests.docs.test_reference import DOCS, rows

CLI = rows("reference/cli.md")


def ticked(text: str, nothing: str) -> str:
    return f"`{text}`" if text else nothing


def test_every_command_is_documented_and_no_other() -> None:
    documented = [row for row in CLI if len(row) == 3]

    assert documented == [
        [f"`{command.name}`", ticked(command.usage, "nothing"), command.about]
        for command in COMMANDS
    ]


def test_every_exit_code_is_documented_and_no_other() -> None:
    documented = [row for row in CLI if row[0].isdecimal()]

    assert documented == [[str(code), meaning] for code, meaning in EXIT_CODES.items()]


def test_every_sign_of_an_agent_is_documented() -> None:
    page = (DOCS / "reference/cli.md").read_text()

    for sign in (*person.SIGNS, *person.BEGINNINGS, *person.SETTINGS, *person.VALUES):
        assert re.search(rf"`{sign}[`*=]", page)


def test_every_key_of_the_terminal_inbox_is_documented_and_no_other() -> None:
    keys = (*KEYS_OF_TERMINAL, *OPERATION_KEYS)
    assert rows("reference/terminal.md") == [[key.shown, key.about] for key in keys]


def test_every_setting_is_documented_and_no_other() -> None:
    assert rows("reference/settings.md") == [
        [
            f"`{key.name}`",
            key.takes,
            ticked(spelled(key, key.default), "none"),
            "yes" if key.project else "no",
            ticked(key.environment or "", "none"),
            key.about,
        ]
        for key in KEYS
    ]

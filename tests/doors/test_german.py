"""A person who set German reads German: on the command line, line by line, and in the terminal inbox."""

import json
import re
from collections.abc import Generator
from pathlib import Path

import pytest

from askline.core.speaking import catalogue, speaking
from askline.doors.cli import plain
from askline.doors.cli.here import Here
from askline.doors.cli.main import run
from tests.doors.cli_service import Home, a_home, an_api
from tests.doors.tui_house import a_terminal

Said = pytest.CaptureFixture[str]

PARTS = {"id": "parts", "question": "Welche Teile?", "type": "multi-select", "options": ["A", "B"]}
SURE = {"id": "sure", "question": "Weiter?", "type": "confirm", "required": False}


@pytest.fixture
def home() -> Generator[Home]:
    with a_home() as place, an_api(place):
        Path(place.locations.config).parent.mkdir(parents=True, exist_ok=True)
        Path(place.locations.config).write_text('language = "de"\n')
        yield place


def leftovers(shown: str) -> list[str]:
    """Sentences of the English catalogue in what was shown; those German has too are none."""
    words = (re.split(r"\{\d[^{}]*\}", text) for text in catalogue("de"))
    fixed = {part.strip(" .,:;") for parts in words for part in parts}
    german = " ".join(map(str, catalogue("de").values()))
    prose = (part for part in fixed if len(part.split()) > 2 and part not in german)
    return [part for part in prose if part in shown]


COMMANDS = (
    *("list", "list --all", "list --help", "list --limit none", "show {ask}", "show ffffffff"),
    *("history", "stats", "alerts", "doctor", "help", "nonsense", "audit verify", "away"),
    *("config get language", "config get nonsense", "memory rules", "ops list", "service status"),
    *("answer {ask}", "setup nobody", "reject {ask} --reason Nein"),
)


def test_the_main_commands_leave_no_english(home: Home, capsys: Said) -> None:
    ask = home.asked(PARTS, SURE)

    for command in COMMANDS:
        run(command.format(ask=ask["short_id"]).split(), environ=home.environ)
        shown = "".join(capsys.readouterr())

        assert shown, command
        assert leftovers(shown) == [], command


def test_what_programs_read_is_the_same_in_every_language(home: Home, capsys: Said) -> None:
    home.asked(SURE)
    for words in (["list", "--json"], ["service", "status", "--json"]):
        run(words, environ=home.environ)
        german = json.loads(capsys.readouterr().out)
        Path(home.locations.config).write_text('language = "en"\n')
        run(words, environ=home.environ)

        assert json.loads(capsys.readouterr().out) == german


def test_the_plain_inbox_takes_yes_and_no_in_german(home: Home, capsys: Said) -> None:
    ask = home.asked(SURE)
    words = iter(["1", "a", "ja", "j", "q"])
    prompts: list[str] = []

    def read(prompt: str) -> str:
        prompts.append(prompt)
        return next(words)

    with speaking("de"):
        plain.inbox(Here(home.environ, door="tui"), read)

    shown = capsys.readouterr().out + "\n".join(prompts)
    assert home.client.outcome(ask["id"])["answers"][0]["values"] == ["yes"]
    assert "1 Anfrage wartet." in shown
    assert leftovers(shown) == []


def test_without_a_place_for_settings_english_is_spoken(
    capsys: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()

    code = run(["list"], environ={"ASKLINE_HOME": "relative", "LANG": "de"})

    assert code != 0
    assert "hint:" in capsys.readouterr().err


@pytest.mark.parametrize("width", [80, 100])
async def test_the_terminal_inbox_speaks_german_at_every_width(width: int) -> None:
    screens: list[str] = []
    with speaking("de"):
        async with a_terminal(size=(width, 30)) as terminal:
            terminal.asked()
            async with terminal.open():
                screens.append(await terminal.shows("Eingang"))
                await terminal.press("question_mark")
                screens.append(await terminal.shows("Strg+S"))
                await terminal.press("escape", "enter")
                screens.append(await terminal.shows("Wähle eine Möglichkeit"))
                await terminal.press("x")
                screens.append(await terminal.shows("Das ablehnen?"))

    assert [leftovers(screen) for screen in screens] == [[], [], [], []]

"""What only a person may settle, and a person who answers line by line."""

import io
import os
import pty
import sys
from collections.abc import Callable, Generator

import pytest

from askline.doors.cli import person
from askline.doors.cli.main import run
from tests.doors.cli_service import Home, a_home, an_api
from tests.promises import promise

Said = pytest.CaptureFixture[str]
Type = Callable[[str], object]

SURE = {"id": "sure", "question": "Push?", "type": "confirm"}


@pytest.fixture
def home() -> Generator[Home]:
    with a_home() as place, an_api(place):
        yield place


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Generator[Type]:
    """A terminal on standard input; what is typed there is read by the command."""
    hand, terminal = pty.openpty()
    with os.fdopen(terminal) as stdin, os.fdopen(hand, "wb", 0) as typing:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield lambda text: typing.write(text.encode())


@pytest.mark.parametrize(
    ("environ", "sign"),
    [
        ({"PATH": "/bin", "CLAUDE_CODE_USE_BEDROCK": "1", "CODEX_HOME": "/x"}, None),
        ({"COPILOT_MODEL": "x", "CURSOR_TRACE_ID": "x", "CLAUDECODE": ""}, None),
        ({"CURSOR_EXTENSION_HOST_ROLE": "user"}, None),
        ({"CURSOR_EXTENSION_HOST_ROLE": "agent-exec"}, "CURSOR_EXTENSION_HOST_ROLE"),
        ({"CLAUDECODE": "1"}, "CLAUDECODE"),
        ({"CODEX_THREAD_ID": "x"}, "CODEX_THREAD_ID"),
        ({"CODEX_SANDBOX": "seatbelt"}, "CODEX_SANDBOX"),
        ({"COPILOT_AGENT_SESSION_ID": "x"}, "COPILOT_AGENT_SESSION_ID"),
        ({"GEMINI_CLI": "1"}, "GEMINI_CLI"),
        ({"QWEN_CODE_SESSION_ID": "x"}, "QWEN_CODE_SESSION_ID"),
        ({"OPENCODE": "1"}, "OPENCODE"),
        ({"AI_AGENT": "any", "AGENT": "amp"}, "AGENT"),
    ],
)
def test_an_agents_signs_are_known_and_a_persons_settings_are_none(
    environ: dict[str, str], sign: str | None
) -> None:
    assert person.sign(environ) == sign


def test_nobody_is_present_without_standard_input() -> None:
    assert person.present({}, None) is False
    assert person.present({}, io.StringIO()) is False


@promise("person")
@pytest.mark.parametrize("words", [["answer", "yes"], ["reject"], ["ask-back", "why?"]])
def test_without_a_terminal_nobody_settles_what_needs_a_person(
    home: Home, words: list[str], capsys: Said
) -> None:
    ask = home.asked(SURE, human_only=True)
    verb, *more = words

    assert run([verb, ask["id"], *more], environ=home.environ) == 8
    assert "person_required" in capsys.readouterr().err
    assert home.client.outcome(ask["id"])["state"] == "pending"


@promise("person")
@pytest.mark.usefixtures("keyboard")
def test_an_agents_terminal_is_no_persons(home: Home) -> None:
    ask = home.asked(SURE, human_only=True)

    marked = {**home.environ, "CLAUDECODE": "1"}

    assert run(["answer", ask["id"], "yes"], environ=marked) == 8
    assert run(["answer", ask["id"], "yes"], environ=home.environ) == 0
    assert home.client.outcome(ask["id"])["settledBy"]["door"] == "cli"


def test_a_person_is_asked_line_by_line(home: Home, keyboard: Type, capsys: Said) -> None:
    options = {"options": ["PostgreSQL", "SQLite"]}
    ask = home.asked(
        {"id": "db", "question": "Which database?", **options},
        {"id": "more", "question": "Which more?", "type": "multi-select", "options": ["A", "7"]},
        {"id": "name", "question": "What name?", "required": False, "header": "Name"},
        {"id": "why", "question": "Why?"},
        SURE,
        title="Storage",
    )
    keyboard("2\n1, 7\n\n\nbecause\nmaybe\nn\n")

    assert run(["answer", ask["id"]], environ=home.environ) == 0

    given = home.client.outcome(ask["id"])["answers"]
    assert [each["values"] for each in given] == [["SQLite"], ["A", "7"], [], ["because"], ["no"]]
    assert given[2]["state"] == "skipped"
    said = capsys.readouterr().out
    assert "Ask " in said
    assert "3. Name: What name? [name: text, may be skipped]" in said
    assert "This one needs an answer." in said
    assert "sure: expected one of 'yes', 'no', got 'maybe'." in said


def test_own_words_are_asked_about_once_more(home: Home, keyboard: Type) -> None:
    ask = home.asked()
    keyboard("Postgre\nno\nOracle\ny\n")

    assert run(["answer", ask["id"]], environ=home.environ) == 0
    assert home.client.outcome(ask["id"])["answers"][0]["customText"] == "Oracle"


def test_nothing_is_sent_when_the_input_ends(home: Home, keyboard: Type, capsys: Said) -> None:
    ask = home.asked(SURE)
    keyboard("\x04")

    assert run(["answer", ask["id"]], environ=home.environ) == 2
    assert "Nothing was sent" in capsys.readouterr().err
    assert home.client.outcome(ask["id"])["state"] == "pending"


@pytest.mark.usefixtures("keyboard")
@pytest.mark.parametrize(("key", "value"), [("approvals.deny", "rm"), ("hub.approvals", "hub")])
def test_rules_for_approvals_are_set_by_a_person_alone(home: Home, key: str, value: str) -> None:
    words = ["config", "set", key, value]

    assert run(words, environ={**home.environ, "GEMINI_CLI": "1"}) == 8
    assert run(words, environ=home.environ) == 0

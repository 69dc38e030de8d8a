"""Clients start `askline hook` for their prompts: it brings them to the inbox, or stays out of the way."""

import io
import json
import os
import signal
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

import pytest

from askline.client.local import Client
from askline.doors.cli import hook
from askline.doors.cli.main import run
from askline.doors.cli.transcripts import Transcript
from tests.doors.cli_service import Home, a_home, an_api
from tests.promises import promise

Said = pytest.CaptureFixture[str]
Json = dict[str, Any]

EVENT = {
    "hook_event_name": "PermissionRequest",
    "session_id": "s1",
    "cwd": "/home/ada/shop",
    "tool_name": "Bash",
    "tool_input": {"command": "make"},
}


@pytest.fixture
def home() -> Generator[Home]:
    before = {each: signal.getsignal(each) for each in hook.ENDINGS}
    with a_home() as place, an_api(place):
        yield place
    for each, handler in before.items():
        signal.signal(each, handler)


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    def give(event: Any) -> None:
        content = event if isinstance(event, bytes) else json.dumps(event).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return give


@contextmanager
def meanwhile(home: Home, act: Callable[[Client, Json], object]) -> Generator[None]:
    """A person at a terminal, who acts on the one ask as soon as it is there."""
    client = Client(home.locations.api_socket, door="cli", present=True)

    def answer() -> None:
        end = monotonic() + 10
        while not (asks := client.asks()):
            assert monotonic() < end
        act(client, asks[0])

    person = Thread(target=answer)
    person.start()
    yield
    person.join(10)


def hooked(home: Home, *words: str) -> int:
    return run(["hook", *words], environ={**home.environ, "CLAUDECODE": "1"})


@promise("person")
@pytest.mark.parametrize("client", ["claude-code", "codex"])
def test_a_grant_of_the_person_reaches_the_client(
    home: Home, handed: Callable[[Any], None], client: str, capsys: Said
) -> None:
    handed(EVENT)
    with meanwhile(home, lambda api, ask: api.answer(ask["id"], {"allow": {"values": ["yes"]}})):
        assert hooked(home, "--client", client) == 0

    said = json.loads(capsys.readouterr().out)["hookSpecificOutput"]
    assert said == {"hookEventName": "PermissionRequest", "decision": {"behavior": "allow"}}
    [ask] = home.client.asks(all_states=True)
    assert ask["agent"] == {
        "name": client, "version": None, "label": None, "conversation": "s1",
    }  # fmt: skip
    assert ask["project"]["path"] == "/home/ada/shop"
    assert ask["human_only"]
    assert ask["deadline"]


def test_a_refusal_comes_with_its_reason(
    home: Home, handed: Callable[[Any], None], capsys: Said
) -> None:
    handed({**EVENT, "cwd": None, "session_id": 7})
    with meanwhile(home, lambda api, ask: api.reject(ask["id"], reason="not on Friday")):
        assert hooked(home) == 0

    decision = json.loads(capsys.readouterr().out)["hookSpecificOutput"]["decision"]
    assert decision == {"behavior": "deny", "message": "not on Friday"}


def test_the_clients_own_question_is_answered_with_the_whole_input(
    home: Home, handed: Callable[[Any], None], capsys: Said
) -> None:
    questions = [{"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}]
    event = {**EVENT, "tool_name": "AskUserQuestion", "tool_input": {"questions": questions}}
    handed(event)
    with meanwhile(home, lambda api, ask: api.answer(ask["id"], {"q1": {"values": ["B"]}})):
        assert hooked(home) == 0
    decision = json.loads(capsys.readouterr().out)["hookSpecificOutput"]["decision"]
    assert decision["updatedInput"] == {"questions": questions, "answers": {"Which?": "B"}}

    handed(event)
    assert hooked(home, "--client", "codex") == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("value", "reply"),
    [("yes", {"reply": "once"}), ("no", {"reply": "reject", "message": "Your human said no."})],
)
def test_opencode_is_replied_to_in_its_own_words(
    home: Home, handed: Callable[[Any], None], value: str, reply: Json, capsys: Said
) -> None:
    handed(EVENT)
    with meanwhile(home, lambda api, ask: api.answer(ask["id"], {"allow": {"values": [value]}})):
        assert hooked(home, "--client", "opencode") == 0

    assert json.loads(capsys.readouterr().out) == reply


@pytest.mark.parametrize(
    "event",
    [
        {**EVENT, "hook_event_name": "PreToolUse"},
        {**EVENT, "tool_name": None},
        {**EVENT, "tool_input": "ls"},
        {**EVENT, "tool_name": "mcp__askline__ask_user"},
        [],
        b"",
        b"\xff",
    ],
)
def test_what_is_not_its_own_leaves_no_word_and_no_ask(
    home: Home, handed: Callable[[Any], None], event: Any, capsys: Said
) -> None:
    handed(event)

    assert hooked(home) == 0
    assert capsys.readouterr().out == ""
    assert home.client.asks() == []


def test_another_clients_run_of_the_same_hook_is_none_of_ours(
    home: Home, handed: Callable[[Any], None], capsys: Said
) -> None:
    handed(EVENT)

    assert run(["hook"], environ=home.environ) == 0
    assert capsys.readouterr().out == ""
    assert home.client.asks() == []


@pytest.mark.parametrize("how", hook.ENDINGS)
def test_a_client_that_ends_its_hook_leaves_nothing_to_be_granted(
    home: Home, handed: Callable[[Any], None], capsys: Said, how: signal.Signals
) -> None:
    handed(EVENT)
    with meanwhile(home, lambda _api, _ask: os.kill(os.getpid(), how)):
        assert hooked(home) == 0

    assert capsys.readouterr().out == ""
    [ask] = home.client.asks(all_states=True)
    assert ask["state"] == "cancelled"


def test_a_client_that_is_killed_leaves_nothing_to_be_granted(
    home: Home, handed: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hook, "LOOK_S", 0.05)
    theirs, ours = os.pipe()
    handed(EVENT)
    with os.fdopen(ours, "w") as out, monkeypatch.context() as patch:
        assert hook.is_heard(out)
        patch.setattr(sys, "stdout", out)
        with meanwhile(home, lambda _api, _ask: os.close(theirs)):
            assert hooked(home) == 0

    [ask] = home.client.asks(all_states=True)
    assert ask["state"] == "cancelled"


def test_where_nobody_can_tell_who_reads_somebody_does() -> None:
    assert hook.is_heard(io.StringIO())


def test_a_client_that_ends_its_hook_while_it_asks_leaves_nothing_either(
    home: Home, handed: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    asks = Client.create

    def ended_meanwhile(client: Client, body: Json) -> Json:
        made = asks(client, body)
        os.kill(os.getpid(), signal.SIGTERM)
        return made

    monkeypatch.setattr(Client, "create", ended_meanwhile)
    handed(EVENT)
    assert hooked(home) == 0

    assert capsys.readouterr().out == ""
    [ask] = home.client.asks(all_states=True)
    assert ask["state"] == "cancelled"


def test_nobody_answers_and_the_client_asks_by_itself(
    home: Home, handed: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    monkeypatch.setattr(hook, "GRACE_S", -10.0)
    handed(EVENT)

    assert hooked(home, "--hold", "1") == 0
    assert capsys.readouterr().out == ""


def test_without_a_service_the_client_asks_by_itself(
    handed: Callable[[Any], None], tmp_path: Path, capsys: Said
) -> None:
    handed(EVENT)
    file = tmp_path / "file"
    file.write_text("")

    assert run(["hook"], environ={"ASKLINE_HOME": str(file / "no"), "CLAUDECODE": "1"}) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert "asks by itself" in said.err


def test_a_typing_error_is_no_refusal(capsys: Said) -> None:
    assert run(["hook", "--client", "emacs"]) == 1
    assert run(["hook", "--help"]) == 0
    assert "usage" in capsys.readouterr().out


CALL = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "make"}}
RESULT = {"type": "tool_result", "tool_use_id": "t1"}


def line(part: Any) -> str:
    return json.dumps({"message": {"content": [part, "words"]}}) + "\n"


@promise("truth")
def test_what_the_clients_own_dialog_decided_is_not_asked_any_longer(
    home: Home, handed: Callable[[Any], None], tmp_path: Path, capsys: Said
) -> None:
    transcript = tmp_path / "transcript.jsonl"
    transcript.write_text('{}\n{"tool_use\n{"message": "tool_use"}\n"tool_use"\n' + line(CALL))
    handed({**EVENT, "transcript_path": str(transcript)})

    def in_the_dialog(_api: Client, _ask: Json) -> None:
        with transcript.open("a") as file:
            file.write(line({**RESULT, "tool_use_id": "t0"}) + line(RESULT))

    with meanwhile(home, in_the_dialog):
        assert hooked(home) == 0

    assert capsys.readouterr().out == ""
    [ask] = home.client.asks(all_states=True)
    assert ask["state"] == "cancelled"


def test_a_transcript_tells_only_of_the_same_call(tmp_path: Path) -> None:
    file = tmp_path / "transcript.jsonl"
    file.write_text(line({**CALL, "name": "Read"}) + line(RESULT))
    transcript = Transcript(str(file), "Bash", {"command": "make"})

    assert not transcript.went_on()
    assert not transcript.went_on()
    file.write_text(line(CALL) + line(RESULT) + line({**CALL, "id": "t2"}))
    assert not transcript.went_on()
    assert not Transcript(str(tmp_path / "gone"), "Bash", {}).went_on()

"""`askline web`: the address is always printed, a browser is opened where a person would see it."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest

from askline.doors.cli.main import run
from tests.doors.cli_service import Home, a_home, a_pulse, an_api

Said = pytest.CaptureFixture[str]

URL = "http://127.0.0.1:4711"


@pytest.fixture
def home() -> Generator[Home]:
    with a_home() as made, a_pulse(made), an_api(made, url=URL):
        yield made


def web(home: Home, *words: str, **environ: str) -> int:
    return run(["web", *words], environ={**home.environ, **environ})


def test_the_address_is_the_last_word_and_carries_a_code(home: Home, capsys: Said) -> None:
    assert web(home, "--print-url") == 0

    assert capsys.readouterr().out.startswith(f"{URL}/?code=")


def test_an_ask_is_opened_by_its_short_id(home: Home, capsys: Said) -> None:
    ask = home.asked()

    assert web(home, "--print-url", ask["short_id"]) == 0

    assert capsys.readouterr().out.startswith(f"{URL}/asks/{ask['id']}?code=")


def test_an_ask_that_is_not_there_opens_nothing(home: Home, capsys: Said) -> None:
    assert web(home, "zzzzzz") == 9
    assert capsys.readouterr().out == ""


def test_the_browser_that_the_user_named_gets_the_address(
    home: Home, tmp_path: Path, capsys: Said
) -> None:
    told = tmp_path / "told"
    os.mkfifo(told)
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" >{told}\n')
    browser.chmod(0o700)

    assert web(home, BROWSER=str(browser), PATH="/usr/bin:/bin") == 0

    assert told.read_text() == capsys.readouterr().out.strip()


def test_a_browser_that_does_not_start_leaves_the_address(home: Home, capsys: Said) -> None:
    assert web(home, BROWSER="/nowhere/browser") == 0

    said = capsys.readouterr()
    assert said.out.startswith(f"{URL}/?code=")
    assert "Open the address yourself" in said.err


def test_over_ssh_the_hint_is_no_part_of_the_output(home: Home, capsys: Said) -> None:
    assert web(home, SSH_CONNECTION="10.0.0.9 1 10.0.0.7 22") == 0

    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 1
    assert "ssh -L 4711:127.0.0.1:4711" in said.err


def test_an_agent_gets_an_address_that_signs_nobody_in(home: Home, capsys: Said) -> None:
    assert web(home, "--print-url", CLAUDECODE="1") == 0

    said = capsys.readouterr()
    assert said.out == f"{URL}/\n"
    assert "CLAUDECODE" in said.err


def test_every_browser_is_signed_out_from_here(home: Home, capsys: Said) -> None:
    assert web(home, "--sign-out") == 0
    assert capsys.readouterr().out == "Every browser is signed out.\n"


@pytest.mark.parametrize("environ", [{}, {"CLAUDECODE": "1"}])
def test_where_no_browser_may_come_it_is_said(environ: dict[str, str], capsys: Said) -> None:
    with a_home() as home, a_pulse(home), an_api(home):
        assert web(home, "--print-url", **environ) == 9

    assert "web.enabled" in capsys.readouterr().err

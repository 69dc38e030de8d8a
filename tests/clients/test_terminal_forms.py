"""Clients that draw forms, in a terminal, with a person at the keys: answered, closed, withdrawn."""

import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from tests.clients.conversation import Json
from tests.clients.known import CLAUDE, CODEX, COPILOT, Client
from tests.clients.play import PROMPT, Play, playing_in_terminal
from tests.clients.terminal import Terminal
from tests.promises import promise

READING_S = 1.5
"""What is filled in faster than a person can read counts as the client's own doing."""
FORM_S = 60.0

pytestmark = [pytest.mark.clients, pytest.mark.nightly, pytest.mark.timeout(300)]


@dataclass(frozen=True)
class Hand:
    """How a person works one client's form: a key, and what is to be seen after it."""

    client: Client
    ready: str
    """What it shows when it can be typed into."""
    form: str
    """What only its form shows."""
    picks_sqlite: tuple[tuple[str, str], ...]


HANDS = (
    Hand(
        CLAUDE,
        ready=r"❯",
        form=r"requests your input",
        picks_sqlite=(
            ("Right", r"❯ ◯ Postgres"),
            ("Down", r"❯ ◯ SQLite"),
            ("Space", r"✔ Which"),
            ("Down", r"❯ +Which database shall it be\? – other"),
            ("Down", r"❯ +Note"),
            ("Down", r"❯ Accept"),
            ("Enter", r"My human said"),
        ),
    ),
    Hand(
        CODEX,
        ready=r"Ask Codex to do anything",
        form=r"Field \d/\d",
        picks_sqlite=(
            ("Down", r"› 2\. SQLite"),
            ("Enter", r"My human said"),
        ),
    ),
    Hand(
        COPILOT,
        ready=r"❯",
        form=r"askline needs information",
        picks_sqlite=(
            ("Down", r"❯ SQLite"),
            ("Enter", r"\[Which database shall it be\? – other\]"),
            ("Enter", r"\[Note\]"),
            ("Enter", r"My human said"),
        ),
    ),
)

each_hand = pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.client.name)


@contextmanager
def at_the_form(hand: Hand) -> Generator[tuple[Play, Terminal, Json]]:
    """The client with its form on the screen, and the ask that it is for."""
    with playing_in_terminal(hand.client) as (play, terminal):
        terminal.shows(hand.ready, within=FORM_S)
        terminal.types(PROMPT)
        terminal.shows(PROMPT)
        terminal.presses("Enter")
        terminal.shows(hand.form, within=FORM_S)
        ask = play.asked()
        time.sleep(READING_S)
        yield play, terminal, ask


@each_hand
@promise("truth")
def test_a_form_that_is_filled_in_is_the_persons_answer(hand: Hand) -> None:
    with at_the_form(hand) as (play, terminal, ask):
        for key, then in hand.picks_sqlite:
            terminal.presses(key)
            terminal.shows(then)
        told = play.told()
        stands = play.ask_as_it_stands(ask)

    assert "SQLite" in told
    assert stands["outcome"]["answers"][0]["values"] == ["SQLite"]
    assert stands["outcome"]["settledBy"]["kind"] == "human"
    assert stands["outcome"]["settledBy"]["door"] == "form"


@each_hand
@promise("truth")
def test_a_form_that_is_closed_refuses_nothing_and_the_inbox_still_answers(hand: Hand) -> None:
    with at_the_form(hand) as (play, terminal, ask):
        terminal.presses("Escape")
        terminal.hides(hand.form)
        closed = play.ask_as_it_stands(ask)
        play.scene.human.answer(ask, "SQLite")
        told = play.told()

    assert closed["state"] == "pending"
    assert closed["outcome"] is None
    assert "SQLite" in told


@each_hand
@promise("one-truth-everywhere")
def test_a_form_is_taken_from_the_screen_when_the_inbox_was_faster(hand: Hand) -> None:
    with at_the_form(hand) as (play, terminal, ask):
        play.scene.human.answer(ask, "SQLite")
        terminal.hides(hand.form)
        told = play.told()
        stands = play.ask_as_it_stands(ask)

    assert "SQLite" in told
    assert stands["outcome"]["settledBy"]["door"] == "cli"

"""When the open inbox calls for its person."""

from datetime import time
from pathlib import Path

from askline.alerts.rules import Quiet, Rules
from askline.asks.shapes import ask_shape
from askline.doors.tui.calling import GAP_S, Calling, words
from askline.doors.tui.model import read_ask
from askline.doors.tui.peace import rules_of
from tests.builders import an_ask, answered

NEW = read_ask(ask_shape(an_ask()))
DAY, NIGHT = time(12), time(23)
OVER = read_ask(ask_shape(answered(an_ask()).after))


def test_news_call_once_for_many() -> None:
    calling = Calling()

    assert calling.wanted([NEW], 0.0, DAY)
    assert not calling.wanted([NEW], GAP_S / 2, DAY)
    assert calling.wanted([NEW], GAP_S, DAY)


def test_who_looks_at_the_terminal_is_left_in_peace() -> None:
    calling = Calling(looking=True)
    assert not calling.wanted([NEW], 0.0, DAY)

    calling.looking = False

    assert calling.wanted([NEW], 0.0, DAY)


def test_what_is_settled_already_calls_for_nobody() -> None:
    assert not Calling().wanted([OVER], 0.0, DAY)


def test_a_call_says_who_asks_and_about_what() -> None:
    assert words(NEW) == ("claude-code asks", "Storage")


def test_quiet_hours_are_quiet_and_what_comes_after_them_calls() -> None:
    calling = Calling(lambda: Rules(quiet=Quiet(time(22), time(7))))

    assert not calling.wanted([NEW], 0.0, NIGHT)
    assert calling.wanted([NEW], 0.0, DAY)


def test_a_muted_project_calls_for_nobody_by_its_name_or_its_path() -> None:
    for name in ("shop", "/home/ada/shop"):
        calling = Calling(lambda name=name: Rules(muted=frozenset({name})))
        assert not calling.wanted([NEW], 0.0, DAY)
    assert Calling(lambda: Rules(muted=frozenset({"other"}))).wanted([NEW], 0.0, DAY)


def test_rules_are_those_of_the_settings_as_they_are_now(tmp_path: Path) -> None:
    environ, file = {"ASKLINE_HOME": str(tmp_path)}, tmp_path / "config.toml"
    assert rules_of(environ) == Rules()

    file.write_text('[alerts]\nquiet = "22:00-07:00"\nmuted = ["shop"]\n')
    assert rules_of(environ) == Rules(quiet=Quiet(time(22), time(7)), muted=frozenset({"shop"}))

    file.write_text('[alerts]\nquiet = "always"\n')
    assert rules_of(environ) == Rules()

"""The guard, the times, the lines: small rules of the terminal inbox."""

from datetime import timedelta

import pytest

from askline.doors.tui.guard import Guard
from askline.doors.tui.lines import PLAIN, cut, line, spread, width_of, wrapped
from askline.doors.tui.themes import COLOURS, NAMES, chosen, next_name, palette, textual_theme
from askline.doors.tui.times import ago, bar, day, left, left_s
from tests.builders import NOON
from tests.unit.tui_asks import due, one


def test_no_key_settles_within_400_ms_after_something_else_came_under_it() -> None:
    guard = Guard().moved(("ask", "1"), 10.0)

    assert not guard.lets(10.39)
    assert guard.lets(10.4)
    assert guard.moved(("ask", "2"), 20.0).since == 20.0


def test_a_mark_on_the_same_question_is_no_change() -> None:
    guard = Guard().moved(("ask", "1"), 10.0)

    assert guard.moved(("ask", "1"), 99.0) is guard
    assert Guard().lets(0.0)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "0:00"),
        (59.9, "0:59"),
        (119, "1:59"),
        (120, "2 min"),
        (3600, "60 min"),
        (7200, "2 h"),
        (180_000, "2 d"),
    ],
)
def test_time_left_counts_seconds_only_below_two_minutes(seconds: float, said: str) -> None:
    assert left(seconds) == said


def test_times_ago_are_rough_and_never_negative() -> None:
    assert ago(NOON, NOON - timedelta(seconds=5)) == "now"
    assert ago(NOON - timedelta(minutes=25), NOON) == "25 min"
    assert day(NOON, NOON) == NOON.astimezone().strftime("%H:%M")
    assert day(NOON - timedelta(days=3), NOON) == "11 Nov"


def test_a_countdown_empties_and_one_without_deadline_has_none() -> None:
    assert (left_s(one(), NOON), bar(one(), NOON)) == (None, 0)
    assert bar(due(10), NOON) == 16
    assert bar(due(10), NOON + timedelta(minutes=5)) == 8
    assert left_s(due(1), NOON + timedelta(hours=1)) == 0.0


def test_lines_are_broken_between_words_and_by_cells() -> None:
    text = [("The orders ", PLAIN), ("table", "strong"), (" is big", PLAIN)]

    rows = wrapped(text, 12)

    assert ["".join(part for part, _ in row).rstrip() for row in rows] == [
        "The orders",
        "table is big",
    ]
    assert rows[1][0] == ("table", "strong")
    wide = wrapped([("漢字漢字漢字", PLAIN)], 6)
    assert [width_of(row) for row in wide] == [6, 6]
    assert wrapped([("", PLAIN)], 9) == [()]
    assert wrapped([("a\n\nb", PLAIN)], 9, "> ") == [
        (("> a", PLAIN),),
        (("> ", PLAIN),),
        (("> b", PLAIN),),
    ]


def test_what_is_too_long_is_cut_with_a_sign() -> None:
    assert cut("漢字漢字", 5) == "漢字…"
    assert cut("short", 5) == "short"
    assert cut("gone", 0) == ""


def test_two_ends_of_a_line_keep_apart() -> None:
    assert width_of(spread([("left", PLAIN)], [("right", PLAIN)], 20)) == 20
    assert line("a", ("b", "muted")).text == "ab"


def test_every_theme_dresses_every_role_and_they_go_round() -> None:
    for name in NAMES:
        assert set(palette(name)) == set(palette(name, lit=True))
        assert textual_theme(name).dark is COLOURS[name].dark
    assert [next_name(name) for name in NAMES] == ["light", "contrast", "terminal", "dark"]


@pytest.mark.parametrize(
    ("setting", "environ", "theme"),
    [
        ("auto", {}, "dark"),
        ("auto", {"COLORFGBG": "0;15"}, "light"),
        ("auto", {"COLORFGBG": "15;0"}, "dark"),
        ("contrast", {"COLORFGBG": "0;15"}, "contrast"),
        ("light", {"NO_COLOR": ""}, "terminal"),
    ],
)
def test_the_theme_is_the_settings_or_the_terminals(
    setting: str, environ: dict[str, str], theme: str
) -> None:
    assert chosen(setting, environ) == theme


def test_without_colours_what_is_here_is_told_by_reverse() -> None:
    plain = palette("terminal")

    assert plain["here"].reverse
    assert plain["button"].reverse
    assert plain["muted"].dim

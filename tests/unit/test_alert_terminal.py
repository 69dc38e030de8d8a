"""A terminal is called in its own words, and no text can say anything else in them."""

import pytest

from askline.alerts.terminal import calling

KITTY = {"KITTY_WINDOW_ID": "1", "TERM": "xterm-kitty"}
ITERM = {"TERM_PROGRAM": "iTerm.app"}
FOOT = {"TERM": "foot-extra"}
GNOME = {"VTE_VERSION": "7600", "TERM": "xterm-256color"}
TMUX = {"TMUX": "/run/tmux-1/default,1,0", **KITTY}
SCREEN = {"TERM": "screen-256color", **ITERM}


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({}, b"\a"),
        ({"TERM": "xterm-256color"}, b"\a"),
        (TMUX, b"\a"),
        (SCREEN, b"\a"),
        (KITTY, b"\a\x1b]99;i=askline:d=0;T\x1b\\\x1b]99;i=askline:p=body;B\x1b\\"),
        (ITERM, b"\a\x1b]9;T: B\x1b\\"),
        (FOOT, b"\a\x1b]777;notify;T;B\x1b\\"),
        (GNOME, b"\a\x1b]777;notify;T;B\x1b\\"),
    ],
)
def test_each_terminal_is_called_in_its_own_words(environ: dict[str, str], said: bytes) -> None:
    assert calling("T", "B", environ) == said


@pytest.mark.parametrize("environ", [KITTY, ITERM, FOOT, GNOME])
@pytest.mark.parametrize(
    "hostile", ["\x1b\\", "\a", "\x9c", "\x1b]52;c;aGk=\a", "a;b", "a\nb", "\x18", "\u009b31m"]
)
def test_no_text_ends_the_sequence_or_begins_another(environ: dict[str, str], hostile: str) -> None:
    tame, wild = calling("T", "B", environ), calling(f"T{hostile}", f"B{hostile}", environ)

    for control in (b"\x1b", b"\a", b";", b"\n", b"\x18", b"\xc2\x9c", b"\xc2\x9b"):
        assert wild.count(control) == tame.count(control)

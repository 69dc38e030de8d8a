"""What makes a terminal call its user: the bell, and a notification where the terminal is known to
draw one.

Only spells; whoever has the terminal writes it. A terminal that is not known gets the bell alone,
because an unknown sequence may be drawn as text. Inside tmux too: it passes no notification on
unless told to, but marks the window of a bell.
"""

from collections.abc import Mapping

from askline.core.text import clean

BELL = b"\a"
ESC, ST = "\x1b", "\x1b\\"

OSC_9 = frozenset({"iTerm.app", "WezTerm", "ghostty"})
"""By the name that they give in TERM_PROGRAM."""
OSC_777 = ("foot", "rxvt-unicode")
"""By the beginning of TERM."""


def calling(title: str, body: str, environ: Mapping[str, str]) -> bytes:
    """The bytes to write, once for a batch."""
    said = _sequence(_plain(title), _plain(body), environ)
    return BELL + said.encode()


def _sequence(title: str, body: str, environ: Mapping[str, str]) -> str:
    if "TMUX" in environ or environ.get("TERM", "").startswith(("screen", "tmux")):
        return ""
    if "KITTY_WINDOW_ID" in environ:
        named = f"{ESC}]99;i=askline:d=0;{title}{ST}"
        return f"{named}{ESC}]99;i=askline:p=body;{body}{ST}"
    if environ.get("TERM_PROGRAM") in OSC_9:
        return f"{ESC}]9;{title}: {body}{ST}"
    if environ.get("TERM", "").startswith(OSC_777) or "VTE_VERSION" in environ:
        return f"{ESC}]777;notify;{title};{body}{ST}"
    return ""


def _plain(text: str) -> str:
    """One line without anything that could end the sequence or begin another field of it."""
    return " ".join(clean(text).split()).replace(";", ",")

"""Files as Askline itself writes them, read without a parser: a hundred times as fast.

Only what `memory/writing` writes is understood: a name, and a text in double quotes or a list of
such, line by line. Anything else is not ours, which says nothing against it: `reading` has a whole
parser for it and gets the same from a file of ours.
"""

import re

_TEXT = r'"(?:[^"\\]++|\\.)*+"'
_LINE = re.compile(rf"([a-z_]+): (?:({_TEXT})|\[({_TEXT}(?:, {_TEXT})*+)\])")
_TEXTS = re.compile(_TEXT)
_ESCAPE = re.compile(r"\\(?:u([0-9a-f]{4})|U([0-9a-f]{8})|(.))")
_SHORT = {'"': '"', "\\": "\\", "n": "\n", "t": "\t", "r": "\r", "0": "\0"}
_ASK = re.compile(rb'^ask: "([^"\\\n]+)"\r?$', re.MULTILINE)


def ask_in(raw: bytes) -> str:
    """The ask that a file says it is of, or nothing; for one look at thousands of them."""
    found = _ASK.search(raw)
    return found[1].decode(errors="replace") if found else ""


def said_in(text: str) -> dict[str, list[str]] | None:
    """The words under each name; None where the file is not exactly as ours are."""
    said: dict[str, list[str]] = {}
    for line in (each.removesuffix("\r") for each in text.split("\n")):
        if not line or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line)
        if found is None or found[1] in said:
            return None
        try:
            said[found[1]] = [_spoken(each) for each in _TEXTS.findall(found[2] or found[3])]
        except (KeyError, ValueError, OverflowError):
            return None
    return said or None


def _spoken(quoted: str) -> str:
    text = quoted[1:-1]
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    return chr(int(code, 16)) if code else _SHORT[found[3]]

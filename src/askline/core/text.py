"""The one sanitizer: what agents write is made harmless, what people type is kept.

`clean` is for every string that comes from an agent, at ingest and once more before a terminal.
`as_typed` is for what a human entered; before such text reaches a terminal it passes `clean` too.

What is left of an agent's text moves no cursor, turns no line around and has no second text hidden
in it. Both functions are idempotent and linear in time.

An unfinished escape sequence loses its introducer and keeps its rest as plain text: nothing is
interpreted, and no missing terminator can swallow the legible text behind it.

Not done here: no length limits, no Unicode normalisation, no defence against lookalike letters,
no escaping for HTML or Markdown; soft hyphens, fillers and odd spaces stay, as some script needs
them. Nor is this the way to show a command for approval: leaving out part of it, however harmless,
would show something else than what runs.
"""

import re

# Ranges instead of unicodedata: a stored text must not depend on which Unicode release the
# interpreter knows. They are spelled as escapes because the characters cannot be seen.
_SURROGATES = r"\ud800-\udfff"
_DIRECTIONS = r"\u061c\u200e\u200f\u202a-\u202e"
_INVISIBLES = r"\u200b\u2060-\u206f\ufeff\ufff9-\ufffb"  # 2066-2069 turn lines around as well
_TAGS = r"\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"  # 7F is the last tag; the rest is reserved
_VARIATIONS = r"\ufe00-\ufe0f\U000e0100-\U000e01ef"
_JOINERS = r"\u200c\u200d"
_LINE_ENDS = r"\r\u2028\u2029"

_JOINING_LETTERS = (
    r"\u0590-\u109f"  # Hebrew, Arabic, Syriac and their kin; India, Thai, Lao, Tibetan, Myanmar
    r"\u1700-\u18af\u1900-\u1c7f\u1cd0-\u1cff"  # Philippines, Khmer, Mongolian, Bali; Vedic
    r"\ua800-\ua95f\ua980-\uaaff\uabc0-\uabff"  # Phags-pa, Saurashtra, Java, Cham, Meetei
    r"\ufb1d-\ufdff\ufe70-\ufefc"  # Hebrew and Arabic presentation forms
    r"\U00010800-\U00011fff\U0001e900-\U0001eeff"  # the same families beyond the first plane
)
_PICTURES = r"\u2190-\u27ff\u2900-\u2bff\U0001f000-\U0001fffd"  # skin tones are among them

_CONTROLS = r"\x00-\x08\x0b\x0c\x0e-\x1f"

_SUSPECT = re.compile(
    rf"[{_CONTROLS}{_LINE_ENDS}\x7f-\x9f{_SURROGATES}{_DIRECTIONS}{_INVISIBLES}"
    rf"{_TAGS}{_VARIATIONS}{_JOINERS}]"
)
# An 8-bit control is defined as ESC and the letter 64 below it: one grammar serves both.
_SEVEN_BIT = {control: f"\x1b{chr(control - 64)}" for control in range(0x80, 0xA0)}
# The repetitions are possessive and none of them crosses an ESC, so every character is looked at
# a bounded number of times however many introducers a hostile text holds.
_ESCAPE_SEQUENCE = re.compile(
    r"""\x1b(?:
        \[ [0-?]*+ [\ -/]*+ [@-~]                              # CSI: colours, cursor, modes
      | \] [^\x07\x18\x1a\x1b]*+ (?: \x07 | \x1b\\ )           # OSC: titles, links, clipboard
      | [PX^_] [^\x18\x1a\x1b]*+ \x1b\\                        # DCS, SOS, PM, APC
      | [\ -/]*+ [0-~]                  # nF and two characters; the introducer of an unfinished one
    )?""",
    re.VERBOSE,
)
_NEVER_LEGIBLE = re.compile(rf"[{_CONTROLS}\x7f{_SURROGATES}{_DIRECTIONS}{_INVISIBLES}]+")
_LINE_END = re.compile(rf"\r\n|[{_LINE_ENDS}]")
# The only visible use of tags: the flag of a region's subdivision, such as Scotland's (gbsct).
_TAG = re.compile(
    r"""(\U0001f3f4
        (?: [\U000e0061-\U000e007a]{2} | [\U000e0030-\U000e0039]{3} )
        [\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,4}
        \U000e007f)"""
    rf"| [{_TAGS}]+",
    re.VERBOSE,
)
# A run of joiners joins no better than its first. No writing uses two variation selectors in a
# row, but a run of them hides any bytes behind one visible character.
_REPEATED_JOINER = re.compile(rf"(?<=[{_JOINERS}])[{_JOINERS}]+")
_REPEATED_VARIATION = re.compile(rf"(?<=[{_VARIATIONS}])[{_VARIATIONS}]+")
_IDLE_JOINER = re.compile(
    rf"""[{_JOINERS}] (?!
        (?<= [{_PICTURES}{_VARIATIONS}] \u200d ) [{_PICTURES}]
      | (?<= [{_JOINING_LETTERS}{_VARIATIONS}] [{_JOINERS}] ) [{_JOINING_LETTERS}]
    )""",
    re.VERBOSE,
)
_LINE_BREAK = re.compile(r" ?[\t\n][ \t\n]*")
_UNTYPABLE = re.compile(rf"[{_CONTROLS}{_SURROGATES}]+")


def clean(text: str, *, multiline: bool = True) -> str:
    """An agent's text without what a terminal obeys or what is hidden from its reader.

    With `multiline=False` line breaks and tabs become single spaces and the ends are stripped.
    """
    if _SUSPECT.search(text):
        text = _without_sequences(text)
        text = _NEVER_LEGIBLE.sub("", text)
        text = _LINE_END.sub("\n", text)
        text = _without_idle_marks(text)
    if not multiline and ("\n" in text or "\t" in text):
        text = _LINE_BREAK.sub(" ", text)
    return text if multiline else text.strip()


def as_typed(text: str) -> str:
    """A human's text as it was typed, less what no keyboard means and no store can keep.

    Control characters go (tab and newline stay), and so do lone surrogates: neither UTF-8 nor
    PostgreSQL's jsonb has a place for them.
    """
    return _UNTYPABLE.sub("", text).replace("\r\n", "\n").replace("\r", "\n")


def _without_sequences(text: str) -> str:
    """No ESC and no C1 is left, so nothing removed later can bring two halves together."""
    return _ESCAPE_SEQUENCE.sub("", text.translate(_SEVEN_BIT))


def _without_idle_marks(text: str) -> str:
    """Tags, joiners and variation selectors only where they shape what is seen.

    The order makes a second pass needless: removed tags make new neighbours for joiners, removed
    joiners make new runs of selectors, and a shortened run is as good a neighbour as before.
    """
    text = _TAG.sub(r"\1", text)
    text = _REPEATED_JOINER.sub("", text)
    text = _IDLE_JOINER.sub("", text)
    return _REPEATED_VARIATION.sub("", text)

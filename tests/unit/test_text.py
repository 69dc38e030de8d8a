"""What an agent writes cannot move a cursor, hide a word or turn a line around."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from askline.core.text import as_typed, clean

SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
HIDDEN_HI = "\U000e0068\U000e0069"

FORBIDDEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    r"\ud800-\udfff]"
)
FLAG = re.compile(r"\U0001f3f4[\U000e0030-\U000e007a]{3,7}\U000e007f")
SELECTOR = r"[\ufe00-\ufe0f\U000e0100-\U000e01ef]"
REPEATED_SELECTOR = re.compile(f"(?<={SELECTOR}){SELECTOR}+")

ORDINARY = [
    pytest.param("Deploy to staging first?\n\t1. yes\n\t2. no", id="english with lines and tabs"),
    pytest.param("Größe: 3 µm, naïve façade", id="latin"),
    pytest.param("Ξεσκεπάζω την ψυχοφθόρα βδελυγμία", id="greek"),
    pytest.param("Съешь ещё этих мягких булок", id="cyrillic"),
    pytest.param("עטלף אבק נס דרך מזגן", id="hebrew"),
    pytest.param("صِف خَلقَ خَودِ كَمِثلِ الشَمسِ", id="arabic"),
    pytest.param("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", id="persian with ZWNJ"),
    pytest.param("\u0915\u094d\u200d\u0937", id="devanagari with ZWJ"),
    pytest.param("\u0dc1\u0dca\u200d\u0dbb\u0dd3 \u0dbd\u0d82\u0d9a\u0dcf", id="sinhala with ZWJ"),
    pytest.param("นายสังฆภัณฑ์ เฮงพิทักษ์ฝั่ง", id="thai"),
    pytest.param("いろはにほへと 色は匂へど", id="japanese"),
    pytest.param("키스의 고유조건은", id="korean"),
    pytest.param("葛\U000e0100城市", id="ideographic variation"),
    pytest.param("\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466", id="emoji family"),
    pytest.param("\U0001f469\U0001f3fd\u200d\U0001f680", id="emoji with skin tone"),
    pytest.param("\U0001f3f3\ufe0f\u200d\U0001f308", id="emoji with variation selector"),
    pytest.param("\U0001f642\u200d\u2194\ufe0f", id="emoji joined to an arrow"),
    pytest.param("1\ufe0f\u20e3 \U0001f1eb\U0001f1f7", id="keycap and flag of letters"),
    pytest.param(f"from {SCOTLAND} with care", id="flag of tags"),
]

HOSTILE = [
    pytest.param("a\x1b[31;1mb\x1b[0mc", "abc", id="colour"),
    pytest.param("a\x9b2Jb", "ab", id="8-bit clear screen"),
    pytest.param("a\x1b]0;title\x07b", "ab", id="title ended by BEL"),
    pytest.param("a\x1b]0;title\x1b\\b", "ab", id="title ended by ST"),
    pytest.param("a\x9d52;c;ZXZpbA==\x9cb", "ab", id="8-bit clipboard"),
    pytest.param("a\x1b]8;;http://e.vil\x07link\x1b]8;;\x07b", "alinkb", id="hyperlink"),
    pytest.param("a\x1bPq#0\x07~~\x1b\\b", "ab", id="DCS picture"),
    pytest.param("a\x90q\x9cb\x98s\x9cc\x9ep\x9cd\x9fa\x9ce", "abcde", id="8-bit strings"),
    pytest.param("a\x1bXs\x1b\\b\x1b^p\x1b\\c\x1b_a\x1b\\d", "abcd", id="SOS, PM, APC"),
    pytest.param("a\x1bcb\x1b7c\x1b(0d\x1b#8e", "abcde", id="two characters and nF"),
    pytest.param("a\x1b]0;title and a long text", "a0;title and a long text", id="unfinished OSC"),
    pytest.param("a\x1b]0;title\x18 and more", "a0;title and more", id="cancelled OSC"),
    pytest.param("a\x1bPq and\x1b[m more", "aq and more", id="DCS broken off by another"),
    pytest.param("a\x1b[31", "a31", id="unfinished CSI"),
    pytest.param("a\x1b[3\n1mb", "a3\n1mb", id="CSI across lines"),
    pytest.param("a\x1b  ", "a  ", id="unfinished nF"),
    pytest.param("a\x1b", "a", id="lone ESC"),
    pytest.param("a\x1b\x1b[31mb", "ab", id="ESC before a sequence"),
    pytest.param("a\x1b\x1b[m[31mb", "a[31mb", id="a sequence inside a sequence"),
    pytest.param("a\x1b\u200b[31mb", "a[31mb", id="a sequence held apart"),
    pytest.param("a\x00\x07\x08\x0b\x0c\x7f\x80\x85b", "ab", id="C0, DEL, C1"),
    pytest.param("a\u202egpj.exe\u202c \u2066b\u2069", "agpj.exe b", id="bidi controls"),
    pytest.param("a\u200e\u200f\u061cb", "ab", id="bidi marks"),
    pytest.param("a\u200b\u2060\u2063\ufeff\ufffbb", "ab", id="zero width"),
    pytest.param("a\r\nb\rc\u2028d\u2029e", "a\nb\nc\nd\ne", id="line ends"),
    pytest.param("a\r\x1b[m\nb", "a\nb", id="a line end held apart"),
    pytest.param("a\ud83d\ude00\udfffb", "ab", id="lone surrogates"),
    pytest.param(f"a{HIDDEN_HI}\U000e0001\U000e0fffb", "ab", id="tags without a flag"),
    pytest.param(f"\U0001f3f4{HIDDEN_HI}", "\U0001f3f4", id="tags of an unfinished flag"),
    pytest.param(f"\U0001f3f4{HIDDEN_HI * 4}\U000e007f", "\U0001f3f4", id="tags too many"),
    pytest.param("pass\u200dword \u200c1", "password 1", id="joiners in ASCII"),
    pytest.param("\u200d\u0645\u200c \u0645\u200c", "\u0645 \u0645", id="joiners at the edge"),
    pytest.param("\u0434\u200c\u0430", "\u0434\u0430", id="joiners where letters do not join"),
    pytest.param("\U0001f468\u200d\u0645", "\U0001f468\u0645", id="joiners between strangers"),
    pytest.param("\u0645\u200c\u200d\u200c\u06cc", "\u0645\u200c\u06cc", id="a run of joiners"),
    pytest.param("\u2764\ufe0f\ufe01\U000e0155!", "\u2764\ufe0f!", id="a run of selectors"),
    pytest.param("\u2764\ufe0f\u200d\ufe0f", "\u2764\ufe0f", id="a run of selectors held apart"),
]

FRAGMENTS = st.lists(
    st.sampled_from(
        "\x1b[]PX^_\\(#0;?3m a\t\r\n\x07\x18\x90\x98\x9b\x9c\x9d\x9e\x9f"
        "\u200b\u200c\u200d\u202e\u2028\ud83d\ude00\ufe00\ufe0f\U000e0100"
        "\u0645\u094d\u2764\U0001f468\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e007f"
    )
    | st.just(SCOTLAND)
    | st.characters(),
    max_size=40,
).map("".join)
thoroughly = settings(max_examples=250, deadline=None)


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert clean(text) == text
    assert as_typed(text) == text


@pytest.mark.parametrize(("text", "expected"), HOSTILE)
def test_hostile_text_is_made_plain(text: str, expected: str) -> None:
    assert clean(text) == expected
    assert clean(expected) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("  Ship it?\r\n\tNow.\n", "Ship it? Now.", id="lines and tabs"),
        pytest.param("a\n\n\n    b \n c", "a b c", id="indented paragraphs"),
        pytest.param("a  b", "a  b", id="spaces of its own"),
        pytest.param("\x1b[m\n\u200b\n", "", id="nothing but hidden things"),
    ],
)
def test_a_single_line_has_single_spaces_for_its_breaks(text: str, expected: str) -> None:
    assert clean(text, multiline=False) == expected


@given(FRAGMENTS)
@thoroughly
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    once, line = clean(text), clean(text, multiline=False)

    assert clean(once) == once
    assert clean(line) == line
    assert clean(line, multiline=False) == line
    assert clean(once, multiline=False) == line


@given(FRAGMENTS)
@thoroughly
def test_no_forbidden_character_survives(text: str) -> None:
    assert not FORBIDDEN.search(clean(text))
    assert not re.search(r"[\t\n]", clean(text, multiline=False))
    assert not re.search(r"[\U000e0000-\U000e007f]", FLAG.sub("", clean(text)))
    assert not re.search(r"[\x00-\x7f\s][\u200c\u200d]|[\u200c\u200d][\x00-\x7f\s]", clean(text))


@given(st.text(st.characters(exclude_categories=["C"], exclude_characters="\u2028\u2029")))
@thoroughly
def test_printable_text_of_any_script_is_left_alone(text: str) -> None:
    text = REPEATED_SELECTOR.sub("", text)

    assert clean(text) == text


@pytest.mark.parametrize(
    "unit",
    [
        pytest.param("plain text, ", id="plain"),
        pytest.param("\x1b", id="ESC"),
        pytest.param("\x9b", id="8-bit CSI"),
        pytest.param("\x1b]", id="OSC"),
        pytest.param("\x90", id="8-bit DCS"),
        pytest.param("\x1b[0;", id="CSI parameters"),
        pytest.param("\x1b ", id="nF"),
        pytest.param("1", id="one unfinished CSI"),
        pytest.param("\u200d", id="joiners"),
        pytest.param("\ufe0f\u200d", id="selectors and joiners"),
        pytest.param("\U0001f3f4\U000e0067\U000e0062", id="unfinished flags"),
        pytest.param(" ", id="spaces"),
        pytest.param(" \n", id="breaks"),
    ],
)
def test_eight_times_the_text_takes_about_eight_times_as_long(unit: str) -> None:
    short, long = ("\x1b[" + unit * times for times in (5_000, 40_000))

    assert _seconds(long) / _seconds(short) < 32  # quadratic would be 64


def test_what_a_human_typed_keeps_all_but_control_characters_and_surrogates() -> None:
    typed = "\x00a\x1b[31m\tb\r\nc\rd\x00\r\x07\ne \u202e\u200d\u200b\x7f\ud800"

    stored = as_typed(typed)

    assert stored == "a[31m\tb\nc\nd\ne \u202e\u200d\u200b\x7f"


@given(FRAGMENTS)
@thoroughly
def test_what_a_human_typed_can_be_stored_and_is_stored_once(text: str) -> None:
    stored = as_typed(text)

    assert as_typed(stored) == stored
    assert stored.encode().decode() == stored
    assert "\x00" not in stored


def _seconds(text: str) -> float:
    """Of this thread alone, and the best of several runs: the others measure the machine."""
    runs: list[float] = []
    for _ in range(7):
        started = time.thread_time()
        clean(text, multiline=False)
        runs.append(time.thread_time() - started)
    return min(runs)

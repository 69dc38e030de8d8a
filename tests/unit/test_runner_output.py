"""What a command wrote is shown as text that is short, harmless and true."""

import resource
import time
from pathlib import Path

import pytest

from askline.commands.operation import Page, View
from askline.runner import output


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return tmp_path / "out"


def test_a_short_output_is_shown_whole(written: Path) -> None:
    written.write_bytes(b"one\ntwo\n")

    assert output.view(str(written)) == View("one\ntwo\n", "", 0)


def test_a_long_one_shows_its_ends_and_counts_what_is_left_out(written: Path) -> None:
    lines = [f"line {number:06}\n" for number in range(100_000)]
    written.write_text("".join(lines))

    seen = output.view(str(written), head=30, tail=50)

    assert seen.head == "".join(lines[:2])
    assert seen.tail == "".join(lines[-4:])
    assert seen.omitted_bytes == 12 * (100_000 - 6)


def test_one_endless_line_is_cut(written: Path) -> None:
    written.write_bytes(b"x" * 1_000_000)

    assert output.view(str(written), head=10, tail=20) == View("x" * 10, "x" * 20, 999_970)


def test_a_gigabyte_takes_no_memory(written: Path) -> None:
    with written.open("wb") as file:
        file.write(b"begun\n")
        file.truncate(1 << 30)
        file.seek(0, 2)
        file.write(b"\nended\n")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    seen = output.view(str(written))
    output.page(str(written), 1 << 29)

    assert (seen.head[:6], seen.tail[-6:]) == ("begun\n", "ended\n")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 16 << 10


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (b"\x1b[31mred\x1b[0m", "red"),
        (b" 10 %\r 50 %\r100 %\ndone\r\n", "100 %\ndone\n"),
        (b"gone\r\r", "gone"),
        (b"\r", ""),
        (b"a\bb\n", "ab\n"),
        (b"\xff\xfe broken", "\ufffd\ufffd broken"),
        (b"safe \xe2\x80\xae turned", "safe  turned"),
    ],
)
def test_text_is_as_a_terminal_would_show_it_at_last(raw: bytes, shown: str) -> None:
    assert output.shown(raw) == shown


def test_pages_follow_each_other_without_a_gap(written: Path) -> None:
    text = "".join(f"zeile {number} äöü\n" for number in range(500))
    written.write_text(text)
    pages, offset, eof = list[str](), 0, False

    while not eof:
        read = output.page(str(written), offset, 100)
        pages.append(read.text)
        offset, eof = read.next_offset, read.eof

    assert "".join(pages) == text


def test_a_page_without_a_line_end_does_not_cut_a_character(written: Path) -> None:
    written.write_text("aä" * 10)

    assert output.page(str(written), 0, 2) == Page("a", 1, eof=False)
    assert output.page(str(written), 1, 3) == Page("äa", 4, eof=False)


def test_plain_letters_are_cut_anywhere(written: Path) -> None:
    written.write_bytes(b"a" * 100)

    assert output.page(str(written), 90, 5) == Page("a" * 5, 95, eof=False)
    assert output.page(str(written), 200, 5) == Page("", 100, eof=True)


def test_the_last_lines_are_read_from_the_end(written: Path) -> None:
    written.write_bytes(b"one\ntwo\nthree")

    assert output.last(str(written), 2) == "two\nthree"
    assert output.last(str(written), 0) == ""


def test_a_search_finds_words_whatever_their_case_and_goes_on_where_it_stopped(
    written: Path,
) -> None:
    written.write_bytes(b"Error: one\nfine\nERROR: two\nfine\nerror: three\n")

    first = output.search(str(written), "error", limit=12)
    rest = output.search(str(written), "error", first.next_offset)

    assert first == Page("Error: one\n", 16, eof=False)
    assert (rest.text, rest.eof) == ("ERROR: two\nerror: three\n", True)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Authorization: Bearer abcdefgh12345678", "Authorization: Bearer [redacted]"),
        ("https://me:pw@host/x", "https://[redacted]@host/x"),
        ("password = hunter22", "password = [redacted]"),
        ("GITHUB_TOKEN=abcd1234", "GITHUB_TOKEN=[redacted]"),
        ('{"secret": "abcd1234"}', '{"secret": "[redacted]"}'),
        ("eyJabcdefgh.eyJabcdefgh.sig-1", "[redacted]"),
        ("key AKIAABCDEFGHIJKLMNOP!", "key [redacted]!"),
        ("ghp_" + "a" * 36, "[redacted]"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----", "[redacted]"),
        ("nothing to hide", "nothing to hide"),
    ],
)
def test_secrets_of_known_shapes_are_not_shown(said: str, shown: str) -> None:
    assert output.shown(said.encode()) == shown


KEY = [
    "-----BEGIN RSA PRIVATE KEY-----",
    *(f"MIIEline{number:02}" for number in range(40)),
    "-----END RSA PRIVATE KEY-----",
]


def test_a_key_of_many_lines_is_hidden_however_its_lines_are_read(written: Path) -> None:
    written.write_text("\n".join(["before", *KEY, "after", ""]))
    path = str(written)
    ways = [
        output.last(path, 5),
        output.search(path, "MIIE").text,
        output.page(path, 60).text,
        output.page(path, 0, 100).text,
        output.view(path, head=80, tail=80).head,
        output.view(path, head=80, tail=80).tail,
    ]

    assert not [each for each in ways if "MIIE" in each]
    assert output.last(path, 2) == "[redacted]\nafter\n"


@pytest.mark.parametrize("limit", [1, 7, 16_000])
def test_no_choice_of_pages_spells_a_secret_out(written: Path, limit: int) -> None:
    secret = "ghp_" + "abcdefghij" * 4
    written.write_text(f"x{'.' * 50} {secret} password=hunter22 end")
    shown = [output.page(str(written), offset, limit).text for offset in range(140)]

    assert not [each for each in shown if "hunter" in each or "abcdefg" in each]
    assert [each for each in shown if "[redacted]" in each]


def test_a_secret_across_the_pieces_of_an_endless_line_is_hidden(written: Path) -> None:
    written.write_text("." * (output.LONGEST_LINE - 9) + " ghp_" + "abcdefghij" * 4 + "." * 99)

    found = output.search(str(written), ".", limit=1 << 20)

    assert "abcdef" not in found.text
    assert output.search(str(written), "abcdefg").text == ""


def test_hostile_output_is_read_in_a_moment(written: Path) -> None:
    written.write_bytes(b"-eyJ" * (output.WINDOW // 4))
    before = time.process_time()

    output.view(str(written))

    assert time.process_time() - before < 5


def test_one_search_looks_at_so_much_and_the_next_goes_on(
    written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "MOST_SEARCHED", 1)
    written.write_bytes(b"x\n" * output.WINDOW + b"wanted\n")

    first = output.search(str(written), "wanted")
    second = output.search(str(written), "wanted", first.next_offset)
    third = output.search(str(written), "wanted", second.next_offset)

    assert (first.text, first.eof, first.next_offset) == ("", False, output.WINDOW)
    assert (third.text, third.eof) == ("wanted\n", True)

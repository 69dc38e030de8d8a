"""A file of ours is read without a parser, and says the same as with one."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from askline.core.text import clean
from askline.memory.entries import Entry
from askline.memory.writing import file_text
from askline.stores.journal import reading
from askline.stores.journal.own_format import ask_in, said_in
from tests.builders import NOON
from tests.unit.memory import parsed
from tests.unit.test_memory_writing import TEXTS

NAME = "20261114_120000_question.yaml"
LISTS = st.lists(TEXTS, max_size=3).map(tuple)
ENTRIES = st.builds(
    Entry,
    at=st.just(NOON),
    question=TEXTS.map(lambda text: f"Q{text}"),
    answer=TEXTS.map(lambda text: f"A{text}"),
    values=LISTS,
    options=LISTS,
    rejected=LISTS,
    **{name: st.none() | TEXTS for name in reading.TEXTS},
)


@settings(max_examples=50)
@given(ENTRIES)
def test_both_readers_get_the_same_from_a_file_of_ours(entry: Entry) -> None:
    text = file_text(entry)
    ours = said_in(text)

    assert ours is not None
    assert ours == {
        name: said if isinstance(said, list) else [said] for name, said in parsed(text).items()
    }


@settings(max_examples=50)
@given(ENTRIES)
def test_what_was_written_is_read_back_as_it_may_be_shown(entry: Entry) -> None:
    read = reading.entry_in(file_text(entry), NAME, 0)

    assert read is not None
    assert (read.at, read.question, read.answer) == (
        NOON,
        clean(entry.question),
        clean(entry.answer),
    )
    for name in reading.TEXTS:
        assert getattr(read, name) == (clean(getattr(entry, name) or "") or None)
    for name in ("values", "options", "rejected"):
        assert getattr(read, name) == tuple(clean(each) for each in getattr(entry, name) if each)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_comments_empty_lines_and_either_line_end_are_ours_too(line_end: str) -> None:
    text = line_end.join(["# Saved", "", 'question: "a\\nb"', 'values: ["x", "y"]', ""])

    assert said_in(text) == {"question": ["a\nb"], "values": ["x", "y"]}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only a comment",
        "question: bare",
        'question: "open',
        'question: "one" # why',
        'question: "a"\nquestion: "b"',
        'question: "\\x41"',
        'question: "\\U00110000"',
        'question: "\\Uffffffff"',
        'values: ["a",]',
        "values: []",
        '  question: "indented"',
    ],
)
def test_what_is_not_exactly_ours_is_left_to_the_parser(text: str) -> None:
    assert said_in(text) is None


def test_the_ask_of_a_file_is_told_without_reading_it() -> None:
    entry = Entry(at=NOON, question="Which?", answer='ask: "b"\nask: "c"', ask="a1")

    assert ask_in(file_text(entry).encode()) == "a1"
    assert ask_in(file_text(entry).replace("\n", "\r\n").encode()) == "a1"
    assert ask_in(file_text(replace(entry, ask=None)).encode()) == ""

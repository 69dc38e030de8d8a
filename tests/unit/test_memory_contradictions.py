"""The same question answered otherwise: shown, newest wins, nobody's file takes a word back."""

from dataclasses import replace
from datetime import timedelta

from askline.memory.contradictions import with_overruled
from askline.memory.entries import Entry
from tests.builders import NOON

SAID = Entry(at=NOON, question="Which database?", answer="SQLite", by="human")
LATER = NOON + timedelta(days=1)
LAST = NOON + timedelta(days=2)


def overruled(*entries: Entry) -> list[object]:
    told = with_overruled(entries)
    assert [replace(each, overruled=None) for each in told] == [*entries]
    return [each.overruled for each in told]


def test_another_answer_later_overrules_the_earlier_and_both_are_kept() -> None:
    changed = replace(SAID, at=LATER, answer="PostgreSQL")
    back = replace(SAID, at=LAST)

    assert overruled(SAID, changed) == [LATER, None]
    assert overruled(SAID, changed, back) == [None, LAST, None]


def test_spaces_and_capitals_make_no_other_question_and_no_other_answer() -> None:
    alike = replace(SAID, at=LATER, question=" which  DATABASE?", answer="sqlite ")
    other = replace(SAID, at=LATER, question="Which databases?", answer="PostgreSQL")

    assert overruled(SAID, alike) == [None, None]
    assert overruled(SAID, replace(alike, answer="none")) == [LATER, None]
    assert overruled(SAID, other) == [None, None]


def test_a_file_overrules_files_and_no_word_that_was_given_here() -> None:
    file = replace(SAID, at=LATER, answer="PostgreSQL", by=None)

    assert overruled(SAID, file) == [None, None]
    assert overruled(replace(SAID, by=None), file) == [LATER, None]
    assert overruled(replace(file, at=NOON), replace(SAID, at=LATER)) == [LATER, None]
    assert overruled(replace(file, at=NOON), replace(SAID, at=LATER), replace(file, at=LAST)) == [
        LATER,
        None,
        None,
    ]


def test_what_is_redacted_contradicts_nothing() -> None:
    closed = replace(SAID, at=LATER, answer="[redacted]")

    assert overruled(SAID, closed) == [None, None]
    assert overruled(closed, replace(SAID, at=LAST)) == [None, None]

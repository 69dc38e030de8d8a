"""Whatever was said: the YAML is valid, and says exactly that."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askline.memory.entries import Entry
from askline.memory.writing import (
    contract_entry,
    file_text,
    quoted,
    summary_entry,
    summary_head,
    summary_text,
)
from tests.builders import NOON
from tests.unit.memory import parsed

ENTRY = Entry(at=NOON, question="Which database?", answer="SQLite", by="human")
HOSTILE = "\":'\\#-?[]{},&*!|>%@`\n\r\t\0\x1b\x7f\x85\xa0\u2028\u2029\u202e\u2066\ufeff\ud800\udfff\uffff🎉\U000e0041"
TEXTS = st.text(st.one_of(st.sampled_from(HOSTILE), st.characters(categories=None)))


@given(TEXTS, TEXTS, TEXTS)
def test_a_file_and_a_summary_give_back_whatever_was_said(
    question: str, answer: str, note: str
) -> None:
    entry = replace(ENTRY, question=question, answer=answer, note=note, values=(answer, note))

    in_file = parsed(file_text(entry))
    [in_summary] = parsed(summary_text("", [summary_entry(entry)]))["entries"]

    for found in (in_file, in_summary):
        assert (found["question"], found["answer"]) == (question, answer)
        assert found.get("note", "") == note
    assert in_file["values"] == [answer, note]


@given(TEXTS)
def test_what_is_written_is_one_line_that_moves_no_cursor_and_turns_no_line(text: str) -> None:
    written = quoted(text)

    assert written.encode()
    assert len(written.splitlines()) == 1
    assert not set(written) & set("\0\x1b\x85\u202e\u2066\ufeff\U000e0041")


def test_a_hundred_kilobytes_come_back() -> None:
    text = 'Zeile: "eins"\n' * 7_500

    assert parsed(file_text(replace(ENTRY, answer=text)))["answer"] == text


@pytest.mark.parametrize("text", ["null", "yes", "2025-06-05", "1e3", "", " ", "- a", "~"])
def test_a_text_that_looks_like_something_else_stays_a_text(text: str) -> None:
    assert parsed(f"answer: {quoted(text)}\n") == {"answer": text}


def test_a_file_is_as_people_know_it() -> None:
    entry = replace(
        ENTRY,
        answer="unit, journeys",
        values=("unit", "journeys"),
        ask="0198c0de",
        question_id="tests",
        who="me",
        door="tui",
        agent="claude-code",
        title="Before the release",
        options=("unit", "journeys", "none"),
        rejected=("none",),
        branch="main",
        scope="project",
    )

    assert file_text(entry) == (
        "# Saved at 2026-11-14 12:00:00 UTC\n"
        'timestamp: "2026-11-14T12:00:00.000Z"\n'
        'question: "Which database?"\n'
        'answer: "unit, journeys"\n'
        'values: ["unit", "journeys"]\n'
        'options: ["unit", "journeys", "none"]\n'
        'rejected: ["none"]\n'
        'title: "Before the release"\n'
        'ask: "0198c0de"\n'
        'question_id: "tests"\n'
        'by: "human"\n'
        'who: "me"\n'
        'door: "tui"\n'
        'agent: "claude-code"\n'
        'branch: "main"\n'
        'scope: "project"\n'
    )


def test_a_summary_is_as_its_contract_says() -> None:
    strange = replace(ENTRY, answer="PostgreSQL", by="rule", amends="correction", note="why not")
    found = replace(ENTRY, by=None)

    text = summary_text(summary_head(NOON, 5, 2), [*map(contract_entry, (ENTRY, strange, found))])

    assert text == (
        "# Question/Answer History\n"
        "# Generated: 2026-11-14T12:00:00.000Z\n"
        "# Total Q&A Pairs: 5\n"
        "# 2 more, older, are left out here to keep this short.\n"
        "\n"
        "entries:\n"
        '  - timestamp: "2026-11-14T12:00:00.000Z"\n'
        '    question: "Which database?"\n'
        '    answer: "SQLite"\n'
        '  - timestamp: "2026-11-14T12:00:00.000Z"\n'
        '    question: "Which database?"\n'
        '    answer: "PostgreSQL"\n'
        '    note: "why not"\n'
        '    amends: "correction"\n'
        '    by: "rule"\n'
        '  - timestamp: "2026-11-14T12:00:00.000Z"\n'
        '    question: "Which database?"\n'
        '    answer: "SQLite"\n'
        '    source: "file"\n'
    )


def test_beyond_the_contract_a_summary_tells_where_it_was_and_whether_it_holds() -> None:
    entry = replace(ENTRY, branch="main", overruled=NOON)

    assert summary_entry(entry) == contract_entry(entry) + (
        '    branch: "main"\n    overruled: "2026-11-14T12:00:00.000Z"\n'
    )


def test_an_empty_summary_is_an_empty_list() -> None:
    text = summary_text(summary_head(NOON, 0, 0), [])

    assert parsed(text) == {"entries": []}
    assert "# Total Q&A Pairs: 0\n" in text

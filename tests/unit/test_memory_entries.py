"""What of a settled ask is remembered, and what is not."""

from dataclasses import replace
from datetime import timedelta

from askline.asks.answers import Given
from askline.memory.entries import entries_of, redacted
from tests.builders import (
    ADA,
    NOON,
    SHOP,
    StoppedClock,
    a_confirm,
    a_desk,
    a_matter,
    a_multi_select,
    a_new_ask,
    a_select,
    a_text,
    an_approval,
    an_ask,
    answered,
    given,
)
from tests.builders import AGENT as ASKER


async def test_every_answered_question_of_an_ask_is_an_entry_in_its_order() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(
        ASKER, a_new_ask(a_select(), a_multi_select(), a_text(), a_confirm())
    )
    said = {
        "db": Given(values=("SQLite",), note="for now"),
        "tests": Given(values=("unit", "journeys"), custom_text="by hand"),
        "name": Given(values=("Askline, the line",)),
        "go": Given(values=("yes",)),
    }

    entries = entries_of(await desk.answering.answer(ADA, ask.id, said, receipt="r1"))

    assert [entry.answer for entry in entries] == [
        "SQLite",
        "unit, journeys, by hand",
        "Askline, the line",
        "yes",
    ]
    assert [entry.values for entry in entries] == [
        ("SQLite",),
        ("unit", "journeys"),
        (),
        ("yes",),
    ]
    assert {entry.ask for entry in entries} == {str(ask.id)}
    assert [entry.place for entry in entries] == [0, 1, 2, 3]
    first = entries[0]
    assert (first.at, first.question, first.note) == (NOON, "Which database?", "for now")
    assert (first.by, first.who, first.door, first.agent) == ("human", "me", "tui", "claude-code")


async def test_what_was_skipped_rejected_or_is_pending_is_no_entry() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(ASKER, a_new_ask(a_select(), a_text(required=False)))
    rejected = await desk.asking.ask(ASKER, a_new_ask())

    assert entries_of(ask) == ()
    assert entries_of(await desk.answering.reject(ADA, rejected.id, receipt="r1")) == ()
    said = {"db": Given(values=("SQLite",)), "name": Given(skipped=True)}
    [entry] = entries_of(await desk.answering.answer(ADA, ask.id, said, receipt="r1"))
    assert entry.question_id == "db"


async def test_a_later_word_is_an_entry_of_its_own() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    ask = await desk.asking.ask(ASKER, a_new_ask(a_select()))
    await desk.answering.answer(ADA, ask.id, given(), receipt="r1")
    clock.time += timedelta(minutes=1)

    first, second = entries_of(
        await desk.answering.correct(ADA, ask.id, given(db="PostgreSQL"), receipt="r2")
    )

    assert (first.answer, first.amends) == ("SQLite", None)
    assert (second.answer, second.amends) == ("PostgreSQL", "correction")
    assert second.at == clock.time
    assert first.identity != second.identity


async def test_an_entry_knows_what_was_offered_where_and_how_far_it_reaches() -> None:
    desk = a_desk()
    new = a_new_ask(a_select(), a_text(), project=replace(SHOP, branch="main"))
    ask = await desk.asking.ask(ASKER, new)
    said = {"db": Given(values=("SQLite",)), "name": Given(values=("Askline",))}

    ask = await desk.answering.answer(ADA, ask.id, said, receipt="r1")
    picked, typed = entries_of(ask)
    in_a_chat, _ = entries_of(replace(ask, stream="s1"))

    assert (picked.title, picked.branch, picked.scope) == ("Storage", "main", "project")
    assert (picked.options, picked.rejected) == (("PostgreSQL", "SQLite"), ("PostgreSQL",))
    assert (typed.options, typed.rejected) == ((), ())
    assert in_a_chat.scope == "stream"


def test_sensitive_asks_and_approvals_are_not_remembered() -> None:
    for matter in (a_matter(sensitive=True), an_approval()):
        assert entries_of(answered(an_ask(matter=matter)).after) == ()


def test_a_redacted_entry_keeps_the_question_alone() -> None:
    [entry] = entries_of(answered(an_ask()).after)

    closed = redacted(entry)

    assert (closed.question, closed.answer) == (entry.question, "[redacted]")
    assert (closed.values, closed.rejected, closed.note) == ((), (), None)
    assert closed.options == entry.options
    assert closed.identity == entry.identity

"""Answering: one winner, told only after the commit, checked in the step that settles."""

from dataclasses import replace

import anyio
import pytest

from askline.asks import lifecycle
from askline.asks.answers import AnswerState, Given
from askline.asks.limits import Limits
from askline.asks.model import Ask
from askline.asks.ports import Hint, News
from askline.asks.state import State
from askline.asks.trail import EventKind
from askline.core.errors import (
    AlreadySettled,
    InvalidAnswer,
    InvalidArguments,
    NotAllowed,
    StoreUnavailable,
    TooLarge,
    UnknownOption,
)
from askline.core.people import Actor, ActorKind, Door
from tests.builders import (
    ADA,
    AGENT,
    BOB,
    CLIENT,
    MEMORY,
    NOON,
    RULE,
    a_confirm,
    a_desk,
    a_new_ask,
    a_select,
    a_text,
    answered,
    given,
    outcome_of,
)
from tests.promises import promise
from tests.unit.troubles import AwayAsks, ContestedAsks, Rung, SlowAsks, StubbornAsks, glimpse

WRONG = given(db="Oracle")


@promise("answer-once")
async def test_a_retry_with_the_same_receipt_is_the_same_success() -> None:
    bell = Rung()
    desk = a_desk(bell=bell)
    ask = await desk.asking.ask(AGENT, a_new_ask())
    first = await desk.answering.answer(ADA, ask.id, given(), receipt="r1")
    rung = list(bell.hints)

    again = await desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    assert again == first
    assert bell.hints == rung


@promise("answer-once")
@pytest.mark.parametrize(
    "late",
    [
        pytest.param(given(db="PostgreSQL"), id="another opinion"),
        pytest.param(WRONG, id="one that would not even fit"),
    ],
)
async def test_the_second_is_told_who_was_first_when_and_where(late: dict[str, Given]) -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())
    settled = await desk.answering.answer(BOB, ask.id, given(), receipt="r1")

    with pytest.raises(AlreadySettled) as refused:
        await desk.answering.answer(ADA, ask.id, late, receipt="r2")

    assert refused.value.message == (
        f"Ask {ask.short_id} is already answered by bob (web) at 2026-11-14T12:00:00+00:00."
    )
    assert await desk.reading.read(ADA, ask.id) == settled


@promise("answer-once")
async def test_of_many_doors_at_once_one_wins_and_all_others_are_told() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())
    won: list[Ask] = []
    told: list[str] = []

    async def settle(number: int) -> None:
        who = replace(ADA, name=f"human-{number}")
        try:
            won.append(await desk.answering.answer(who, ask.id, given(), receipt=f"r{number}"))
        except AlreadySettled as error:
            told.append(error.message)

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            for number in range(50):
                tasks.start_soon(settle, number)

    winner = outcome_of(won[0]).settled_by.who
    assert (len(won), len(told)) == (1, 49)
    assert all(f"answered by {winner} (tui)" in message for message in told)
    assert len(await desk.reading.trail(ADA, ask.id)) == 2


@promise("answer-once")
async def test_a_race_lost_between_reading_and_writing_is_decided_again() -> None:
    store = ContestedAsks(lambda ask: answered(ask, BOB, "r1"))
    desk = a_desk(store)
    ask = await desk.asking.ask(AGENT, a_new_ask())

    with pytest.raises(AlreadySettled, match="by bob"):
        await desk.answering.reject(ADA, ask.id, receipt="r2")

    assert (await desk.reading.read(ADA, ask.id)).state is State.ANSWERED


@promise("answer-once")
async def test_a_mark_that_comes_between_costs_nobody_the_answer() -> None:
    store = ContestedAsks(
        lambda ask: lifecycle.see(ask, by=BOB, at=NOON),
        lambda ask: lifecycle.attach(ask, "line-2", by=AGENT, at=NOON),
    )
    desk = a_desk(store)
    ask = await desk.asking.ask(AGENT, a_new_ask())

    settled = await desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    assert (settled.state, settled.holder, len(settled.seen)) == (State.ANSWERED, "line-2", 1)
    assert [event.kind for event in await desk.reading.trail(ADA, ask.id)] == [
        EventKind.ASKED,
        EventKind.SEEN,
        EventKind.ATTACHED,
        EventKind.ANSWERED,
    ]


async def test_a_store_that_never_agrees_is_reported_not_tried_forever() -> None:
    bell = Rung()
    desk = a_desk(StubbornAsks(), bell)
    ask = await desk.asking.ask(AGENT, a_new_ask())

    with anyio.fail_after(5), pytest.raises(StoreUnavailable, match="the store never agreed"):
        await desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    assert [hint.news for hint in bell.hints] == [News.ASKED]


@promise("commit-before-ack")
async def test_nobody_is_told_sent_or_woken_before_the_commit() -> None:
    store, bell = SlowAsks(), Rung()
    store.commit.set()
    desk = a_desk(store, bell)
    ask = await desk.asking.ask(AGENT, a_new_ask())
    store.commit = anyio.Event()
    told: list[str] = []

    async def human() -> None:
        await desk.answering.answer(ADA, ask.id, given(), receipt="r1")
        told.append("sent")

    async def agent() -> None:
        await desk.asking.outcome(AGENT, ask.id)
        told.append("woken")

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(agent)
            tasks.start_soon(human)
            await anyio.wait_all_tasks_blocked()
            before = (list(told), [hint.news for hint in bell.hints])
            store.commit.set()

    assert before == ([], [News.ASKED])
    assert sorted(told) == ["sent", "woken"]
    assert bell.hints[-1] == Hint(News.SETTLED, ask.id, "local")


@promise("commit-before-ack")
async def test_an_answer_that_cannot_be_committed_wakes_nobody_and_stays_open() -> None:
    store, bell = AwayAsks(), Rung()
    desk = a_desk(store, bell)
    ask = await desk.asking.ask(AGENT, a_new_ask())

    store.away = True
    with pytest.raises(StoreUnavailable):
        await desk.answering.answer(ADA, ask.id, given(), receipt="r1")
    store.away = False

    assert await glimpse(desk, ask.id) == ask
    assert [hint.news for hint in bell.hints] == [News.ASKED]
    retried = await desk.answering.answer(ADA, ask.id, given(), receipt="r1")
    assert retried.state is State.ANSWERED


@promise("checked-inside")
async def test_an_answer_that_does_not_fit_leaves_the_ask_as_it_was() -> None:
    bell = Rung()
    desk = a_desk(bell=bell)
    ask = await desk.asking.ask(AGENT, a_new_ask())

    with pytest.raises(UnknownOption) as refused:
        await desk.answering.answer(ADA, ask.id, WRONG, receipt="r1")

    assert [problem.field for problem in refused.value.fields] == ["db"]
    assert await desk.reading.read(ADA, ask.id) == ask
    assert [hint.news for hint in bell.hints] == [News.ASKED]
    mended = await desk.answering.answer(ADA, ask.id, given(), receipt="r1")
    assert mended.state is State.ANSWERED


@promise("checked-inside")
async def test_answers_are_checked_by_the_limits_of_the_house() -> None:
    desk = a_desk(limits=Limits(answer_text=3))
    ask = await desk.asking.ask(AGENT, a_new_ask(a_text()))

    with pytest.raises(TooLarge):
        await desk.answering.answer(ADA, ask.id, given(name="long"), receipt="r1")


@promise("whole")
async def test_the_outcome_names_every_question() -> None:
    desk = a_desk()
    questions = (a_select(), a_text(required=False), a_confirm(required=False))
    ask = await desk.asking.ask(AGENT, a_new_ask(*questions))

    settled = await desk.answering.answer(
        ADA, ask.id, {**given(), "go": Given(skipped=True)}, receipt="r1"
    )

    assert [(each.question_id, each.state) for each in outcome_of(settled).answers] == [
        ("db", AnswerState.ANSWERED),
        ("name", AnswerState.UNANSWERED),
        ("go", AnswerState.SKIPPED),
    ]


@promise("truth")
@pytest.mark.parametrize(
    ("by", "kind", "who", "door"),
    [
        pytest.param(ADA, ActorKind.HUMAN, "me", Door.TUI, id="human"),
        pytest.param(CLIENT, ActorKind.CLIENT, "claude-code", Door.FORM, id="client"),
        pytest.param(RULE, ActorKind.RULE, "rule-1", None, id="rule"),
        pytest.param(MEMORY, ActorKind.MEMORY, "entry-1", None, id="memory"),
    ],
)
async def test_the_outcome_says_who_or_what_answered(
    by: Actor, kind: ActorKind, who: str, door: Door | None
) -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())

    settled = await desk.answering.answer(by, ask.id, given(), receipt="r1")

    truth = outcome_of(settled).settled_by
    assert (truth.kind, truth.id, truth.door, truth.at) == (kind, who, door, NOON)


@promise("truth")
async def test_a_client_that_declines_by_itself_leaves_the_ask_in_the_inbox() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())

    with pytest.raises(NotAllowed, match="by itself, without a person"):
        await desk.answering.reject(CLIENT, ask.id, receipt="r1")
    with pytest.raises(NotAllowed):
        await desk.answering.ask_back(CLIENT, ask.id, "Why?", receipt="r2")

    assert await desk.reading.inbox(ADA) == [ask]


@promise("truth")
async def test_an_agent_never_answers_its_own_ask() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())

    with pytest.raises(NotAllowed, match="claude-code may not answer"):
        await desk.answering.answer(AGENT, ask.id, given(), receipt="r1")


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        pytest.param("not\r\nyet\x00", "not\nyet", id="as typed"),
        pytest.param("", None, id="nothing"),
        pytest.param(None, None, id="none"),
    ],
)
async def test_a_human_rejects_with_or_without_a_reason(said: str | None, kept: str | None) -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())

    ended = await desk.answering.reject(ADA, ask.id, receipt="r1", reason=said)

    assert (ended.state, outcome_of(ended).reason) == (State.REJECTED, kept)


async def test_a_human_asks_back_first() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())

    ended = await desk.answering.ask_back(ADA, ask.id, "How\r\nmany users?\x07", receipt="r1")

    assert (ended.state, outcome_of(ended).ask_back) == (State.ASKED_BACK, "How\nmany users?")


async def test_a_correction_stands_beside_the_answer_and_must_fit_too() -> None:
    bell = Rung()
    desk = a_desk(bell=bell)
    ask = await desk.asking.ask(AGENT, a_new_ask())
    settled = await desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    with pytest.raises(InvalidAnswer):
        await desk.answering.correct(ADA, ask.id, WRONG, receipt="c1")
    corrected = await desk.answering.correct(
        BOB, ask.id, given(db="PostgreSQL"), receipt="c1", reason="misread\x00"
    )

    (amendment,) = corrected.amendments
    assert corrected.outcome == settled.outcome
    assert (amendment.by.who, amendment.reason) == ("bob", "misread")
    assert amendment.answers[0].values == ("PostgreSQL",)
    assert bell.hints[-1] == Hint(News.MARKED, ask.id, "local")


async def test_there_is_nothing_to_correct_before_an_answer_or_after_a_rejection() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())

    with pytest.raises(InvalidArguments, match="has no answer yet"):
        await desk.answering.correct(ADA, ask.id, WRONG, receipt="c1")
    await desk.answering.reject(ADA, ask.id, receipt="r1")
    with pytest.raises(AlreadySettled):
        await desk.answering.correct(ADA, ask.id, WRONG, receipt="c2")


@pytest.mark.parametrize("words", ["", "  \n", "\x00"])
async def test_asking_back_needs_words(words: str) -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())

    with pytest.raises(InvalidAnswer, match="Nothing was asked back"):
        await desk.answering.ask_back(ADA, ask.id, words, receipt="r1")

    assert (await desk.reading.read(ADA, ask.id)).state is State.PENDING


async def test_a_reason_has_the_size_limit_of_an_answer() -> None:
    desk = a_desk(limits=Limits(answer_text=10))
    ask = await desk.asking.ask(AGENT, a_new_ask())

    with pytest.raises(TooLarge, match="11 characters"):
        await desk.answering.reject(ADA, ask.id, receipt="r1", reason="x" * 11)

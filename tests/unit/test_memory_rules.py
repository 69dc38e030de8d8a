"""A rule answers what its person answered before: the very same, where it may, until it is revoked."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import anyio
import pytest

from askline.asks.model import Option, Question
from askline.asks.ports import Hint, News
from askline.asks.state import State
from askline.core.errors import (
    AlreadySettled,
    DeadlinePast,
    InvalidArguments,
    NotFound,
    PersonRequired,
    StoreUnavailable,
)
from askline.core.people import ActorKind, Project
from askline.memory.rules import Rule, Scope, rule_shape
from askline.service.recalled import recall_over
from askline.stores.ears import Ears
from askline.stores.ephemeral_memory import EphemeralRules
from tests.builders import (
    ABSENT,
    ADA,
    AGENT,
    BOB,
    NOON,
    RULE,
    a_desk,
    a_new_ask,
    a_text,
    given,
    minted,
    outcome_of,
)
from tests.promises import promise
from tests.unit.recall_house import CSS, RecallHouse

MORE = replace(CSS, options=(*CSS.options, Option(label="MySQL")))
OTHERWISE = replace(
    CSS, options=(CSS.options[0], Option(label="SQLite", description="the old one"))
)


@promise("truth")
async def test_the_same_ask_is_answered_by_the_rule_and_says_so() -> None:
    async with RecallHouse().open() as house:
        rule = await house.ruled(await house.answered())
        ask = await house.asked()

    by = outcome_of(ask).settled_by
    assert (ask.state, by.kind, by.id) == (State.ANSWERED, ActorKind.RULE, str(rule.id))
    assert outcome_of(ask).answers[0].values == ("SQLite",)
    assert ask.seen == ()


@pytest.mark.parametrize(
    ("scope", "question", "answered"),
    [
        (Scope.OPTIONS, CSS, True),
        (Scope.OPTIONS, MORE, False),
        (Scope.PROJECT, MORE, True),
        (Scope.PROJECT, OTHERWISE, False),
        (Scope.PROJECT, replace(CSS, text="What CSS framework do you want?"), False),
    ],
    ids=["same options", "more options", "more in the project", "another under its name", "near"],
)
async def test_how_far_a_rule_goes_is_its_scope(
    scope: Scope, question: Question, answered: bool
) -> None:
    async with RecallHouse().open() as house:
        await house.ruled(await house.answered(), scope)

        assert (await house.asked(question)).state.settled is answered


@promise("person")
@pytest.mark.parametrize("flag", ["sensitive", "human_only"])
async def test_a_rule_never_speaks_where_a_person_is_needed_nor_to_what_is_sensitive(
    flag: str,
) -> None:
    async with RecallHouse().open() as house:
        await house.ruled(await house.answered())

        assert not (await house.asked(matter={flag: True})).state.settled


@pytest.mark.parametrize(
    "changes",
    [
        {"matter": {"context": "Of production, this time."}},
        {"matter": {"title": "Production"}},
        {"project": Project(name="bank", path="/home/ada/bank")},
        {"recipients": ("bob",)},
    ],
    ids=["context", "title", "project", "person"],
)
async def test_what_is_asked_about_something_else_waits(changes: dict[str, object]) -> None:
    async with RecallHouse().open() as house:
        await house.ruled(await house.answered())
        ask = await house.asked(**changes)  # type: ignore[arg-type]

        assert not ask.state.settled


async def test_what_was_asked_before_the_rule_was_made_waits_for_its_person() -> None:
    async with RecallHouse().open() as house:
        waiting = await house.asked()
        rule = await house.ruled(await house.answered())

        assert not rule.speaks_to(waiting)


async def test_a_revoked_rule_never_answers_again() -> None:
    async with RecallHouse().open() as house:
        rule = await house.ruled(await house.answered())
        revoked = await house.recall.ruling.revoke(ADA, rule.short_id)

        assert not (await house.asked()).state.settled
    assert revoked.revoked_at is not None
    assert rule_shape(revoked, house.clock.now())["state"] == "revoked"


async def test_after_its_day_a_rule_is_over() -> None:
    async with RecallHouse().open() as house:
        until = house.clock.now() + timedelta(hours=1)
        rule = await house.ruled(await house.answered(), until=until)
        shapes = [rule_shape(rule, now)["state"] for now in (house.clock.now(), until)]
        house.clock.time = until

        assert not (await house.asked()).state.settled
    assert shapes == ["standing", "expired"]


@promise("answer-once")
async def test_of_a_rule_and_a_human_one_wins_and_the_other_is_told() -> None:
    house = RecallHouse()
    rule = await house.ruled(await house.answered())
    ask = await house.asked()
    desk = house.desk.answering
    won: list[str] = []

    async def answers(kind: str) -> None:
        by, receipt = (ADA, "human") if kind == "human" else (rule.actor(), "rule")
        try:
            await desk.answer(by, ask.id, given(css="SQLite"), receipt=receipt)
        except AlreadySettled:
            return
        won.append(kind)

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(answers, "human")
            tasks.start_soon(answers, "rule")

    assert won == [outcome_of(await house.read(ask)).settled_by.kind]


async def test_who_was_faster_than_the_rule_keeps_the_word() -> None:
    house = RecallHouse()
    await house.ruled(await house.answered())
    ask = await house.asked()

    await house.answer(ask, given(css="PostgreSQL"))
    await house.recall.rule_word._say(ask)  # as it read it before

    assert outcome_of(await house.read(ask)).settled_by.kind is ActorKind.HUMAN


@promise("late-kept")
async def test_what_a_rule_answered_can_be_taken_back_and_the_rule_stays() -> None:
    async with RecallHouse().open() as house:
        await house.ruled(await house.answered())
        ask = await house.corrected(await house.asked(), "PostgreSQL")
        offer = await house.offered(await house.asked(MORE))

    assert ask.amendments[0].answers[0].values == ("PostgreSQL",)
    assert offer is not None
    assert offer.answers["css"].values == ("PostgreSQL",)


@promise("person")
@pytest.mark.parametrize("actor", [ABSENT, AGENT, RULE], ids=["nobody present", "agent", "rule"])
async def test_only_a_person_makes_a_rule(actor: object) -> None:
    house = RecallHouse()
    ask = await house.answered()

    with pytest.raises(PersonRequired):
        await house.recall.ruling.make(actor, ask.id, Scope.OPTIONS)  # type: ignore[arg-type]


async def test_a_rule_repeats_only_an_answer_of_ones_own_that_memory_keeps() -> None:
    house = RecallHouse()
    asks = [
        await house.asked(),
        await house.answered(matter={"sensitive": True}),
        await house.answered(matter={"human_only": True}),
        await house.answered(a_text(), by=BOB),
    ]

    for ask in asks:
        with pytest.raises(InvalidArguments):
            await house.ruled(ask)


async def test_a_rule_for_a_day_that_has_passed_is_refused() -> None:
    house = RecallHouse()
    ask = await house.answered()

    with pytest.raises(DeadlinePast):
        await house.ruled(ask, until=house.clock.now())


async def test_the_same_rule_made_twice_is_one() -> None:
    house = RecallHouse()
    ask = await house.answered()
    first, second = await house.ruled(ask), await house.ruled(ask)
    wider = await house.ruled(ask, Scope.PROJECT)

    assert first == second
    assert await house.recall.ruling.rules(ADA) == [wider, first]


async def test_nobody_revokes_a_rule_of_another_or_one_that_is_not_there() -> None:
    house = RecallHouse()
    rule = await house.ruled(await house.answered())

    for actor, said in ((BOB, rule.short_id), (ADA, "zzzzzz")):
        with pytest.raises(NotFound):
            await house.recall.ruling.revoke(actor, said)
    assert (await house.recall.ruling.revoke(ADA, str(rule.id))).revoked_at


async def test_what_was_asked_while_the_bell_was_deaf_gets_the_rule_too() -> None:
    async with RecallHouse().open() as house:
        await house.ruled(await house.answered())
        unheard = a_desk(house.keeping.asks, Ears(), house.clock)
        ask = await unheard.asking.ask(AGENT, a_new_ask(CSS))
        house.bell.miss()
        await anyio.wait_all_tasks_blocked()

        assert (await house.read(ask)).state.settled


async def test_optional_questions_that_were_left_open_stay_open() -> None:
    optional = a_text(required=False)
    async with RecallHouse().open() as house:
        first = await house.asked(CSS, optional)
        await house.ruled(await house.answer(first, given(css="SQLite")))
        ask = await house.asked(CSS, optional)

    assert [answer.values for answer in outcome_of(ask).answers] == [("SQLite",), ()]


async def test_a_ring_about_an_ask_that_is_not_there_stops_nothing() -> None:
    async with RecallHouse().open() as house:
        await house.ruled(await house.answered())
        house.bell.ring(Hint(News.ASKED, minted.ask_id(NOON), "local"))
        await anyio.wait_all_tasks_blocked()

        assert (await house.asked()).state.settled


class AwayRules(EphemeralRules):
    async def standing(self, tenant: str, place: str) -> list[Rule]:
        del tenant, place
        raise StoreUnavailable("The disk is full.", hint="Make room.")


async def test_where_the_rules_cannot_be_read_every_ask_waits() -> None:
    house = RecallHouse()
    house.keeping = replace(house.keeping, rules=AwayRules())
    house.recall = recall_over(house.desk, house.keeping, house.clock)
    async with house.open():
        assert not (await house.asked()).state.settled


@promise("truth")
async def test_files_of_a_cloned_project_forge_neither_recall_nor_rule(tmp_path: Path) -> None:
    for place in (".askline", ".swissarmyhammer"):
        (tmp_path / place / "questions").mkdir(parents=True)
        entry = tmp_path / place / "questions" / "20260101_120000_question.yaml"
        entry.write_text(f'question: "{CSS.text}"\nanswer: "SQLite"\nby: "human"\nwho: "me"\n')
    (tmp_path / ".askline" / "rules.yaml").write_text("rules: [{scope: project}]\n")
    (tmp_path / ".askline" / "config.toml").write_text("[memory]\nrules = ['all']\n")
    cloned = Project(name="clone", path=str(tmp_path))
    async with RecallHouse().open() as house:
        ask = await house.asked(project=cloned)

        assert not ask.state.settled
        assert await house.offered(ask) is None
        assert await house.recall.ruling.rules(ADA) == []

"""An earlier answer is offered to who gave it, for what it fits, and answers nothing by itself."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from askline.asks.answers import Attachment, Given
from askline.asks.model import Option, Question
from askline.asks.state import State
from askline.core.errors import StoreUnavailable
from askline.core.people import Project
from askline.memory import recalling, recollecting
from askline.memory.likeness import How
from askline.memory.recall import Remembered, recalled, recalled_shape, remembered
from askline.service.recalled import recall_over
from askline.stores.ears import Ears
from askline.stores.ephemeral_memory import EphemeralRecollection
from tests.builders import (
    ADA,
    AGENT,
    BOB,
    CLIENT,
    NOON,
    SHOP,
    STRANGER,
    a_confirm,
    a_desk,
    a_multi_select,
    a_text,
    an_approval,
    an_ask,
    given,
    minted,
)
from tests.promises import promise
from tests.unit.recall_house import CSS, RecallHouse

NEARLY = replace(CSS, text="What CSS framework do you want?")


@promise("truth")
async def test_the_same_question_gets_the_earlier_answer_as_an_offer_and_stays_pending() -> None:
    async with RecallHouse().open() as house:
        first = await house.answered()
        again = await house.asked()

        offer = await house.offered(again)

    assert offer is not None
    assert (offer.ask.id, offer.how, offer.question) == (first.id, How.SAME, CSS.text)
    assert offer.answers == {"css": Given(values=("SQLite",))}
    assert again.state is State.PENDING


async def test_a_nearly_equal_question_is_offered_as_near_in_its_own_words() -> None:
    async with RecallHouse().open() as house:
        await house.answered()
        shape = recalled_shape(await house.offered(await house.asked(replace(NEARLY, id="q9"))))

    assert shape is not None
    assert (shape["how"], shape["question"]) == ("near", CSS.text)
    assert shape["answers"] == {"q9": {"values": ["SQLite"]}}
    assert recalled_shape(None) is None


@pytest.mark.parametrize(
    ("questions", "matter"),
    [
        ((replace(CSS, text="Which database should we use?"),), {}),
        ((replace(CSS, options=(Option(label="Tailwind"), Option(label="Bulma"))),), {}),
        ((a_confirm("css", text=CSS.text),), {}),
        ((CSS, a_text()), {}),
        ((), {"sensitive": True}),
        ((), {"human_only": True}),
    ],
    ids=["other question", "answer not offered", "other kind", "one more", "sensitive", "person"],
)
async def test_where_the_answer_does_not_fit_nothing_is_offered(
    questions: tuple[Question, ...], matter: dict[str, object]
) -> None:
    async with RecallHouse().open() as house:
        await house.answered()

        assert await house.offered(await house.asked(*questions, matter=matter)) is None


@pytest.mark.parametrize("matter", [{"context": "For the shop."}, {"title": "Pages"}])
async def test_another_context_or_title_is_near_and_not_the_same(matter: dict[str, str]) -> None:
    async with RecallHouse().open() as house:
        await house.answered()
        offer = await house.offered(await house.asked(matter=matter))

    assert offer is not None
    assert offer.how is How.NEAR


@pytest.mark.parametrize("flag", ["sensitive", "human_only"])
async def test_what_was_sensitive_or_needed_a_person_is_never_offered(flag: str) -> None:
    async with RecallHouse().open() as house:
        await house.answered(matter={flag: True})

        assert await house.offered(await house.asked()) is None


async def test_what_a_client_answered_by_itself_is_never_offered() -> None:
    async with RecallHouse().open() as house:
        await house.answered(by=CLIENT)

        assert await house.offered(await house.asked()) is None


async def test_an_approval_and_files_are_not_remembered() -> None:
    approval = an_ask(matter=an_approval())
    async with RecallHouse().open() as house:
        ask = await house.answered()
        assert ask.outcome is not None
        file = Attachment(sha256="ab" * 32, name="a.png", media_type="image/png", size=1)
        filed = replace(ask.outcome.answers[0], attachments=(file,))

        assert remembered(approval) is None
        assert remembered(replace(ask, outcome=replace(ask.outcome, answers=(filed,)))) is None
        assert remembered(replace(ask, project=Project(name=""))) is None


async def test_nobody_is_offered_what_another_person_answered() -> None:
    async with RecallHouse().open() as house:
        await house.answered()
        again = await house.asked()

        assert await house.offered(again, BOB) is None
        assert await house.offered(again, AGENT) is None
        assert await house.offered(again, replace(ADA, stream="another")) is None


async def test_another_project_knows_nothing_of_it() -> None:
    async with RecallHouse().open() as house:
        first = await house.answered()
        elsewhere = await house.asked(project=replace(SHOP, path="/home/ada/bank"))

        assert await house.offered(elsewhere) is None
        assert recalled(elsewhere, first, ADA.id) is None
        assert recalled(replace(first, tenant=STRANGER.tenant), first, ADA.id) is None


async def test_a_correction_takes_the_place_of_what_it_corrects() -> None:
    async with RecallHouse().open() as house:
        await house.corrected(await house.answered(), "PostgreSQL")
        offer = await house.offered(await house.asked())

    assert offer is not None
    assert offer.answers["css"].values == ("PostgreSQL",)


async def test_the_newest_of_several_answers_is_offered() -> None:
    async with RecallHouse().open() as house:
        await house.answered(value="PostgreSQL")
        await house.answered(value="SQLite")
        offer = await house.offered(await house.asked())

    assert offer is not None
    assert offer.answers["css"].values == ("SQLite",)


async def test_one_of_many_earlier_questions_is_enough_if_it_is_asked_alone() -> None:
    async with RecallHouse().open() as house:
        ask = await house.asked(a_multi_select(), CSS, a_text(required=False))
        await house.answer(ask, given(tests="unit", css="SQLite"))
        offer = await house.offered(await house.asked())

    assert offer is not None
    assert (offer.how, offer.answers) == (How.NEAR, {"css": Given(values=("SQLite",))})


async def test_what_was_only_passed_over_is_no_answer_to_offer() -> None:
    question = a_text(text="Anything else about the shop pages?", required=False)
    async with RecallHouse().open() as house:
        await house.answer(await house.asked(question), {"name": Given(skipped=True)})

        assert await house.offered(await house.asked(question)) is None


async def test_an_answer_given_again_says_so_once_however_often() -> None:
    async with RecallHouse().open() as house:
        ask = await house.asked()
        await house.answer(ask, {"css": Given(values=("SQLite",), note="for all pages")})
        second = await house.asked()
        offer = await house.offered(second)
        assert offer is not None
        await house.answer(second, offer.noted)
        last = await house.offered(await house.asked())

    assert last is not None
    assert last.answers["css"].note == "for all pages"
    line = f"Recalled from ask {second.short_id}, answered on 2026-11-14."
    assert last.noted["css"].note == f"for all pages\n{line}"


async def test_what_is_answered_while_another_waits_is_offered_to_it_then() -> None:
    async with RecallHouse().open() as house:
        waiting = await house.asked()
        before = await house.offered(waiting)
        await house.answered()
        after = await house.offered(waiting)

    assert before is None
    assert after is not None


async def test_a_settled_ask_is_offered_nothing_and_neither_is_who_wants_nothing() -> None:
    async with RecallHouse().open() as house:
        await house.answered()
        again = await house.asked()
        house.wanted = False

        assert await house.offered(again) is None
        house.wanted = True
        assert (
            await house.offered(await house.answer(again, {"css": Given(values=("SQLite",))}))
            is None
        )


async def test_what_was_answered_before_recall_was_there_is_taken_in_at_the_start() -> None:
    house = RecallHouse()
    await house.answered()
    async with house.open():
        assert await house.offered(await house.asked()) is not None


async def test_what_was_answered_while_the_bell_was_deaf_is_taken_in() -> None:
    async with RecallHouse().open() as house:
        ask = await house.asked()
        unheard = a_desk(house.keeping.asks, Ears(), house.clock)
        await unheard.answering.answer(ADA, ask.id, given(css="SQLite"), receipt="r")
        house.bell.miss()

        assert await house.offered(await house.asked()) is not None


class AwayBook(EphemeralRecollection):
    async def keep(self, remembered: Sequence[Remembered]) -> None:
        del remembered
        raise StoreUnavailable("The disk is full.", hint="Make room.")

    async def candidates(
        self, tenant: str, place: str, key: str, words: Sequence[str], limit: int
    ) -> list[Remembered]:
        del tenant, place, key, words, limit
        raise StoreUnavailable("The disk is full.", hint="Make room.")


async def test_a_book_that_is_away_stops_nothing_and_offers_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    house = RecallHouse()
    house.keeping = replace(house.keeping, recollection=AwayBook())
    house.recall = recall_over(house.desk, house.keeping, house.clock)
    async with house.open():
        await house.answered()

        assert await house.offered(await house.asked()) is None
    assert {each.message for each in caplog.records} == {
        "an answer cannot be recalled: store_unavailable",
        "nothing is recalled: store_unavailable",
    }


async def test_an_ask_that_left_the_store_is_not_offered() -> None:
    async with RecallHouse().open() as house:
        gone = remembered(await house.answered())
        assert gone is not None
        await house.keeping.recollection.keep([replace(gone, ask_id=minted.ask_id(NOON))])
        await house.keeping.recollection.forget([gone.ask_id])

        assert await house.offered(await house.asked()) is None


async def test_however_much_was_looked_at_no_more_than_so_much_is_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recalling, "KNOWN_AT_MOST", 1)
    monkeypatch.setattr(recollecting, "KEPT_AT_MOST", 1)
    async with RecallHouse().open() as house:
        for _ in range(2):
            await house.answered()
            assert await house.offered(await house.asked()) is not None

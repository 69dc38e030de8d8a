"""Files beside an answer: who may add one, how large, and by which ask it is read."""

import hashlib
from dataclasses import replace

import pytest

from askline.asks import lifecycle
from askline.asks.answers import Answer, AnswerState, Attachment, Given
from askline.asks.attachments import Attachments
from askline.asks.limits import Limits
from askline.asks.model import Ask
from askline.core.errors import InvalidAnswer, NotAllowed, NotFound, PersonRequired, TooLarge
from askline.core.people import Actor
from askline.stores.ephemeral import EphemeralShelf
from tests.builders import (
    ABSENT,
    ADA,
    AGENT,
    LATER,
    NOON,
    STRANGER,
    a_desk,
    a_new_ask,
    an_approval,
    an_opening,
    answered,
    outcome_of,
)
from tests.promises import promise

PLAN = b"\x89PNG plan"
PLAN_SHA256 = hashlib.sha256(PLAN).hexdigest()


@pytest.fixture
def files() -> Attachments:
    return Attachments(EphemeralShelf(), limits=Limits(attachment_bytes=10))


async def kept(files: Attachments, by: Actor = ADA, ask: Ask | None = None) -> Attachment:
    return await files.keep(
        by, ask or an_opening().after, name="plan.png", media_type="image/png", content=PLAN
    )


def with_file(file: Attachment) -> tuple[Answer, ...]:
    return (
        Answer(
            question_id="db", state=AnswerState.ANSWERED, values=("SQLite",), attachments=(file,)
        ),
    )


async def test_a_file_is_kept_under_its_hash_with_name_type_and_size(files: Attachments) -> None:
    assert await kept(files) == Attachment(
        sha256=PLAN_SHA256, name="plan.png", media_type="image/png", size=9
    )


async def test_a_name_and_a_type_are_cleaned(files: Attachments) -> None:
    file = await files.keep(
        ADA,
        an_opening().after,
        name="\u202egnp.\nexe\x1b[0m",
        media_type="image/png\r\nx",
        content=PLAN,
    )

    assert (file.name, file.media_type) == ("gnp. exe", "image/png x")


async def test_a_file_may_be_as_large_as_its_limit_and_not_larger(files: Attachments) -> None:
    ask = an_opening().after

    fits = await files.keep(ADA, ask, name="a", media_type="b", content=b"x" * 10)
    with pytest.raises(TooLarge) as refused:
        await files.keep(ADA, ask, name="a\nb", media_type="b", content=b"x" * 11)

    assert fits.size == 10
    assert refused.value.message == "a b has 11 bytes."
    assert refused.value.hint == "An attachment may have 10; give a smaller one."


async def test_only_who_may_answer_may_add_a_file(files: Attachments) -> None:
    approval = an_opening(matter=an_approval()).after

    with pytest.raises(NotAllowed):
        await kept(files, AGENT)
    with pytest.raises(NotFound):
        await kept(files, STRANGER)
    with pytest.raises(PersonRequired):
        await kept(files, ABSENT, approval)


async def test_a_file_is_read_through_the_ask_whose_answer_names_it(files: Attachments) -> None:
    file = await kept(files)
    pending = an_opening().after
    ask = lifecycle.answer(pending, with_file(file), by=ADA, at=NOON, receipt="r1").after

    assert await files.take(ask, PLAN_SHA256) == PLAN


async def test_a_file_of_a_correction_is_read_too(files: Attachments) -> None:
    file = await kept(files)
    ask = answered(an_opening().after).after
    corrected = lifecycle.correct(ask, with_file(file), None, by=ADA, at=LATER, receipt="c1").after

    assert await files.take(corrected, PLAN_SHA256) == PLAN


async def test_a_hash_alone_opens_nothing(files: Attachments) -> None:
    await kept(files)

    for ask in (an_opening().after, answered(an_opening().after).after):
        with pytest.raises(NotFound, match=f"has no attachment {PLAN_SHA256[:12]}"):
            await files.take(ask, PLAN_SHA256)


async def test_a_file_that_is_gone_from_the_shelf_is_not_found(files: Attachments) -> None:
    lost = Attachment(sha256="0" * 64, name="a", media_type="b", size=1)
    pending = an_opening().after
    ask = lifecycle.answer(pending, with_file(lost), by=ADA, at=NOON, receipt="r1").after

    with pytest.raises(NotFound, match="has no attachment 000000000000"):
        await files.take(ask, lost.sha256)


@promise("checked-inside")
async def test_an_answer_and_a_correction_name_only_what_lies_on_the_shelf() -> None:
    shelf = EphemeralShelf()
    desk = a_desk(shelf=shelf)
    ask = await desk.asking.ask(AGENT, a_new_ask())
    file = await kept(Attachments(shelf, limits=Limits()), ask=ask)
    here = {"db": Given(values=("SQLite",), attachments=(file,))}
    gone = {"db": Given(values=("SQLite",), attachments=(replace(file, sha256="0" * 64),))}

    with pytest.raises(InvalidAnswer, match=r"db\.attachments\.0"):
        await desk.answering.answer(ADA, ask.id, gone, receipt="r1")
    settled = await desk.answering.answer(ADA, ask.id, here, receipt="r2")
    with pytest.raises(InvalidAnswer, match=r"db\.attachments\.0"):
        await desk.answering.correct(ADA, ask.id, gone, receipt="r3")

    assert outcome_of(settled).answers[0].attachments == (file,)


async def test_a_desk_without_a_shelf_takes_no_file(files: Attachments) -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())
    answer = {"db": Given(values=("SQLite",), attachments=(await kept(files),))}

    with pytest.raises(InvalidAnswer, match="not there"):
        await desk.answering.answer(ADA, ask.id, answer, receipt="r1")

"""Files beside an answer: who may add one, how large, and by which ask it is read."""

import hashlib
from dataclasses import replace

import pytest

from askline.asks.answers import Attachment, Given
from askline.asks.desk import Desk
from askline.asks.limits import Limits
from askline.core.errors import InvalidAnswer, NotAllowed, NotFound, StoreUnavailable, TooLarge
from askline.stores.ephemeral import EphemeralShelf
from tests.builders import ADA, AGENT, BOB, STRANGER, a_desk, a_new_ask, a_text, outcome_of
from tests.promises import promise

PLAN = b"\x89PNG plan"
PLAN_SHA256 = hashlib.sha256(PLAN).hexdigest()


async def kept(desk: Desk, content: bytes = PLAN) -> Attachment:
    return await desk.attachments.keep(
        ADA, name="plan.png", media_type="image/png", content=content
    )


def with_file(file: Attachment) -> dict[str, Given]:
    return {"db": Given(values=("SQLite",), attachments=(file,))}


@pytest.fixture
def desk() -> Desk:
    return a_desk(shelf=EphemeralShelf(), limits=Limits(attachment_bytes=10))


async def test_a_file_is_kept_under_its_hash_with_name_type_and_size(desk: Desk) -> None:
    assert await kept(desk) == Attachment(
        sha256=PLAN_SHA256, name="plan.png", media_type="image/png", size=9
    )


@pytest.mark.parametrize(
    ("name", "media_type", "shown"),
    [
        ("\u202egnp.\nexe\x1b[0m", "image/png\r\nx", ("gnp. exe", "application/octet-stream")),
        ("", "", ("file", "application/octet-stream")),
        ("a" * 999, "Text/Plain; charset=utf-8", ("a" * 200, "text/plain")),
    ],
)
async def test_a_name_and_a_type_are_cleaned(
    desk: Desk, name: str, media_type: str, shown: tuple[str, str]
) -> None:
    file = await desk.attachments.keep(ADA, name=name, media_type=media_type, content=PLAN)

    assert (file.name, file.media_type) == shown


async def test_a_file_may_be_as_large_as_its_limit_and_not_larger(desk: Desk) -> None:
    fits = await kept(desk, b"x" * 10)
    with pytest.raises(TooLarge, match=r"plan\.png has more than 10 bytes"):
        await kept(desk, b"x" * 11)

    assert fits.size == 10


async def test_only_who_may_answer_may_add_a_file(desk: Desk) -> None:
    with pytest.raises(NotAllowed):
        await desk.attachments.keep(AGENT, name="a", media_type="b", content=PLAN)


@pytest.mark.parametrize("how", ["answer", "draft", "correction"])
async def test_who_knows_a_hash_takes_no_file_that_another_put_down(desk: Desk, how: str) -> None:
    file = await kept(desk)
    ask = await desk.asking.ask(AGENT, a_new_ask())
    thief = replace(BOB, addresses=ADA.addresses)

    if how == "draft":
        await desk.answering.draft(thief, ask.id, with_file(file))
    elif how == "answer":
        with pytest.raises(InvalidAnswer):
            await desk.answering.answer(thief, ask.id, with_file(file), receipt="r1")
    else:
        plain = {"db": Given(values=("SQLite",))}
        await desk.answering.answer(thief, ask.id, plain, receipt="r1")
        with pytest.raises(InvalidAnswer):
            await desk.answering.correct(thief, ask.id, with_file(file), receipt="r2")

    for take in (
        desk.attachments.take(thief, ask, file.sha256),
        desk.attachments.find(thief, file.sha256),
    ):
        with pytest.raises(NotFound):
            await take


async def test_a_file_that_an_ask_has_is_named_again_by_who_corrects_it(desk: Desk) -> None:
    file = await kept(desk)
    ask = await desk.asking.ask(AGENT, a_new_ask())
    await desk.answering.answer(ADA, ask.id, with_file(file), receipt="r1")
    other = replace(BOB, addresses=ADA.addresses)

    after = await desk.answering.correct(other, ask.id, with_file(file), receipt="r2")

    assert after.amendments[0].answers[0].attachments == (file,)


async def test_a_file_is_read_through_the_ask_whose_answer_or_correction_names_it(
    desk: Desk,
) -> None:
    ask = await desk.asking.ask(AGENT, a_new_ask())
    first, second = await kept(desk), await kept(desk, b"another")
    await desk.answering.answer(ADA, ask.id, with_file(first), receipt="r1")
    after = await desk.answering.correct(ADA, ask.id, with_file(second), receipt="r2")

    for actor in (ADA, AGENT):
        assert await desk.attachments.take(actor, after, first.sha256) == (first, PLAN)
        assert await desk.attachments.take(actor, after, second.sha256) == (second, b"another")
    assert await desk.attachments.find(ADA, first.sha256) == (first, PLAN)


async def test_a_file_is_read_through_the_ask_whose_draft_names_it(desk: Desk) -> None:
    file = await kept(desk)
    await desk.asking.ask(AGENT, a_new_ask())
    ask = await desk.asking.ask(AGENT, a_new_ask())
    await desk.answering.draft(ADA, ask.id, with_file(file))

    assert await desk.attachments.take(ADA, ask, file.sha256) == (file, PLAN)
    assert await desk.attachments.find(ADA, file.sha256) == (file, PLAN)


async def test_a_hash_alone_opens_nothing(desk: Desk) -> None:
    file = await kept(desk)
    ask = await desk.asking.ask(AGENT, a_new_ask())
    other = await desk.asking.ask(AGENT, a_new_ask())
    await desk.answering.answer(ADA, other.id, with_file(file), receipt="r1")

    with pytest.raises(NotFound, match=f"no attachment {PLAN_SHA256[:12]}"):
        await desk.attachments.take(ADA, ask, PLAN_SHA256)
    with pytest.raises(NotFound, match=f"no attachment {PLAN_SHA256[:12]}"):
        await desk.attachments.find(STRANGER, PLAN_SHA256)


async def test_a_file_that_is_gone_from_the_shelf_is_not_found(desk: Desk) -> None:
    lost = Attachment(sha256="0" * 64, name="a", media_type="b", size=1)
    ask = await desk.asking.ask(AGENT, a_new_ask())
    await desk.answering.draft(ADA, ask.id, with_file(lost))

    with pytest.raises(NotFound, match="no attachment 000000000000"):
        await desk.attachments.take(ADA, ask, lost.sha256)


@promise("checked-inside")
async def test_an_answer_and_a_correction_name_only_what_lies_on_the_shelf() -> None:
    desk = a_desk(shelf=EphemeralShelf())
    ask = await desk.asking.ask(AGENT, a_new_ask())
    file = await kept(desk)
    here, gone = with_file(file), with_file(replace(file, sha256="0" * 64))

    with pytest.raises(InvalidAnswer, match=r"db\.attachments\.0"):
        await desk.answering.answer(ADA, ask.id, gone, receipt="r1")
    settled = await desk.answering.answer(ADA, ask.id, here, receipt="r2")
    with pytest.raises(InvalidAnswer, match=r"db\.attachments\.0"):
        await desk.answering.correct(ADA, ask.id, gone, receipt="r3")

    assert outcome_of(settled).answers[0].attachments == (file,)


async def test_a_desk_without_a_shelf_takes_no_file(desk: Desk) -> None:
    bare = a_desk()
    ask = await bare.asking.ask(AGENT, a_new_ask())

    with pytest.raises(StoreUnavailable, match="no place for files"):
        await kept(bare)
    with pytest.raises(InvalidAnswer, match="not there"):
        await bare.answering.answer(ADA, ask.id, with_file(await kept(desk)), receipt="r1")


async def test_a_picture_alone_answers_a_question_for_text(desk: Desk) -> None:
    ask = await desk.asking.ask(AGENT, a_new_ask(a_text()))
    file = await kept(desk)

    settled = await desk.answering.answer(
        ADA, ask.id, {"name": Given(attachments=(file,))}, receipt="r1"
    )

    assert outcome_of(settled).answers[0].attachments == (file,)

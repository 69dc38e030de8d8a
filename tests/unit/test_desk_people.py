"""Who gets through to an ask at the desk, and what is noted about them."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from askline.asks import trail
from askline.asks.answers import Given
from askline.asks.desk import Desk
from askline.asks.model import Matter, Seen
from askline.asks.ports import Draft, Hint, News
from askline.asks.trail import EventKind
from askline.core.errors import NotAllowed, NotFound, PersonRequired
from askline.core.ids import AskId
from askline.core.people import Actor, ActorKind, Door
from tests.builders import (
    ABSENT,
    ADA,
    AGENT,
    BOB,
    CLIENT,
    LATER,
    MEMORY,
    NOON,
    RULE,
    STRANGER,
    StoppedClock,
    a_confirm,
    a_desk,
    a_matter,
    a_new_ask,
    an_approval,
    given,
    minted,
)
from tests.promises import promise
from tests.unit.troubles import Rung

HUMAN_ONLY = a_matter(a_confirm("approve"), human_only=True)
YES = given(approve="yes")

Verb = Callable[[Desk, Actor, AskId], Awaitable[object]]
SETTLING: dict[str, Verb] = {
    "answer": lambda desk, who, ask: desk.answering.answer(who, ask, YES, receipt="x"),
    "reject": lambda desk, who, ask: desk.answering.reject(who, ask, receipt="x"),
    "ask_back": lambda desk, who, ask: desk.answering.ask_back(who, ask, "Why?", receipt="x"),
}
EVERYTHING: dict[str, Verb] = {
    **SETTLING,
    "correct": lambda desk, who, ask: desk.answering.correct(who, ask, YES, receipt="x"),
    "extend": lambda desk, who, ask: desk.answering.extend(who, ask, LATER),
    "seen": lambda desk, who, ask: desk.answering.seen(who, ask),
    "draft": lambda desk, who, ask: desk.answering.draft(who, ask, YES),
    "read": lambda desk, who, ask: desk.reading.read(who, ask),
    "trail": lambda desk, who, ask: desk.reading.trail(who, ask),
    "drafts": lambda desk, who, ask: desk.reading.drafts(who, ask),
    "cancel": lambda desk, who, ask: desk.asking.cancel(who, ask, receipt="x"),
}


@promise("person")
@pytest.mark.parametrize("verb", SETTLING)
@pytest.mark.parametrize("matter", [HUMAN_ONLY, an_approval()], ids=["human-only", "approval"])
@pytest.mark.parametrize(
    "actor",
    [
        pytest.param(RULE, id="rule"),
        pytest.param(MEMORY, id="memory"),
        pytest.param(CLIENT, id="client"),
        pytest.param(ABSENT, id="nobody at the terminal"),
    ],
)
async def test_only_a_person_settles_what_only_a_person_may(
    verb: str, matter: Matter, actor: Actor
) -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask(matter=matter))

    with pytest.raises(PersonRequired):
        await SETTLING[verb](desk, actor, ask.id)

    assert await desk.reading.inbox(ADA) == [ask]


@promise("person")
@pytest.mark.parametrize("verb", SETTLING)
@pytest.mark.parametrize("actor", [ADA, BOB], ids=["present", "signed in"])
async def test_a_person_settles_an_approval(verb: str, actor: Actor) -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask(matter=an_approval()))

    await SETTLING[verb](desk, actor, ask.id)

    assert await desk.reading.inbox(ADA) == []


@promise("person")
async def test_a_persons_answer_is_corrected_only_by_a_person() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask(matter=an_approval()))
    settled = await desk.answering.answer(ADA, ask.id, YES, receipt="r1")

    with pytest.raises(PersonRequired):
        await desk.answering.correct(RULE, ask.id, given(approve="no"), receipt="c1")

    assert await desk.reading.read(ADA, ask.id) == settled


@pytest.mark.parametrize("verb", EVERYTHING)
async def test_another_tenants_ask_is_not_there_and_says_so_like_one_that_never_was(
    verb: str,
) -> None:
    bell = Rung()
    desk = a_desk(bell=bell)
    ask = await desk.asking.ask(AGENT, a_new_ask(matter=an_approval()))
    never = minted.ask_id(NOON)

    with pytest.raises(NotFound) as foreign:
        await EVERYTHING[verb](desk, STRANGER, ask.id)
    with pytest.raises(NotFound) as absent:
        await EVERYTHING[verb](desk, ADA, never)

    assert foreign.value.message.replace(str(ask.id), str(never)) == absent.value.message
    assert foreign.value.hint == absent.value.hint
    assert await desk.reading.read(ADA, ask.id) == ask
    assert [hint.news for hint in bell.hints] == [News.ASKED]


async def test_who_saw_it_where_is_noted_once_and_told() -> None:
    bell = Rung()
    desk = a_desk(bell=bell)
    ask = await desk.asking.ask(AGENT, a_new_ask())

    first = await desk.answering.seen(BOB, ask.id)
    again = await desk.answering.seen(BOB, ask.id)

    assert first.seen == (Seen(door=Door.WEB, who="bob", at=NOON, id="bob"),)
    assert again == first
    assert bell.hints[1:] == [Hint(News.MARKED, ask.id, "local")]


async def test_who_asks_cannot_say_that_its_ask_was_looked_at() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())

    with pytest.raises(NotAllowed):
        await desk.answering.seen(AGENT, ask.id)

    assert (await desk.reading.read(ADA, ask.id)).seen == ()


@promise("audit")
async def test_every_move_is_an_event_with_actor_door_and_time() -> None:
    clock = StoppedClock()
    desk = a_desk(clock=clock)
    ask = await desk.asking.ask(AGENT, a_new_ask(holder="line-1"))
    await desk.answering.seen(BOB, ask.id)
    clock.time = LATER
    await desk.asking.detach(AGENT, ask.id, "line-1")
    await desk.answering.answer(RULE, ask.id, given(), receipt="r1")
    await desk.answering.correct(ADA, ask.id, given(), receipt="c1")
    delivered = await desk.asking.delivered(AGENT, ask.id, amendments=1)

    events = await desk.reading.trail(ADA, ask.id)

    assert [(event.kind, event.actor_name, event.door, event.at) for event in events] == [
        (EventKind.ASKED, "claude-code", Door.MCP, NOON),
        (EventKind.SEEN, "bob", Door.WEB, NOON),
        (EventKind.DETACHED, "claude-code", Door.MCP, LATER),
        (EventKind.ANSWERED, "rule 1", None, LATER),
        (EventKind.CORRECTED, "me", Door.TUI, LATER),
        (EventKind.DELIVERED, "claude-code", Door.MCP, LATER),
    ]
    assert trail.flaw(events, delivered.head) is None


async def test_a_draft_is_shared_between_doors_as_it_was_typed() -> None:
    bell = Rung()
    desk = a_desk(bell=bell)
    ask = await desk.asking.ask(AGENT, a_new_ask())
    typed = {"db": Given(values=("SQ",), note="half\x00 a word\ud83d", custom_text="\r\n")}

    await desk.answering.draft(ADA, ask.id, typed)

    kept = {"db": Given(values=("SQ",), note="half a word", custom_text="\n")}
    assert await desk.reading.drafts(replace(ADA, door=Door.WEB), ask.id) == [
        Draft(ask_id=ask.id, person="me", answers=kept, at=NOON)
    ]
    assert bell.hints[-1] == Hint(News.DRAFTED, ask.id, "local")


@pytest.mark.parametrize(
    "who",
    [
        BOB,
        AGENT,
        replace(ADA, kind=ActorKind.CLIENT, door=Door.API, name="a token of theirs"),
        replace(ADA, door=Door.APP),
    ],
    ids=["another person", "who asks", "a program for them", "the card in the agent's client"],
)
async def test_what_is_typed_and_not_sent_is_its_own_persons_alone(who: Actor) -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())

    await desk.answering.draft(ADA, ask.id, given())

    assert await desk.reading.drafts(who, ask.id) == []


async def test_a_program_that_drafts_for_a_person_leaves_theirs_alone() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())
    program = replace(ADA, kind=ActorKind.CLIENT)
    await desk.answering.draft(ADA, ask.id, given(db="SQLite"))

    await desk.answering.draft(program, ask.id, given(db="PostgreSQL"))

    [theirs] = await desk.reading.drafts(ADA, ask.id)
    [its] = await desk.reading.drafts(program, ask.id)
    assert (theirs.answers, its.answers) == (given(db="SQLite"), given(db="PostgreSQL"))


@promise("audit")
async def test_a_draft_is_no_event_and_changes_nothing() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())

    await desk.answering.draft(ADA, ask.id, given())
    await desk.answering.draft(ADA, ask.id, {})

    assert await desk.reading.drafts(ADA, ask.id) == []
    assert await desk.reading.read(ADA, ask.id) == ask
    assert len(await desk.reading.trail(ADA, ask.id)) == 1


async def test_only_who_may_answer_may_draft() -> None:
    desk = a_desk()
    ask = await desk.asking.ask(AGENT, a_new_ask())

    with pytest.raises(NotAllowed):
        await desk.answering.draft(AGENT, ask.id, given())
    with pytest.raises(NotFound):
        await desk.answering.draft(replace(ADA, tenant="elsewhere"), ask.id, given())

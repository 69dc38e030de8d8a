"""What every store promises about the past: it is found, it can go, and it can be measured."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from askline.alerts.links import Link
from askline.alerts.model import Alert, AlertState, Reason
from askline.asks import lifecycle
from askline.asks.answers import Attachment, Given, Outcome, SettledBy
from askline.asks.model import Ask
from askline.asks.paces import Pace
from askline.asks.ports import Added, Draft, History, Inbox, Narrow, Prunable, Span
from askline.asks.searching import OVER
from askline.asks.state import State
from askline.asks.trail import EventKind
from askline.core.people import ActorKind, Agent, Project
from askline.stores.keeping import Keeping
from tests.builders import (
    ADA,
    AGENT,
    LATER,
    NOON,
    a_matter,
    a_text,
    an_ask,
    an_id,
    an_opening,
    answered,
)
from tests.places import Place
from tests.promises import promise

GARDEN = Project(name="garden", path="/home/ada/garden")
CODEX = Agent(name="codex", label="Reviewer")
EVERYTHING = Prunable(tenant="local", before=LATER, states=OVER, limit=100)


@pytest.fixture
async def keeping(place: Place) -> AsyncGenerator[Keeping]:
    async with place.open() as opened:
        yield opened


async def kept(keeping: Keeping, *keys: str, over: bool = True, **changes: Any) -> Ask:
    """An ask; settled unless the test says otherwise."""
    opening = an_opening(**changes)
    assert (await keeping.asks.add(opening, keys)).what is Added.FRESH
    if not over:
        return opening.after
    change = answered(opening.after)
    assert await keeping.asks.swap(change)
    return change.after


def a_file(sha256: str) -> Attachment:
    return Attachment(sha256=sha256, name="plan.txt", media_type="text/plain", size=1)


async def found(keeping: Keeping, **narrow: Any) -> list[Ask]:
    return await keeping.asks.history(History(tenant="local", narrow=Narrow(**narrow)))


async def test_history_is_narrowed_by_project_agent_and_time(keeping: Keeping) -> None:
    here = await kept(keeping)
    there = await kept(keeping, project=GARDEN, agent=CODEX, asked_at=LATER)

    for narrow in (
        {"project": "garden"},
        {"project": "/home/ada/garden"},
        {"agent": "codex"},
        {"agent": "Reviewer"},
        {"since": LATER},
    ):
        assert await found(keeping, **narrow) == [there]
    assert await found(keeping, until=LATER) == [here]
    assert await found(keeping, project="garde") == []


@pytest.mark.parametrize(
    "said",
    ["Straße", "STRASSE", 'he said "no"', "back\\slash", "50%_off", "Kelvin", "a\nb", "日本"],
)
async def test_what_says_a_word_is_never_left_out(keeping: Keeping, said: str) -> None:
    ask = await kept(keeping, matter=a_matter(a_text("db", text=said)))

    assert await found(keeping, says=tuple(said.casefold().split())) == [ask]


async def test_what_cannot_say_a_word_is_left_out(keeping: Keeping) -> None:
    await kept(keeping)
    answer = await kept(keeping, matter=a_matter(a_text("db", text="Zebra?")))

    assert await found(keeping, says=("zebra",)) == [answer]
    assert await found(keeping, says=("zebra", "exquisite")) == []


async def test_an_ask_that_comes_in_settled_waits_nowhere_and_holds_no_short_id(
    keeping: Keeping,
) -> None:
    outcome = Outcome(
        state=State.ANSWERED,
        settled_by=SettledBy(kind=ActorKind.IMPORT, id="auq: 1", who="auq", door=None, at=NOON),
        receipt="",
    )
    ask = an_ask()
    change = lifecycle.imported(ask, outcome, ADA, at=LATER, origin="auq: 1")

    assert (await keeping.asks.add(change, ["import:1"])).what is Added.FRESH
    repeat = lifecycle.imported(an_ask(), outcome, ADA, at=LATER, origin="auq: 1")
    again = await keeping.asks.add(repeat, ["import:1"])
    assert (again.what, again.standing) == (Added.STANDING, ask.id)
    assert await keeping.asks.inbox(Inbox(tenant="local", recipients=frozenset({"me"}))) == []
    assert await keeping.asks.get(ask.id) == change.after
    twin = an_ask(id=an_id(ask.id.int & ((1 << 62) - 1)))
    assert twin.short_id == ask.short_id
    assert (await keeping.asks.add(lifecycle.opened(twin, AGENT), [])).what is Added.FRESH


async def test_only_what_is_settled_told_and_old_enough_may_go(keeping: Keeping) -> None:
    gone = await kept(keeping)
    rejecting = await kept(keeping, over=False)
    rejected = lifecycle.reject(rejecting, None, by=ADA, at=NOON, receipt="r1")
    assert await keeping.asks.swap(rejected)
    await kept(keeping, over=False)
    await kept(keeping, agent_key="agent:1")
    await kept(keeping, asked_at=LATER)
    await kept(keeping, tenant="elsewhere")

    prunable = keeping.asks.prunable
    assert await prunable(EVERYTHING) == [gone, rejected.after]
    only = replace(EVERYTHING, states=frozenset({State.REJECTED}))
    assert await prunable(only) == [rejected.after]
    assert await prunable(replace(EVERYTHING, after=gone.id)) == [rejected.after]
    assert await prunable(replace(EVERYTHING, limit=1)) == [gone]


@promise("audit")
async def test_what_is_pruned_goes_with_all_that_belongs_to_it_and_leaves_its_hash(
    keeping: Keeping,
) -> None:
    ask, other = await kept(keeping, "key-1"), await kept(keeping, "key-2")
    for each in (ask, other):
        draft = Draft(ask_id=each.id, person="me", answers={"db": Given(note="hm")}, at=NOON)
        await keeping.asks.keep_draft("local", draft)
        await keeping.alerts.claim([an_alert(each)])
        await keeping.links.keep([a_link(each)])

    assert await keeping.asks.prune([ask], LATER) == [ask.id]

    assert await keeping.asks.get(ask.id) is None
    assert await keeping.asks.trail(ask.id) == []
    assert await keeping.asks.drafts(ask.id) == []
    assert await keeping.asks.standing("local", ["key-1", "key-2"]) == other.id
    assert await keeping.alerts.of([ask.id, other.id]) == [an_alert(other)]
    assert await keeping.links.look(f"hash of {ask.id}") is None
    assert await keeping.links.look(f"hash of {other.id}") == a_link(other)
    assert len(await keeping.asks.drafts(other.id)) == 1
    pruned = await keeping.asks.pruned("local", ask.id)
    assert pruned is not None
    assert (pruned.head, pruned.events, pruned.at) == (ask.head, ask.revision, LATER)
    assert await keeping.asks.pruned("elsewhere", ask.id) is None
    assert await keeping.asks.pruned("local", other.id) is None


async def test_a_file_is_drafted_while_an_unsent_answer_of_its_tenant_names_it(
    keeping: Keeping,
) -> None:
    pending = await kept(keeping, over=False)
    elsewhere = await kept(keeping, over=False, tenant="elsewhere")
    for ask, said in ((pending, "ab"), (await kept(keeping), "c"), (elsewhere, "d")):
        answers = {each: Given(attachments=(a_file(each), a_file("z"))) for each in said}
        answers["plain"] = Given(note="a")
        draft = Draft(ask_id=ask.id, person="me", answers=answers, at=NOON)
        await keeping.asks.keep_draft(ask.tenant, draft)

    assert await keeping.asks.drafted("local", ["a", "b", "c", "d", "e"]) == {"a", "b"}
    assert await keeping.asks.drafted("elsewhere", ["a", "d", "z"]) == {"d", "z"}
    assert await keeping.asks.drafted("local", []) == set()


async def test_what_moved_meanwhile_or_must_not_go_stays(keeping: Keeping) -> None:
    ask, pending = await kept(keeping), await kept(keeping, over=False)
    owed = await kept(keeping, agent_key="agent:1")
    seen = lifecycle.see(ask, by=ADA, at=NOON)
    assert await keeping.asks.swap(seen)

    assert await keeping.asks.prune([ask, pending, owed], LATER) == []
    assert await keeping.asks.get(ask.id) == seen.after
    assert await keeping.asks.prune([], LATER) == []


async def test_paces_tell_when_and_by_whom_and_nothing_that_was_said(keeping: Keeping) -> None:
    await kept(keeping, project=GARDEN, agent=CODEX)
    waiting = await kept(keeping, over=False, asked_at=NOON - timedelta(days=9), holder="line-1")
    gone, back = NOON + timedelta(minutes=1), NOON + timedelta(minutes=2)
    for holder, at in (("line-1", gone), ("line-2", back), ("line-3", back), ("line-3", LATER)):
        leaves = waiting.holder == holder
        move = lifecycle.detach if leaves else lifecycle.attach
        change = move(waiting, holder, by=AGENT, at=at)
        assert await keeping.asks.swap(change)
        waiting = change.after
    await kept(keeping, asked_at=NOON - timedelta(days=9))
    await kept(keeping, tenant="elsewhere")

    since = NOON - timedelta(days=1)
    paces = await keeping.asks.paces(Span(tenant="local", since=since))

    paces = [pace for pace in paces if pace.asked_at >= since or pace.settled_at is None]
    assert sorted(paces, key=lambda pace: pace.asked_at) == [
        Pace(
            asked_at=NOON - timedelta(days=9),
            agent="claude-code",
            project="shop",
            left=((gone, back), (LATER, None)),
        ),
        Pace(asked_at=NOON, agent="codex", project="garden", settled_at=NOON, by=ActorKind.HUMAN),
    ]


@pytest.mark.parametrize("asked", [NOON, NOON - timedelta(days=9)])
async def test_paces_are_of_the_span_and_of_whom_they_concern(
    keeping: Keeping, asked: datetime
) -> None:
    opening = an_opening(asked_at=asked)
    await keeping.asks.add(opening, [])
    await keeping.asks.swap(answered(opening.after, at=asked))
    since = NOON - timedelta(days=1)

    mine = Span(tenant="local", since=since, recipients=frozenset({"me"}))
    others = Span(tenant="local", since=since, recipients=frozenset({"bob"}))
    assert len(await keeping.asks.paces(mine)) == (asked == NOON)
    assert await keeping.asks.paces(others) == []


def an_alert(ask: Ask) -> Alert:
    return Alert(
        ask_id=ask.id,
        tenant="local",
        channel="desktop",
        reason=Reason.ASKED,
        state=AlertState.SENDING,
        at=NOON,
        detail=None,
    )


def a_link(ask: Ask) -> Link:
    return Link(
        sha256=f"hash of {ask.id}",
        tenant="local",
        ask_id=ask.id,
        answers={"db": Given(values=("SQLite",))},
        expires_at=LATER,
    )


async def test_the_event_of_an_import_says_where_it_came_from(keeping: Keeping) -> None:
    outcome = Outcome(
        state=State.REJECTED,
        settled_by=SettledBy(kind=ActorKind.IMPORT, id="auq: 2", who="auq", door=None, at=NOON),
        receipt="",
        reason="no",
    )
    change = lifecycle.imported(an_ask(), outcome, ADA, at=LATER, origin="auq: 2")
    await keeping.asks.add(change, ["import:2"])

    (event,) = await keeping.asks.trail(change.after.id)
    assert (event.kind, event.detail, event.at) == (EventKind.IMPORTED, "auq: 2", LATER)

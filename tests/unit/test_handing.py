"""Which asks a hub decides, what is said to it, and how what it decided comes home."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import anyio
import pytest

from askline.asks import handing, lifecycle
from askline.asks.answers import AmendmentKind
from askline.asks.auditing import flaw_of
from askline.asks.desk import Desk, open_desk
from askline.asks.handing import Decided, Verb, Word, read_decided
from askline.asks.model import Ask
from askline.asks.shapes import ask_shape, result_shape
from askline.asks.state import State
from askline.asks.trail import EventKind
from askline.core.errors import (
    AlreadySettled,
    HubUnreachable,
    NotAllowed,
    NotFound,
    StoreUnavailable,
)
from askline.core.ids import RandomMint
from askline.core.people import Actor, ActorKind, Door
from askline.stores.ears import Ears
from askline.stores.ephemeral import EphemeralAsks
from tests.builders import (
    ADA,
    AGENT,
    LATER,
    NOON,
    StoppedClock,
    a_matter,
    a_new_ask,
    an_approval,
    an_ask,
    an_id,
    an_opening,
    answered,
    answers,
    given,
    outcome_of,
)
from tests.promises import promise

HUB = "https://ask.example"
EVE = Actor(tenant="acme", kind=ActorKind.HUMAN, id="p-1", name="eve", door=Door.WEB)


def there(ask: Ask, by: Actor = EVE, receipt: str = "there") -> dict[str, Any]:
    """The result as a hub tells it, where `by` answered."""
    return result_shape(answered(ask, by=by, receipt=receipt).after)


class Hub:
    """A hub as the desk sees it: it keeps what it is told, and says what the test lets it say."""

    def __init__(self) -> None:
        self.heard: list[tuple[Actor, Word]] = []
        self.says: Callable[[Actor, Ask, Word], Decided] = self.takes

    async def say(self, actor: Actor, ask: Ask, word: Word) -> Decided:
        self.heard.append((actor, word))
        return self.says(actor, ask, word)

    @staticmethod
    def takes(actor: Actor, ask: Ask, word: Word) -> Decided:
        return read_decided(there(ask, receipt=word.receipt), actor, word.receipt)


def still_pending(_actor: Actor, _ask: Ask, _word: Word) -> Decided:
    return Decided()


class House:
    def __init__(self) -> None:
        self.hub, self.clock, self.store = Hub(), StoppedClock(), EphemeralAsks()
        mint = RandomMint()
        self.desk: Desk = open_desk(self.store, Ears(), self.clock, mint, elsewhere=self.hub)

    async def handed(self, **changes: Any) -> Ask:
        ask = await self.desk.asking.ask(AGENT, a_new_ask(**changes))
        return await self.desk.handing.hand_over(ADA, ask.id, HUB)


@pytest.mark.parametrize(
    ("changes", "goes"),
    [
        pytest.param({}, True, id="plain"),
        pytest.param({"matter": a_matter(sensitive=True)}, True, id="sensitive"),
        pytest.param({"deadline": NOON + timedelta(hours=1)}, True, id="deadline"),
        pytest.param({"deadline": NOON + timedelta(seconds=10)}, False, id="soon"),
        pytest.param({"deadline": NOON + timedelta(days=2)}, False, id="far"),
        pytest.param({"matter": an_approval()}, False, id="approval"),
        pytest.param({"matter": a_matter(human_only=True)}, False, id="human-only"),
        pytest.param({"matter": a_matter(extendable=False)}, False, id="fixed"),
        pytest.param({"stream": "s-1"}, False, id="stream"),
        pytest.param({"handed": HUB}, False, id="handed"),
        pytest.param({"state": State.ANSWERED}, False, id="settled"),
    ],
)
def test_what_needs_a_person_or_this_machine_stays_at_home(
    changes: dict[str, Any], goes: bool
) -> None:
    assert handing.is_for_hub(an_ask(**changes), NOON) is goes


@pytest.mark.parametrize(
    ("changes", "goes"),
    [
        pytest.param({"matter": an_approval()}, True, id="approval"),
        pytest.param({}, True, id="question"),
        pytest.param({"matter": a_matter(human_only=True)}, False, id="human-only"),
        pytest.param({"matter": an_approval(), "handed": HUB}, False, id="handed"),
    ],
)
def test_where_the_hub_decides_approvals_they_go_there_too(
    changes: dict[str, Any], goes: bool
) -> None:
    assert handing.is_for_hub(an_ask(**changes), NOON, approvals=True) is goes


def test_an_approval_is_brought_with_its_command_and_counts_for_that_alone() -> None:
    ask = an_ask(matter=an_approval())
    command = ask.matter.command
    assert command is not None
    other = replace(ask, matter=an_approval(command=replace(command, sha256="cd34")))

    said = handing.new_ask(ask, NOON)

    assert (said["kind"], said["command"]["argv"]) == ("approval", ["git", "push"])
    assert handing.is_same(ask, ask_shape(ask))
    assert not handing.is_same(ask, ask_shape(other))
    assert not handing.is_same(ask, {**ask_shape(ask), "kind": "question"})


def test_a_hub_is_asked_the_same_under_the_id_it_has_here() -> None:
    ask = an_ask(deadline=LATER)

    said = handing.new_ask(ask, NOON)

    assert said["key"] == str(ask.id)
    assert said["timeout"] == 3_600_000
    assert said["questions"][0]["question"] == "Which database?"
    assert said["project"]["name"] == "shop"
    assert "timeout" not in handing.new_ask(an_ask(), NOON)
    assert handing.new_ask(ask, LATER)["timeout"] == 10_000


@promise("truth")
@promise("audit")
async def test_what_a_hub_decided_comes_home_with_who_decided_it() -> None:
    house = House()
    ask = await house.handed()

    await house.desk.handing.bring_home(ask.id, read_decided(there(ask)))
    again = await house.desk.handing.bring_home(ask.id, read_decided(there(ask)))

    by = outcome_of(again).settled_by
    assert (by.kind, by.who, by.door) == (ActorKind.HUMAN, "eve", Door.WEB)
    events = await house.desk.reading.trail(ADA, ask.id)
    assert [each.kind for each in events][1:] == [EventKind.HANDED, EventKind.ANSWERED]
    assert events[-1].detail == HUB
    assert flaw_of(again, events) is None


async def test_what_was_added_at_the_hub_comes_home_too() -> None:
    house = House()
    ask = await house.handed()
    late = lifecycle.expire(replace(ask, handed=None, deadline=NOON), NOON).after
    late = lifecycle.answer(late, answers(), by=EVE, at=LATER, receipt="r1").after
    late = lifecycle.correct(late, answers(), "Oh.", by=EVE, at=LATER, receipt="r2").after

    home = await house.desk.handing.bring_home(ask.id, read_decided(result_shape(late)))

    assert home.state is State.TIMED_OUT
    assert [(each.kind, each.by.who) for each in home.amendments] == [
        (AmendmentKind.LATE, "eve"),
        (AmendmentKind.CORRECTION, "eve"),
    ]


async def test_what_a_hub_has_pending_changes_nothing_here() -> None:
    house = House()
    ask = await house.handed()

    assert await house.desk.handing.bring_home(ask.id, read_decided(result_shape(ask))) == ask


async def test_who_answers_here_is_named_here_once_the_hub_has_taken_it() -> None:
    house = House()
    ask = await house.handed()

    after = await house.desk.answering.answer(ADA, ask.id, given(), receipt="r1")
    again = await house.desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    [(_, word)] = house.hub.heard
    assert word.said["answers"]["db"]["values"] == ["SQLite"]
    assert outcome_of(after).settled_by.door is Door.TUI
    assert again == after


async def test_a_late_answer_from_here_is_late_if_it_is_at_the_hub() -> None:
    house = House()
    ask = await house.handed()

    def late(actor: Actor, ask: Ask, word: Word) -> Decided:
        gone = lifecycle.expire(replace(ask, handed=None, deadline=NOON), NOON).after
        gone = lifecycle.answer(gone, answers(), by=EVE, at=NOON, receipt="other").after
        gone = lifecycle.answer(gone, answers(), by=EVE, at=NOON, receipt=word.receipt).after
        return read_decided(result_shape(gone), actor, word.receipt)

    house.hub.says = late
    after = await house.desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    assert after.state is State.TIMED_OUT
    assert [each.by.who for each in after.amendments] == ["eve", "me"]


@promise("answer-once")
async def test_who_comes_second_at_the_hub_is_told_who_was_first() -> None:
    house = House()
    ask = await house.handed()
    house.hub.says = lambda _actor, ask, _word: replace(read_decided(there(ask)), second=True)

    with pytest.raises(AlreadySettled, match="answered by eve"):
        await house.desk.answering.reject(ADA, ask.id, receipt="r1")

    assert (await house.desk.reading.read(ADA, ask.id)).state is State.ANSWERED


async def test_nothing_is_settled_here_while_the_hub_says_nothing() -> None:
    house = House()
    ask = await house.handed(deadline=LATER)
    house.clock.time = LATER + timedelta(days=1)

    def silent(_actor: Actor, ask: Ask, _word: Word) -> Decided:
        raise handing.not_reached(ask)

    house.hub.says = silent
    for settle in (
        house.desk.answering.answer(ADA, ask.id, given(), receipt="r1"),
        house.desk.answering.ask_back(ADA, ask.id, "Why?", receipt="r2"),
        house.desk.asking.cancel(AGENT, ask.id, receipt="r3"),
        house.desk.asking.supersede(AGENT, ask.id, receipt="r4"),
    ):
        with pytest.raises(HubUnreachable):
            await settle
    await house.desk.sweeping.sweep()

    assert await house.desk.reading.read(ADA, ask.id) == ask
    assert [word.verb for _, word in house.hub.heard] == [
        *(Verb.ANSWER, Verb.ASK_BACK, Verb.CANCEL, Verb.CANCEL)
    ]


async def test_a_hub_that_takes_an_answer_and_calls_it_pending_settled_nothing() -> None:
    house = House()
    ask = await house.handed()
    house.hub.says = still_pending

    with pytest.raises(HubUnreachable):
        await house.desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    assert not (await house.desk.reading.read(ADA, ask.id)).state.settled


async def test_more_time_is_given_here_once_the_hub_has_given_it() -> None:
    house = House()
    ask = await house.handed(deadline=LATER)
    house.hub.says = still_pending
    later = LATER + timedelta(hours=1)

    after = await house.desk.answering.extend(ADA, ask.id, later)

    assert after.deadline == later
    assert [word.verb for _, word in house.hub.heard] == [Verb.EXTEND]


async def test_a_correction_goes_to_the_hub_first() -> None:
    house = House()
    ask = await house.handed()
    await house.desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    def corrected(actor: Actor, ask: Ask, word: Word) -> Decided:
        more = lifecycle.correct(ask, answers(), "Oh.", by=EVE, at=NOON, receipt=word.receipt)
        return read_decided(result_shape(more.after), actor, word.receipt)

    house.hub.says = corrected
    after = await house.desk.answering.correct(ADA, ask.id, given(), receipt="r2", reason="Oh.")

    assert [each.by.door for each in after.amendments] == [Door.TUI]


async def test_a_word_and_its_echo_keep_their_order() -> None:
    house = House()
    ask = await house.handed()
    arrived, go_on = anyio.Event(), anyio.Event()

    class Slow(Hub):
        async def say(self, actor: Actor, ask: Ask, word: Word) -> Decided:
            arrived.set()
            await go_on.wait()
            return self.takes(actor, ask, word)

    desk = open_desk(house.store, Ears(), house.clock, RandomMint(), elsewhere=Slow())

    async def answer() -> None:
        await desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(answer)
            await arrived.wait()
            tasks.start_soon(desk.handing.bring_home, ask.id, read_decided(there(ask)))
            await anyio.wait_all_tasks_blocked()
            go_on.set()

    assert outcome_of(await desk.reading.read(ADA, ask.id)).settled_by.who == "me"


async def test_without_a_hub_nothing_that_one_has_is_settled() -> None:
    house = House()
    ask = await house.handed()
    lonely = open_desk(house.store, Ears(), house.clock, RandomMint())

    with pytest.raises(HubUnreachable, match=HUB):
        await lonely.answering.answer(ADA, ask.id, given(), receipt="r1")


async def test_what_a_hub_refused_is_decided_here_again() -> None:
    house = House()
    ask = await house.handed(deadline=LATER)

    back = await house.desk.handing.take_back(ADA, ask.id)
    again = await house.desk.handing.take_back(ADA, ask.id)
    after = await house.desk.answering.answer(ADA, ask.id, given(), receipt="r1")

    assert back.due_at == LATER
    assert again == back
    assert after.state is State.ANSWERED
    assert house.hub.heard == []


async def test_only_what_is_pending_and_ours_is_handed_over_and_only_once() -> None:
    house = House()
    ask = await house.handed()

    assert await house.desk.handing.hand_over(ADA, ask.id, "https://other.example") == ask
    await house.desk.answering.answer(ADA, ask.id, given(), receipt="r1")
    with pytest.raises(AlreadySettled):
        await house.desk.handing.hand_over(ADA, ask.id, HUB)
    with pytest.raises(NotAllowed):
        await house.desk.handing.hand_over(replace(ADA, id="bob", rights=frozenset()), ask.id, HUB)


async def test_what_is_not_kept_here_cannot_come_home() -> None:
    house = House()

    with pytest.raises(NotFound):
        await house.desk.handing.bring_home(an_id(1), read_decided(there(an_opening().after)))


async def test_a_store_that_never_agrees_ends_the_way_home(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = House()
    ask = await house.handed()

    async def never(_change: object) -> bool:
        return False

    monkeypatch.setattr(house.store, "swap", never)
    with pytest.raises(StoreUnavailable):
        await house.desk.handing.bring_home(ask.id, read_decided(there(ask)))


def test_what_a_hub_says_is_cleaned() -> None:
    ask = an_opening().after
    said = there(ask, by=replace(EVE, name="e\x1b[31mve", id="x" * 500))
    said["answers"][0]["values"] = ["a\x00b"]
    said["answers"][0]["attachments"] = [
        {"sha256": "ab", "name": "plan.png", "media_type": "image/png", "size": 1}
    ]

    outcome = read_decided(said).outcome

    assert outcome is not None
    assert outcome.settled_by.who == "eve"
    assert len(outcome.settled_by.id) == 200
    assert outcome.answers[0].values == ("ab",)
    assert outcome.answers[0].attachments == ()

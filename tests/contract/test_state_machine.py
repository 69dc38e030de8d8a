"""Random verbs on several processes, with restarts and lost bells, against a plain reference."""

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, cast

import anyio
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)

from askline.asks import trail, waiting
from askline.asks.asking import NewAsk
from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.asks.ports import Bell, Hint
from askline.asks.state import State
from askline.asks.trail import Event
from askline.core.errors import AlreadySettled
from askline.core.ids import AskId
from tests.builders import ADA, AGENT, BOB, UNPACED, StoppedClock, a_desk, a_new_ask, given
from tests.places import EphemeralPlace, Place, PostgresPlace, SqlitePlace
from tests.promises import promise
from tests.rounds import rounds

PROCESSES = 2


class LossyBell:
    """Drops rings while it is told to, as a network may."""

    def __init__(self, bell: Bell) -> None:
        self._bell = bell
        self.deaf = False
        self.listen = bell.listen

    def ring(self, hint: Hint) -> None:
        if not self.deaf:
            self._bell.ring(hint)


@dataclass
class Expected:
    """What a plain reading of the promises says about one ask."""

    new: NewAsk
    deadline: datetime | None
    state: State = State.PENDING
    receipt: str = ""
    late: set[str] = field(default_factory=set[str])
    delivered: bool = False


@dataclass
class Process:
    desk: Desk
    bell: LossyBell
    life: ExitStack


@dataclass
class Waiter:
    process: int
    ask_id: AskId
    future: Any


class Machine(RuleBasedStateMachine):
    asks = Bundle("asks")
    processes = st.integers(0, PROCESSES - 1)

    def __init__(self, portal: BlockingPortal, place: Place) -> None:
        super().__init__()
        self.portal = portal
        self.place = place
        self.clock = StoppedClock()
        self.expected: dict[AskId, Expected] = {}
        self.receipts = count(1)
        self.waiters: list[Waiter] = []
        self.running = [self.started() for _ in range(PROCESSES)]

    def started(self) -> Process:
        life = ExitStack()
        opened = self.portal.call(self.opened)
        keeping = life.enter_context(opened)
        bell = LossyBell(keeping.bell)
        desk = a_desk(keeping.asks, bell, self.clock, limits=UNPACED)
        life.callback(self.portal.start_task_soon(desk.run).cancel)
        return Process(desk, bell, life)

    async def opened(self) -> AbstractContextManager[Any]:
        return self.portal.wrap_async_context_manager(self.place.open())

    def now_state(self, expected: Expected) -> State:
        due = expected.deadline is not None and expected.deadline <= self.clock.now()
        if expected.state is State.PENDING and due:
            expected.state, expected.receipt = State.TIMED_OUT, ""
        return expected.state

    @rule(target=asks, process=processes, minutes=st.none() | st.integers(1, 60))
    def ask(self, process: int, minutes: int | None) -> AskId:
        deadline = self.clock.now() + timedelta(minutes=minutes) if minutes else None
        new = a_new_ask(deadline=deadline)
        ask = self.portal.call(self.running[process].desk.asking.ask, AGENT, new)
        self.expected[ask.id] = Expected(new, deadline)
        return ask.id

    @rule(process=processes, ask_id=asks)
    def ask_again(self, process: int, ask_id: AskId) -> None:
        expected = self.expected[ask_id]
        if expected.delivered or (expected.deadline and expected.deadline <= self.clock.now()):
            return
        ask = self.portal.call(self.running[process].desk.asking.ask, AGENT, expected.new)
        assert ask.id == ask_id

    @rule(
        process=processes,
        ask_id=asks,
        verb=st.sampled_from(["answer", "reject", "ask_back", "cancel"]),
        again=st.booleans(),
    )
    def settle(self, process: int, ask_id: AskId, verb: str, again: bool) -> None:
        expected = self.expected[ask_id]
        before = self.now_state(expected)
        receipt = expected.receipt if again and expected.receipt else f"r{next(self.receipts)}"
        act = self.acts(self.running[process].desk, ask_id, receipt)[verb]
        if before is State.PENDING:
            ask = self.portal.call(act)
            expected.receipt = receipt
            expected.state = {
                "answer": State.ANSWERED,
                "reject": State.REJECTED,
                "ask_back": State.ASKED_BACK,
                "cancel": State.CANCELLED,
            }[verb]
            assert ask.state is expected.state
        elif expected.receipt and receipt == expected.receipt:
            assert self.portal.call(act).state is before
        elif before is State.TIMED_OUT and verb == "answer":
            assert self.portal.call(act).state is State.TIMED_OUT
            expected.late.add(receipt)
        else:
            with pytest.raises(AlreadySettled):
                self.portal.call(act)

    def acts(self, desk: Desk, ask_id: AskId, receipt: str) -> dict[str, Callable[[], Any]]:
        return {
            "answer": lambda: desk.answering.answer(ADA, ask_id, given(), receipt=receipt),
            "reject": lambda: desk.answering.reject(BOB, ask_id, receipt=receipt, reason="no"),
            "ask_back": lambda: desk.answering.ask_back(ADA, ask_id, "Why?", receipt=receipt),
            "cancel": lambda: desk.asking.cancel(AGENT, ask_id, receipt=receipt),
        }

    @rule(process=processes, ask_id=asks)
    def mark(self, process: int, ask_id: AskId) -> None:
        expected = self.expected[ask_id]
        self.now_state(expected)
        desk = self.running[process].desk
        self.portal.call(desk.answering.seen, BOB, ask_id)
        delivered = self.portal.call(desk.asking.delivered, AGENT, ask_id)
        expected.delivered |= delivered.state.settled

    @rule(process=processes, ask_id=asks, hours=st.none() | st.integers(1, 9))
    def snooze(self, process: int, ask_id: AskId, hours: int | None) -> None:
        until = self.clock.now() + timedelta(hours=hours) if hours else None
        put_off = partial(self.running[process].desk.dealing.snooze, BOB, ask_id, until)
        if self.now_state(self.expected[ask_id]) is State.PENDING:
            assert len(self.portal.call(put_off).snoozes) == (1 if until else 0)
        else:
            with pytest.raises(AlreadySettled):
                self.portal.call(put_off)

    @rule(process=processes, ask_id=asks)
    def wait(self, process: int, ask_id: AskId) -> None:
        outcome = self.running[process].desk.asking.outcome
        future = self.portal.start_task_soon(outcome, AGENT, ask_id)
        self.waiters.append(Waiter(process, ask_id, future))

    @rule(process=processes, minutes=st.integers(1, 30))
    def time_passes(self, process: int, minutes: int) -> None:
        self.clock.time += timedelta(minutes=minutes)
        self.portal.call(self.running[process].desk.sweeping.sweep)

    @rule(process=processes, deaf=st.booleans())
    def bell_is_lost_or_found(self, process: int, deaf: bool) -> None:
        self.running[process].bell.deaf = deaf

    @rule(process=processes)
    def restart(self, process: int) -> None:
        """Its agents lose their calls and, as a line does, ask for the outcome again."""
        cut = [waiter for waiter in self.waiters if waiter.process == process]
        self.waiters = [waiter for waiter in self.waiters if waiter.process != process]
        for waiter in cut:
            waiter.future.cancel()
        self.running[process].life.close()
        self.running[process] = self.started()
        for waiter in cut:
            self.wait(process, waiter.ask_id)

    @invariant()
    def every_ask_is_what_the_reference_says(self) -> None:
        store = self.running[0].desk.reading
        pending = {ask.id for ask in self.portal.call(store.inbox, ADA)}
        for ask_id, expected in self.expected.items():
            ask, events = self.at_one_moment(ask_id)
            before = expected.state
            assert ask.state in (before, self.now_state(expected))
            # What is due may be swept by either process between the two looks.
            if before is expected.state:
                assert (ask_id in pending) is (ask.state is State.PENDING)
            assert {each.receipt for each in ask.amendments} == expected.late
            assert trail.flaw(events, ask.head) is None

    def at_one_moment(self, ask_id: AskId) -> tuple[Ask, list[Event]]:
        """The ask and its trail, which either process may be sweeping between the two looks."""
        store = self.running[0].desk.reading
        for _ in range(100):
            ask: Ask = self.portal.call(store.read, ADA, ask_id)
            events: list[Event] = self.portal.call(store.trail, ADA, ask_id)
            if len(events) == ask.revision:
                return ask, events
        raise AssertionError(f"the trail of {ask_id} is never as long as its revision")

    def teardown(self) -> None:
        self.portal.call(self.running[0].desk.sweeping.sweep)
        for waiter in self.waiters:
            if self.now_state(self.expected[waiter.ask_id]) is State.PENDING:
                waiter.future.cancel()
            else:
                heard = self.portal.call(heard_state, waiter.future)
                assert heard is self.expected[waiter.ask_id].state
        for process in self.running:
            process.life.close()


async def heard_state(future: Any) -> State:
    with anyio.fail_after(10):
        while not future.done():  # noqa: ASYNC110 - a future of another thread has no event
            await anyio.sleep(0.01)
    return future.result().state


@promise("answer-once")
@promise("never-lost")
@pytest.mark.parametrize("kind", ["ephemeral", "sqlite", "postgres"])
def test_whatever_happens_every_process_tells_the_same_story(
    kind: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(waiting, "LOOK_AGAIN_S", 0.05)
    files = count(1)

    def new_place(portal: BlockingPortal) -> Place:
        if kind == "ephemeral":
            return EphemeralPlace()
        if kind == "sqlite":
            return SqlitePlace(tmp_path / f"{next(files)}.db")
        place = PostgresPlace(request.getfixturevalue("postgres"))
        portal.call(place.empty)
        return place

    def machine() -> Machine:
        return Machine(portal, new_place(portal))

    with start_blocking_portal() as portal:
        run_state_machine_as_test(
            cast("type[Machine]", machine),
            settings=settings(
                max_examples=rounds(gate=12, nightly=400),
                stateful_step_count=rounds(gate=25, nightly=50),
                deadline=None,
                phases=[Phase.explicit, Phase.reuse, Phase.generate],
                suppress_health_check=[HealthCheck.too_slow],
            ),
        )

"""The whole table, state x verb x receipt, through the desk and over every store."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import anyio
import pytest

from askline.asks import trail
from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.asks.ports import AskStore, Bell
from askline.asks.state import State
from askline.core.errors import AlreadySettled, InvalidArguments
from tests.builders import ADA, AGENT, BOB, LATER, UNPACED, StoppedClock, a_desk, a_new_ask, given
from tests.places import Place
from tests.promises import promise
from tests.unit.table import FRESH, TABLE, Cell

WON = "won"
EVEN_LATER = LATER + timedelta(hours=1)

Act = Callable[[], Awaitable[object]]


class Scene:
    """One ask in one state, its desk and its clock."""

    def __init__(self, store: AskStore, bell: Bell) -> None:
        self.clock = StoppedClock()
        self.desk: Desk = a_desk(store, bell, self.clock, limits=UNPACED)

    async def set(self, state: State) -> Ask:
        new = a_new_ask(deadline=LATER, holder="line-1")
        ask = await self.desk.asking.ask(AGENT, new)
        verbs = {
            State.PENDING: "expire_early",
            State.ANSWERED: "answer",
            State.REJECTED: "reject",
            State.ASKED_BACK: "ask_back",
            State.CANCELLED: "cancel",
            State.TIMED_OUT: "expire_due",
            State.SUPERSEDED: "supersede",
        }
        await self.act(ask, verbs[state], WON)()
        return await self.desk.reading.read(ADA, ask.id)

    def act(self, ask: Ask, verb: str, receipt: str) -> Act:
        answering, asking, ask_id = self.desk.answering, self.desk.asking, ask.id
        acts: dict[str, Act] = {
            "answer": lambda: answering.answer(BOB, ask_id, given(), receipt=receipt),
            "reject": lambda: answering.reject(BOB, ask_id, receipt=receipt),
            "ask_back": lambda: answering.ask_back(BOB, ask_id, "Why?", receipt=receipt),
            "cancel": lambda: asking.cancel(AGENT, ask_id, receipt=receipt),
            "supersede": lambda: asking.supersede(AGENT, ask_id, receipt=receipt),
            "expire_due": self.time_passes,
            "expire_early": self.desk.sweeping.sweep,
            "correct": lambda: answering.correct(BOB, ask_id, given(), receipt=receipt),
            "extend": lambda: answering.extend(BOB, ask_id, EVEN_LATER),
            "snooze": lambda: self.desk.dealing.snooze(BOB, ask_id, EVEN_LATER),
            "see": lambda: answering.seen(BOB, ask_id),
            "attach": lambda: asking.attach(AGENT, ask_id, "line-2"),
            "detach": lambda: asking.detach(AGENT, ask_id, "line-1"),
            "deliver": lambda: asking.delivered(AGENT, ask_id),
        }
        return acts[verb]

    async def time_passes(self) -> None:
        self.clock.time = LATER
        await self.desk.sweeping.sweep()

    async def what_happens(self, ask: Ask, verb: str, receipt: str) -> str:
        refused = ""
        try:
            await self.act(ask, verb, receipt)()
        except AlreadySettled:
            refused = "already"
        except InvalidArguments:
            refused = "nothing"
        after = await self.desk.reading.read(ADA, ask.id)
        events = await self.desk.reading.trail(ADA, ask.id)
        assert trail.flaw(events, after.head) is None
        assert len(events) == after.revision
        changed = what_changed(ask, after)
        assert not refused or changed == "same"
        return refused or changed


def what_changed(before: Ask, after: Ask) -> str:
    if after == before:
        return "same"
    assert after.revision == before.revision + 1
    if after.state is not before.state:
        return after.state
    assert after.outcome == before.outcome
    return "marked" if after.amendments == before.amendments else "amended"


def at_the_desk(cell: Cell) -> str:
    """Nobody attaches to what is settled: the outcome is handed over instead."""
    handed_over = cell.verb == "attach" and cell.state.settled
    return "same" if handed_over else cell.expected


@promise("answer-once")
@promise("audit")
@pytest.mark.parametrize("state", State)
async def test_every_verb_does_in_every_state_what_the_table_says(
    place: Place, state: State
) -> None:
    cells = [cell for cell in TABLE if cell.state is state]
    happened: dict[str, str] = {}

    with anyio.fail_after(50):
        async with place.open() as keeping:
            for cell in cells:
                scene = Scene(keeping.asks, keeping.bell)
                ask = await scene.set(state)
                won = ask.outcome.receipt if ask.outcome else ""
                receipt = "r-9" if cell.receipt == FRESH else won
                happened[str(cell)] = await scene.what_happens(ask, cell.verb, receipt)

    assert happened == {str(cell): at_the_desk(cell) for cell in cells}

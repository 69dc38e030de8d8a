"""The work that is measured: one ask of a usual size, its answer, and the wake-up of who waits."""

import time
from itertools import count

import anyio

from askline.asks.answers import Given
from askline.asks.asking import NewAsk
from askline.asks.desk import Desk
from askline.asks.limits import Limits
from askline.asks.model import Matter, Option, Question, QuestionKind
from askline.core.ids import AskId
from askline.core.latch import Latch, give, new_latch
from askline.core.people import Agent, Door, Project, local_agent, local_person

CODER = Agent(name="claude-code", version="2.1.0", conversation="0197c0de")
SHOP = Project(name="shop", path="/home/ada/shop", branch="main")
AGENT = local_agent(CODER)
HUMAN = local_person(Door.TUI)
UNPACED = Limits(asks_per_minute=1_000_000_000, pending_asks=1_000_000_000)
"""One agent stands for many."""
ANSWER = {"db": Given(values=("PostgreSQL",), note="The team knows it, and we will need replicas.")}
OPTIONS = (
    Option(label="PostgreSQL", description="Replicas, one more thing to run", recommended=True),
    Option(label="SQLite", description="Nothing to run, one machine"),
)

numbers = count(1)


def new_ask() -> NewAsk:
    """Differs from every other, as a repeat would attach to the first."""
    question = Question(
        id="db",
        text=f"Which database shall hold the job store of part {next(numbers)}?",
        kind=QuestionKind.SELECT,
        header="Database",
        options=OPTIONS,
    )
    matter = Matter(
        title="Job store", context="Jobs must survive a restart.", questions=(question,)
    )
    return NewAsk(matter=matter, agent=CODER, project=SHOP, holder="line-1")


def receipt() -> str:
    return f"r{next(numbers)}"


class Pair:
    """An agent and its human: what the one asked, for the other to answer."""

    def __init__(self) -> None:
        self.asked: Latch[AskId | None] = new_latch()


async def cycles(asker: Desk, answerer: Desk, *, workers: int, seconds: float) -> float:
    """Cycles per second of agents that ask and wait, each with a human who answers at once."""
    end, done = time.perf_counter() + seconds, 0

    async def agent(pair: Pair) -> None:
        nonlocal done
        while time.perf_counter() < end:
            ask = await asker.asking.ask(AGENT, new_ask())
            give(pair.asked, ask.id)
            await asker.asking.outcome(AGENT, ask.id)
            done += 1
        give(pair.asked, None)

    async def human(pair: Pair) -> None:
        while ask_id := await pair.asked:
            pair.asked = new_latch()
            await answerer.answering.answer(HUMAN, ask_id, ANSWER, receipt=receipt())

    begun = time.perf_counter()
    async with anyio.create_task_group() as tasks:
        for _ in range(workers):
            pair = Pair()
            tasks.start_soon(agent, pair)
            tasks.start_soon(human, pair)
    return done / (time.perf_counter() - begun)


async def wakes(asker: Desk, answerer: Desk, *, per_second: int, seconds: float) -> list[float]:
    """Seconds from the commit of each answer to the wake-up, at a steady rate of cycles."""
    late: list[float] = []
    answered_at: dict[AskId, float] = {}

    async def one() -> None:
        ask = await asker.asking.ask(AGENT, new_ask())
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(waiter, ask.id)
            await anyio.sleep(0.02)
            await answerer.answering.answer(HUMAN, ask.id, ANSWER, receipt=receipt())
            answered_at[ask.id] = time.perf_counter()

    async def waiter(ask_id: AskId) -> None:
        await asker.asking.outcome(AGENT, ask_id)
        # Woken before the answering side runs again counts as at once.
        late.append(time.perf_counter() - answered_at.pop(ask_id, time.perf_counter()))

    begun, sent = time.perf_counter(), 0
    async with anyio.create_task_group() as tasks:
        while (passed := time.perf_counter() - begun) < seconds:
            while sent < passed * per_second:
                tasks.start_soon(one)
                sent += 1
            await anyio.sleep(0.002)
    return late

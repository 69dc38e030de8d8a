"""What recall costs on the way from asking to being seen, against the same way without it.

One SQLite file with thousands of answered asks of one project. An ask is made at the desk and read from
an open event stream, with and without recall in turns, so that both meet the same machine. No socket and
no page lie on this way, so the ratio is the worst that anybody sees. Also: one look into the book.
"""

import argparse
import random
import statistics
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import anyio

from askline.asks.desk import Desk
from askline.core.background import background
from askline.core.clock import SystemClock
from askline.doors.http.drawing import Drawing
from askline.doors.http.feed import Feed
from askline.doors.http.stream import Stream
from askline.memory.recall import same_key, words_of
from askline.memory.recalling import AT_MOST, Recalling
from askline.service.recalled import recall_over
from askline.stores.keeping import Keeping
from askline.stores.sqlite.opening import open_sqlite
from tests.builders import ADA, AGENT, CODER, SHOP, UNPACED, a_desk, a_new_ask, a_select, given

THINGS = [
    "database",
    "cache",
    "queue",
    "framework",
    "logger",
    "parser",
    "schema",
    "index",
    "editor",
    "theme",
    "font",
    "icon",
    "port",
]
PARTS = [
    "shop",
    "admin",
    "billing",
    "search",
    "export",
    "import",
    "mail",
    "login",
    "report",
    "upload",
    "chat",
    "cart",
    "stock",
]
WAYS = [
    "module",
    "page",
    "service",
    "worker",
    "script",
    "handler",
    "view",
    "form",
    "table",
    "layer",
    "client",
    "job",
]


def a_text(number: int) -> str:
    chosen = random.Random(number)
    words = [chosen.choice(each) for each in (THINGS, PARTS, WAYS)]
    return f"Which {words[0]} should the {words[1]} {words[2]} {number} use?"


async def filled(desk: Desk, count: int) -> None:
    for number in range(count):
        new = a_new_ask(a_select("db", text=a_text(number)))
        ask = await desk.asking.ask(AGENT, new)
        await desk.answering.answer(ADA, ask.id, given(db="SQLite"), receipt=f"r{number}")
        await desk.asking.delivered(AGENT, ask.id)  # else the same would lead to it


@asynccontextmanager
async def seen(
    desk: Desk, keeping: Keeping, recalling: Recalling | None
) -> AsyncGenerator[AsyncIterator[str]]:
    """The events of one who looks, after the snapshot."""
    feed = Feed()
    async with keeping.bell.listen() as rings, background(partial(feed.run, rings)):
        texts = Stream(desk, feed, Drawing(ADA, recalling)).run(None)
        for _ in range(2):
            await anext(texts)
        yield texts


async def timed(desk: Desk, texts: AsyncIterator[str], number: int, turn: int) -> float:
    agent = replace(CODER, conversation=f"{turn}")
    new = a_new_ask(a_select("db", text=a_text(number)), agent=agent, project=SHOP)
    begin = time.perf_counter()
    ask = await desk.asking.ask(AGENT, new)
    while True:
        text = await anext(texts)
        if str(ask.id) in text and "event: asked" in text:
            took = time.perf_counter() - begin
            break
    await desk.asking.cancel(AGENT, ask.id, receipt=f"c{ask.id}")
    while "event: settled" not in await anext(texts):
        pass
    return took


async def measured(count: int, rounds: int) -> None:
    with TemporaryDirectory() as place:
        clock = SystemClock()
        async with open_sqlite(Path(place) / "askline.db") as keeping:
            desk = a_desk(keeping.asks, keeping.bell, clock, limits=UNPACED)
            await filled(desk, count)
            recall = recall_over(desk, keeping, clock)
            async with background(recall.recollecting.run):
                while await keeping.recollection.is_empty():  # noqa: ASYNC110 - nobody tells
                    await anyio.sleep(0.1)
                await anyio.sleep(2)
                await _compared(desk, keeping, recall.recalling, count, rounds)
                await _looked_up(desk, keeping, count)


async def _compared(
    desk: Desk, keeping: Keeping, recalling: Recalling, count: int, rounds: int
) -> None:
    for name, start in (("answered before", 0), ("new", count)):
        took: dict[bool, list[float]] = {False: [], True: []}
        for turn in range(rounds):
            for with_it in (bool(turn % 2), not turn % 2):
                async with seen(desk, keeping, recalling if with_it else None) as texts:
                    number = start + turn * 7
                    took[with_it].append(await timed(desk, texts, number, 2 * turn + with_it))
        bare, more = (statistics.median(took[each]) for each in (False, True))
        print(
            f"ask → visible, {name}: {bare * 1e3:.2f} ms bare, {more * 1e3:.2f} ms with recall:"
            f" {more / bare:.2f}"
        )


async def _looked_up(desk: Desk, keeping: Keeping, count: int) -> None:
    ask = (await desk.reading.history(ADA, limit=1))[0]
    words = words_of([a_text(count // 2)])
    begin = time.perf_counter()
    for _ in range(100):
        await keeping.recollection.candidates(
            ask.tenant, SHOP.path or "", same_key(ask), words, AT_MOST
        )
    took = (time.perf_counter() - begin) / 100
    print(f"one look into a book of {count}: {took * 1e3:.2f} ms")


def main() -> None:
    said = argparse.ArgumentParser()
    said.add_argument("--asks", type=int, default=10_000)
    said.add_argument("--rounds", type=int, default=300)
    options = said.parse_args()
    anyio.run(measured, options.asks, options.rounds)


if __name__ == "__main__":
    main()

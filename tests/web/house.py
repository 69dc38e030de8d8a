"""A real service with a browser's way in, for tests of whole pages."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import anyio

from askline.asks.changes import Change
from askline.asks.ports import AskStore
from askline.client.local import Client
from askline.core.locations import Locations
from askline.stores.sqlite.opening import open_sqlite
from tests.builders import a_matter, an_opening, answered
from tests.journeys.agents import Home, Json, home

SHOP = {"name": "shop", "path": "/home/ada/shop", "branch": "main"}


class House:
    """One home with its service. Whoever asks here is `claude-code`, unless told otherwise."""

    def __init__(self, at: Home) -> None:
        self.home = at
        at.json("list")

    @property
    def locations(self) -> Locations:
        return Locations.from_environment(self.home.env)

    @property
    def client(self) -> Client:
        return Client(self.locations.api_socket, door="cli", present=True)

    @property
    def base(self) -> str:
        return self.client.health()["url"]

    def url(self, path: str = "/") -> str:
        """An address that lets one browser in, once."""
        return self.client.login(path)

    def ask(self, *questions: Json, agent: str = "claude-code", **more: Any) -> Json:
        # Every ask is another conversation's: none is a repeat, and none asks too much.
        asker = {"name": agent, "conversation": uuid4().hex}
        asked = {"questions": [*questions] or [DATABASE], "project": SHOP, "agent": asker}
        return self.client.create({**asked, **more})

    async def crowd(self, count: int, *, settled: bool = False) -> None:
        """So many asks at once, written where the service keeps its own."""
        async with (
            open_sqlite(Path(self.locations.database)) as keeping,
            anyio.create_task_group() as writing,
        ):
            for number in range(count):
                opening = an_opening(matter=a_matter(title=f"Of a crowd: {number}"))
                change = answered(opening.after) if settled else None
                writing.start_soon(_write, keeping.asks, opening, change)

    def clear(self) -> None:
        """Nothing waits any more."""
        for ask in self.client.asks():
            self.client.cancel(ask["id"])


DATABASE: Json = {"id": "db", "question": "Which database?", "options": ["PostgreSQL", "SQLite"]}


def recommending(number: int) -> Json:
    """A question whose first option is recommended."""
    options = [{"label": f"Good {number}", "recommended": True}, {"label": f"Fair {number}"}]
    return {"id": f"q{number}", "question": f"Question {number}?", "options": options}


async def _write(store: AskStore, opening: Change, settling: Change | None) -> None:
    await store.add(opening, [])
    if settling:
        await store.swap(settling)


@contextmanager
def a_house() -> Generator[House]:
    with home() as at:
        yield House(at)

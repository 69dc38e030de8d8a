"""A hub keeps to the OpenAPI document for everybody, and shows nobody what is another tenant's.

Each request that is made up is sent by one of the town; the asks it names are its own, another team's or
another tenant's. Streams and long polls are told to end at once.
"""

import os
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import pytest
import schemathesis
from anyio.from_thread import start_blocking_portal
from hypothesis import HealthCheck, Phase, settings

from askline.doors.http.app import end_streams
from tests.contract.test_openapi import CHECKS, described
from tests.hubs.matrix import MATRIX, PLACES, SEES
from tests.hubs.town import Town, a_town, shown
from tests.replicas import Json, a_hub

# Now, while there is one thread: Python 3.11 may fail to parse what two threads parse at once.
import_module("schemathesis.generation.dictionaries")
LONG = os.environ.get("ASKLINE_TEST_ROUNDS") == "long"
SERVED = {line.route for line in MATRIX}
WHO = [*SEES, "nobody", "who left", "revoked token", "forged token"]


def at_a_hub() -> Json:
    """What the document says of routes that a hub has, without what only a socket takes."""
    said = described()
    said["paths"] = {
        path: {verb: each for verb, each in verbs.items() if f"{verb.upper()} {path}" in SERVED}
        for path, verbs in said["paths"].items()
    }
    for each in (operation for verbs in said["paths"].values() for operation in verbs.values()):
        each["parameters"] = [one for one in each["parameters"] if "$ref" not in one]
    return said


schema: Any = schemathesis.openapi.from_dict(at_a_hub())


@dataclass
class Served:
    """A town, and asks of each of its places, pending and answered."""

    town: Town
    asks: list[str]

    def headers(self, who: str) -> dict[str, str]:
        """What somebody's client sends with each request."""
        client = self.town.clients[who]
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        said = {name: client.headers.get(name, "") for name in ("authorization", "origin")}
        return {name: value for name, value in (said | {"cookie": cookies}).items() if value}


@asynccontextmanager
async def a_served_town(dsn: str) -> AsyncGenerator[Served]:
    async with a_hub(dsn) as [hub], a_town(hub) as town:
        end_streams(hub.replica.api)
        asks = [
            str((await town.ask(place, settled=settled)).id)
            for place in PLACES
            for settled in (False, True)
        ]
        yield Served(town, asks)


@pytest.fixture(scope="module")
def served(postgres: str) -> Generator[Served]:
    """By a thread of its own."""
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(a_served_town(postgres)) as made,
    ):
        yield made


@schema.parametrize()
@settings(
    max_examples=100 if LONG else 1,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
def test_every_reply_of_a_hub_is_one_that_was_described_and_shows_nothing_of_others(
    case: Any, served: Served
) -> None:
    number = sum(str(case.body).encode(errors="replace")) + sum(str(case.query).encode())
    who = WHO[number % len(WHO)]
    if "id" in (case.path_parameters or {}):
        case.path_parameters["id"] = served.asks[number % len(served.asks)]
    case.headers = {**(case.headers or {}), **served.headers(who), "Askline-Upload": "1"}
    base = served.town.hub.url

    reply = case.call(base_url=base, timeout=10)

    if reply.status_code != 401:
        case.validate_response(reply, checks=CHECKS)
    assert (reply.status_code == 401) == (who not in SEES)
    assert shown(reply.text, who) == []

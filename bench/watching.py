"""What it costs to watch a hub: µs of processor time per ask for figures, traces and the log of its requests.

    uv run python -m bench.watching

One ask here is asked, seen, answered and delivered, in five requests and one batch each. The rival is
what the rules themselves need for these four steps, measured in turn in the same run.
"""

import logging
import os
from collections.abc import Callable
from time import thread_time
from typing import Any

import anyio
from opentelemetry.sdk.trace import SpanProcessor
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF, ALWAYS_ON
from starlette.routing import Route

from askline.asks import lifecycle
from askline.asks.changes import Change
from askline.config.logs import Lines
from askline.service.hub.metrics import Metrics
from askline.service.hub.requests import Accounted
from askline.service.hub.tracing import Tracing
from askline.stores.watching import UNWATCHED, Watch
from bench.measuring import interleaved
from tests.builders import ADA, AGENT, LATER, NOON, an_opening, answers

ASKS = 2_000
REQUESTS = 5
PATHS = ("/asks", "/asks/{id}", "/asks/{id}/seen", "/asks/{id}/answer", "/asks/{id}/delivered")


def life(opening: Change) -> list[Change]:
    seen = lifecycle.see(opening.after, by=ADA, at=NOON)
    answered = lifecycle.answer(seen.after, answers(), by=ADA, at=LATER, receipt="r")
    return [opening, seen, answered, lifecycle.deliver(answered.after, by=AGENT, at=LATER)]


def watched(watch: Watch, lives: list[list[Change]]) -> None:
    for each in lives:
        for change in each:
            watch.committed(change)
            watch.flushed("move", 1, 0.001)
        watch.rung(0.001)


async def served(app: Accounted) -> None:
    for _ in range(ASKS * REQUESTS):
        await app(_scope(), _nothing, _nothing)


def _scope() -> dict[str, Any]:
    path = "/api/v1/asks/0197/answer"
    return {"type": "http", "method": "POST", "path": path, "headers": [(b"cookie", b"x")]}


async def _nothing(*_: Any) -> Any: ...


def quiet_log() -> None:
    """The lines are made and written, to nowhere."""
    handler = logging.StreamHandler(open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - for as long as the process lives
    handler.setFormatter(Lines())
    logger = logging.getLogger("askline")
    logger.addHandler(handler)
    logger.propagate = False


async def main() -> None:
    quiet_log()
    openings = [an_opening() for _ in range(ASKS)]
    lives = [life(each) for each in openings]
    routes = [Route(f"/api/v1{path}", _nothing) for path in PATHS]
    metrics = Metrics()
    traced, unsampled = (Tracing(SpanProcessor(), sampler=each) for each in (ALWAYS_ON, ALWAYS_OFF))

    async def per_ask(work: Callable[[], object]) -> float:
        begun = thread_time()
        work()
        return (thread_time() - begun) / ASKS * 1e6

    async def requests(level: int, counts: Metrics | None = None) -> float:
        logging.getLogger("askline").setLevel(level)
        begun = thread_time()
        await served(Accounted(_nothing, routes=routes, counts=counts))
        return (thread_time() - begun) / ASKS * 1e6

    figures = await interleaved(
        {
            "the rules' four steps": lambda: per_ask(lambda: [life(each) for each in openings]),
            "nobody watches": lambda: per_ask(lambda: watched(UNWATCHED, lives)),
            "figures of the store": lambda: per_ask(lambda: watched(metrics, lives)),
            "traces, sampled": lambda: per_ask(lambda: watched(traced, lives)),
            "traces, not sampled": lambda: per_ask(lambda: watched(unsampled, lives)),
            "five requests passed on": lambda: requests(logging.WARNING),
            "… and counted": lambda: requests(logging.WARNING, metrics),
            "… and logged": lambda: requests(logging.INFO),
        },
        rounds=7,
    )
    for name, value in figures.items():
        print(f"{name:26} {value:8.1f} µs per ask")


if __name__ == "__main__":
    anyio.run(main)

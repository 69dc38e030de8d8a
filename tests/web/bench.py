"""Operations as the API tells them, for pages to show: what stands on this bench, a test moves."""

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.async_api import Page, Route

from tests.journeys.agents import Json
from tests.web.asks import COMMAND

ENDED = "2026-11-15T09:00:03.200Z"


def operation(number: int, **more: Any) -> Json:
    """The higher the number, the newer."""
    return {
        "operation_id": f"019a8252-3c00-7000-8000-{number:012d}",
        "short_id": f"op{number:04d}",
        "tool": "make_test",
        "status": "working",
        "exit_code": None,
        "signal": None,
        "reason": None,
        "refused": False,
        "elapsed_s": 3.2,
        "output": None,
        "next": None,
        "commands": [{**COMMAND, "argv": ["make", "test"], "cwd": "/home/ada/shop"}],
        "sha256": COMMAND["sha256"],
        "steps": [],
        "synchronous": False,
        "approval": None,
        "standing": None,
        "agent": {"name": "claude-code", "version": None, "label": None, "conversation": None},
        "project": {"name": "shop", "path": "/home/ada/shop", "branch": "main"},
        "created_at": "2026-11-15T09:00:00.000Z",
        "started_at": "2026-11-15T09:00:00.000Z",
        "ended_at": None,
        **more,
    }


def ended(number: int, status: str = "completed", **more: Any) -> Json:
    return operation(number, **{"status": status, "exit_code": 0, "ended_at": ENDED, **more})


class Bench:
    """In the place of the service's operations. Its stream begins anew each time it is read."""

    def __init__(self, *operations: Json) -> None:
        self.operations = {each["operation_id"]: each for each in operations}
        self.written: dict[str, bytes] = {}
        self.cancelled: list[str] = []
        self.read: list[int] = []
        """How much of output was asked for, each time."""

    async def stand(self, page: Page, *, stream: bool = True) -> None:
        """Without its own stream, the service's tells of asks alone."""
        await page.route("**/api/v1/operations*", self._list)
        await page.route("**/api/v1/operations/**", self._one)
        if stream:
            await page.route("**/api/v1/events*", self._events)

    def move(self, changed: Json) -> None:
        self.operations[changed["operation_id"]] = changed

    async def _list(self, route: Route) -> None:
        newest = sorted(self.operations.values(), key=lambda each: each["operation_id"])[::-1]
        await route.fulfill(json={"operations": newest, "next": None})

    async def _one(self, route: Route) -> None:
        address = urlsplit(route.request.url)
        _, _, _, _, said, *rest = address.path.split("/")
        found = self._find(said)
        if found is None:
            await route.fulfill(status=404, json={"code": "not_found", "detail": "It is not here."})
        elif rest == ["output"]:
            query = {name: int(values[0]) for name, values in parse_qs(address.query).items()}
            await route.fulfill(json=self._page(found, **query))
        else:
            if rest == ["cancel"]:
                self.cancelled.append(found["operation_id"])
            await route.fulfill(json=found)

    def _find(self, said: str) -> Json | None:
        names = ("operation_id", "short_id")
        every = self.operations.values()
        return next((each for each in every if said in (each[name] for name in names)), None)

    def _page(self, found: Json, offset: int, limit: int) -> Json:
        """As `runner/output` does it: whole lines where the limit allows."""
        self.read.append(limit)
        written = self.written.get(found["operation_id"], b"")
        offset = min(offset, len(written))
        data = written[offset : offset + limit]
        if offset + len(data) < len(written) and (cut := data.rfind(b"\n") + 1):
            data = data[:cut]
        here = offset + len(data)
        text = data.decode()
        return {"text": text, "next_offset": here, "eof": here >= len(written), "status": "working"}

    async def _events(self, route: Route) -> None:
        unended = [each for each in self.operations.values() if not each["ended_at"]]
        snapshot = {"seq": 1, "asks": [], "operations": unended}
        body = f"event: snapshot\ndata: {json.dumps(snapshot)}\n\n"
        await route.fulfill(body=body, content_type="text/event-stream")

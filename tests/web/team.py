"""A team's asks as a hub tells them, for pages to show: what people do to them is written down, and done."""

import json
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Page, Route

from tests.journeys.agents import Json
from tests.web.asks import NOW, approval, ask, question

ADA, BEN, CLEO = (f"019a8252-3c00-7000-8000-00000000000{each}" for each in range(1, 4))
NAMES = {ADA: "Ada", BEN: "Ben", CLEO: "Cleo"}
OPS = "team:ops"
ME: Json = {"id": ADA, "name": "Ada", "tenant": "acme", "rights": [], "addresses": [ADA, OPS]}
ADDRESSEES = [
    *({"address": BEN, "name": "Ben", "kind": "person"},),
    *({"address": CLEO, "name": "Cleo", "kind": "person"},),
    {"address": OPS, "name": "ops", "kind": "team"},
]


def claimed(who: str, at: str = "2026-11-15T08:58:00.000Z") -> Json:
    return {"id": who, "who": NAMES[who], "at": at}


def agreed(who: str) -> Json:
    return {"kind": "human", "id": who, "who": NAMES[who], "door": "web", "at": NOW}


def routing(**more: Any) -> Json:
    return {
        "rule": "production",
        "recipients": [OPS],
        "claim": None,
        "quorum": 1,
        "agreed": [],
        "self_approval": True,
        "next_at": None,
        "next_to": [],
        **more,
    }


def routed(title: str, **way: Any) -> Json:
    """A question of the team's, its id the first word of its title; what is said of its way changes that alone."""
    asked = question("What shall it be called?", "text", id="name")
    return ask(asked, id=_id(title), title=title, routing=routing(**way), snoozes=[])


def approving(title: str, **way: Any) -> Json:
    wanted = approval(title=title, routing=routing(quorum=2, **way), snoozes=[])
    return {**wanted, "id": _id(title)}


def _id(title: str) -> str:
    return title.lower().partition(" ")[0]


class Team:
    """In the place of a hub. Its stream begins anew each time it is read."""

    def __init__(self, *asks: Json) -> None:
        self.asks: dict[str, Json] = {each["id"]: each for each in asks}
        self.said: list[tuple[str, str, Json]] = []
        """Which ask, what was done to it, and what was said with it."""
        self.refuses: Json | None = None
        self.wondered = 0
        self.drafts: list[Json] = []

    async def stand(self, page: Page) -> None:
        await page.route("**/api/v1/events*", self._events)
        await page.route("**/api/v1/asks/**", self._one)
        await page.route("**/api/v1/people/me", lambda route: route.fulfill(json=ME))
        await page.route("**/api/v1/people/addressees", self._addressees)

    @property
    def done(self) -> list[tuple[str, str, Json]]:
        """Without what a page does by itself."""
        return [each for each in self.said if each[1] not in {"seen", "draft"}]

    async def _events(self, route: Route) -> None:
        snapshot = {"seq": 1, "asks": [*self.asks.values()]}
        body = f"event: snapshot\ndata: {json.dumps(snapshot)}\n\n"
        await route.fulfill(body=body, content_type="text/event-stream")

    async def _addressees(self, route: Route) -> None:
        self.wondered += 1
        await route.fulfill(json={"addressees": ADDRESSEES})

    async def _one(self, route: Route) -> None:
        _, _, _, _, name, *rest = urlsplit(route.request.url).path.split("/")
        verb = "".join(rest)
        if name not in self.asks:
            await route.fulfill(status=404, json={"code": "not_found", "detail": "It is not here."})
            return
        if route.request.method == "GET":
            shown: Json = {"": self.asks[name], "drafts": self.drafts, "standing": {"offers": []}}
            await route.fulfill(json=shown.get(verb, {"events": [], "flaw": None, "head": ""}))
            return
        said = json.loads(route.request.post_data or "{}")
        self.said.append((name, verb, said))
        if self.refuses and verb not in {"seen", "draft"}:
            await route.fulfill(status=403, json=self.refuses)
        else:
            await route.fulfill(json=self._moved(name, verb, said))

    def _moved(self, name: str, verb: str, said: Json) -> Json:
        was = self.asks[name]
        way: Json = was["routing"] or {}
        if verb == "answer":
            self.asks[name] = {**was, "routing": {**way, "agreed": [agreed(ADA)]}}
            return {"askId": name, "state": "pending", "answers": [], "amendments": []}
        changes: dict[str, Json] = {
            "claim": {"routing": {**way, "claim": claimed(ADA)}},
            "release": {"routing": {**way, "claim": None}},
            "pass": {"routing": {**way, "claim": None, "recipients": [said.get("to")]}},
            "snooze": {"snoozes": self._put_off(was, said.get("until"))},
        }
        self.asks[name] = {**was, **changes.get(verb, {})}
        return self.asks[name]

    def _put_off(self, was: Json, until: str | None) -> list[Json]:
        return [{"id": ADA if was["routing"] else "me", "until": until}] if until else []

"""A hub's people as the API tells them, for pictures of the pages of who administers: always the same."""

from string import Template
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Page, Route

from tests.web.card_page import POLICY, STATIC
from tests.web.team import ADA, ADDRESSEES, BEN, CLEO

SHELL = STATIC.parent / "shell"
HOME = "http://askline.test"
SHELLS = {
    "": "hub-sign-in.html",
    "account": "hub-account.html",
    "admin": "hub-admin.html",
    "join": "hub-join.html",
    "stats": "stats.html",
}
OIDC = '<p><a id="oidc" href="/oidc/start" lang="de">Anmelden mit id.example.org</a></p>'
PEOPLE = "/api/v1/people"
JOINED = "2026-10-01T09:00:00.000Z"
COUNTS = {"asked": 3, "answered": 2, "timed_out": 1, "rejected": 0, "cancelled": 0, "median_s": 42}
RULE: dict[str, Any] = {
    "name": "production",
    "project": "shop",
    "kind": "approval",
    "steps": [
        {"to": [], "named": [], "after_s": 0},
        {"to": [CLEO], "named": ["Cleo"], "after_s": 600},
    ],
    "remind_s": None,
    "claim_s": None,
    "quorum": 2,
    "self_approval": False,
    "tell_after_s": 60,
}
ALERT = {
    "ask": "k7m2qd",
    "channel": "mail",
    "reason": "asked",
    "state": "failed",
    "detail": "The mail host refused it.",
    "at": JOINED,
    "recipient": "Ben",
    "number": 0,
    "tries": 3,
    "contact": None,
}
ACT = {
    "number": 1,
    "kind": "role_given",
    "actor": {"id": ADA, "name": "Ada"},
    "subject": "Ben",
    "detail": "answerer in ops",
    "at": JOINED,
    "hash": "9f2c",
}
LIMITS = {"pending": 100, "retention_days": None}


def held(role: str, team: str | None = None) -> dict[str, Any]:
    return {"role": role, "team": team}


def person(who: str, name: str, *roles: dict[str, Any]) -> dict[str, Any]:
    login = f"{name.lower()}@example.org"
    times = {"joined_at": JOINED, "left_at": None}
    return {"id": who, "login": login, "name": name, "roles": [*roles], **times}


def token(name: str, principal: str, *scopes: str, **more: Any) -> dict[str, Any]:
    return {
        "id": name,
        "name": name,
        "shown": f"askl_tok_{name[:2]}",
        "principal": principal,
        "scopes": [*scopes],
        "project": None,
        "made_at": JOINED,
        "expires_at": "2126-12-30T09:00:00.000Z",
        "used_at": None,
        "revoked_at": None,
        "successor": None,
        **more,
    }


def replies() -> dict[str, Any]:
    """Everything that a hub of today has."""
    return {
        f"{PEOPLE}/me": {
            "id": ADA,
            "name": "Ada",
            "tenant": "acme",
            "rights": ["administer", "operate"],
        },
        PEOPLE: [
            person(ADA, "Ada", held("admin"), held("approver", "ops")),
            person(BEN, "Ben", held("answerer", "ops"), held("asker")),
            person(CLEO, "Cleo", held("operator"), held("approver", "web")),
        ],
        f"{PEOPLE}/teams": [{"name": name, "made_at": JOINED} for name in ("ops", "web")],
        f"{PEOPLE}/projects": [
            {"project": "acme/shop-api", "team": "ops"},
            {"project": "acme/web", "team": "web"},
        ],
        f"{PEOPLE}/tokens": [
            token("build", "service:ci", "ask", used_at="2026-11-15T08:40:00.000Z"),
            token("laptop", BEN, "ask", "answer", project="acme/web"),
            token("old", "service:ci", "ask", revoked_at=JOINED),
        ],
    }


def further() -> dict[str, Any]:
    """What a hub has besides, where it routes and keeps order."""
    days = [{"day": f"2026-11-{day:02}", **COUNTS, "asked": day * 5 % 23} for day in range(1, 31)]
    return {
        f"{PEOPLE}/routes": {"routes": [RULE]},
        f"{PEOPLE}/alerts": {"alerts": [ALERT]},
        f"{PEOPLE}/acts": {"acts": [ACT], "next": 1},
        f"{PEOPLE}/acts/verify": {"checked": 1, "head": {}, "flaw": None},
        f"{PEOPLE}/audit/verify": {"asks": 7, "events": 30, "broken": 0, "flaws": [], "next": None},
        f"{PEOPLE}/usage": {"days": days, "projects": [{"name": "shop", **COUNTS}]},
        f"{PEOPLE}/limits": {
            "own": LIMITS,
            "ceiling": {"pending": 1000, "retention_days": 365},
            "holds": {"pending": 100, "retention_days": 365},
        },
    }


def paces() -> dict[str, Any]:
    """What the page of statistics asks for."""
    pace = {"asked": 1200, "answered": 2, "median_s": 42, "late_s": 5400, "blocked_minutes": 2160}
    return {
        "/api/v1/stats": {
            **pace,
            "since": "2026-11-01",
            "pending": 1,
            "days": [{"day": f"2026-11-{day:02}", **pace} for day in range(1, 8)],
            "projects": [{"name": "shop", **pace}],
            "agents": [{"name": "codex", **pace}],
            "times": [{"up_to_s": 60, "count": 3}, {"up_to_s": None, "count": 1}],
        }
    }


def contact(name: str, channel: str, shown: str, *, answers: bool) -> dict[str, Any]:
    return {"id": name, "channel": channel, "shown": shown, "answers": answers}


def own() -> dict[str, Any]:
    """What is Ada's own."""
    return {
        f"{PEOPLE}/passkeys": [{"id": "k1", "name": "laptop", "made_at": JOINED, "used_at": None}],
        f"{PEOPLE}/contacts": {
            "contacts": [
                contact("c1", "mail", "ada@example.org", answers=False),
                contact("c2", "push", "ntfy.example.org", answers=True),
            ]
        },
        f"{PEOPLE}/away": {"away": None},
        f"{PEOPLE}/addressees": {"addressees": ADDRESSEES},
    }


class AdminBench:
    """In the place of a hub; where a reply is missing it has no such route."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.told = told

    async def stand(self, page: Page) -> None:
        await page.route("**/*", self._serve)

    async def _serve(self, route: Route) -> None:
        path = urlsplit(route.request.url).path
        name = path.rpartition("/")[2]
        policy = {"Content-Security-Policy": POLICY}
        shell = SHELLS.get(path.split("/")[1])
        if shell and path not in self.told:
            page = Template((SHELL / shell).read_text()).substitute(oidc=OIDC, told="")
            await route.fulfill(body=page, content_type="text/html", headers=policy)
        elif name in {"page.css", "favicon.svg"}:
            await route.fulfill(path=SHELL / name)
        elif path.startswith("/static/"):
            await route.fulfill(path=STATIC / name, content_type="text/javascript")
        else:
            await self._reply(route, path)

    async def _reply(self, route: Route, path: str) -> None:
        if path in self.told:
            await route.fulfill(json=self.told[path])
        else:
            await route.fulfill(status=404, json={"code": "not_found", "detail": "Not here."})

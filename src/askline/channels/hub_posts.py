"""Tells the people of a hub by a POST: to a webhook, to Slack, to ntfy. Where it may go is not decided
here, see `reaching`.

What an agent wrote is plain text everywhere: neither Slack nor ntfy is let read markup in it.
"""

import json
from base64 import b64decode
from dataclasses import dataclass, field
from urllib.parse import urlsplit, urlunsplit

from askline.alerts.model import Notice, Reason
from askline.channels.reaching import Post
from askline.channels.webhook import MARK, signed
from askline.core.clock import Clock
from askline.core.speaking import t

HEADERS = {"Content-Type": "application/json", "User-Agent": "askline"}
LONGEST_TEXT = 2_900
"""A block of Slack takes 3,000 letters."""
LONGEST_BUTTON = 75
HIGH, USUAL = 4, 3
"""How loud ntfy is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedPost:
    """As Standard Webhooks has it, with the contact's own secret."""

    where: str = field(repr=False)
    secret: str = field(repr=False)
    post: Post
    clock: Clock

    async def tell(self, notice: Notice) -> None:
        key = b64decode(self.secret.removeprefix(MARK.decode()))
        headers, body = signed(notice, key, self.clock.now())
        await self.post(self.where, headers, body)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slack:
    """An incoming webhook. Its buttons open the page that shows what they would decide."""

    where: str = field(repr=False)
    post: Post

    async def tell(self, notice: Notice) -> None:
        await self.post(self.where, HEADERS, json.dumps(slack_shape(notice)).encode())


@dataclass(frozen=True, slots=True, kw_only=True)
class Ntfy:
    where: str = field(repr=False)
    post: Post

    async def tell(self, notice: Notice) -> None:
        parts = urlsplit(self.where)
        said = ntfy_shape(notice, topic=parts.path.removeprefix("/"))
        # What is told as JSON goes to the server itself; the topic stands within.
        server = urlunsplit(parts._replace(path="/"))
        await self.post(server, HEADERS, json.dumps(said).encode())


def slack_shape(notice: Notice) -> dict[str, object]:
    opened = [(t("Open"), notice.url), *((each.label, each.url) for each in notice.actions)]
    buttons = [
        {
            "type": "button",
            "text": _plain(label, LONGEST_BUTTON),
            "url": url,
        }
        for label, url in opened
        if url
    ]
    words = _plain(f"{notice.title}\n{notice.body}", LONGEST_TEXT)
    actions = [{"type": "actions", "elements": buttons}] if buttons else []
    return {
        # What a lock screen shows, where blocks are not drawn.
        "text": _escaped(notice.title),
        "mrkdwn": False,
        "blocks": [{"type": "section", "text": words}, *actions],
    }


def ntfy_shape(notice: Notice, *, topic: str) -> dict[str, object]:
    views = [
        {"action": "view", "label": each.label, "url": each.url, "clear": True}
        for each in notice.actions
    ]
    urgent = notice.reason in (Reason.ENDING, Reason.ESCALATED)
    said: dict[str, object] = {
        "topic": topic,
        "title": notice.title,
        "message": notice.body,
        "priority": HIGH if urgent else USUAL,
        "markdown": False,
    }
    return (
        said | ({"click": notice.url} if notice.url else {}) | ({"actions": views} if views else {})
    )


def _plain(said: str, longest: int) -> dict[str, object]:
    return {"type": "plain_text", "text": _escaped(said[:longest]), "emoji": False}


def _escaped(said: str) -> str:
    """The three signs of which Slack makes links and calls of everybody."""
    return said.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

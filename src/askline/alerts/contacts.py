"""Where somebody of a hub wants to be told: a mail address, a channel of Slack, a webhook, a phone.

A contact belongs to a person, or to a team. Where it leads is as good as a secret: whoever knows it can
speak there, so it is never shown whole again, but for a mail address. Whether what is named may be spoken
to at all is decided when it is, see `channels/reaching`.
"""

import re
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from urllib.parse import urlsplit

from askline.core.errors import FieldProblem, InvalidArguments

MOST_EACH = 10
LONGEST_PLACE = 2_000
LONGEST_MAIL = 254
TEAM = "team:"
MAIL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
PLAIN = re.compile(r"[!-~]+")
"""Letters that can be seen, of ASCII: an address has no others, and no header ends in them."""
TOPIC = re.compile(r"/[A-Za-z0-9_-]{1,64}")


class Way(StrEnum):
    MAIL = "mail"
    SLACK = "slack"
    WEBHOOK = "webhook"
    PUSH = "push"
    """A topic of ntfy, at any server that speaks as it does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    id: str
    tenant: str
    owner: str
    """An address: a person's id, or `team:` and a name."""
    channel: Way
    where: str = field(repr=False)
    secret: str = field(default="", repr=False)
    """What its notices are signed with, where the receiver can check that."""
    answers: bool = False
    """Whether links that decide may go there."""
    made_at: datetime

    @property
    def shown(self) -> str:
        """So that its owner knows it again."""
        if self.channel is Way.MAIL:
            return self.where
        return urlsplit(self.where).hostname or ""


def team_of(owner: str) -> str | None:
    return owner.removeprefix(TEAM) if owner.startswith(TEAM) else None


def must_lead(way: Way, where: str) -> str:
    """Raises: InvalidArguments, for what can be no such place."""
    sound = _is_mail(where) if way is Way.MAIL else _is_place(way, where)
    if not sound:
        expected = EXPECTED[way]
        raise InvalidArguments(
            f"That is no place to be told by {way}.",
            hint=f"Give {expected}.",
            # Not repeated: it may be a secret with one letter too many.
            fields=[FieldProblem("where", expected, "something else")],
        )
    return where


EXPECTED = {
    Way.MAIL: "one mail address like ana@team.example",
    Way.SLACK: "the https address of an incoming webhook",
    Way.WEBHOOK: "an http or https address without a user's name",
    Way.PUSH: "an address of ntfy with its topic, like https://ntfy.example/topic",
}


def _is_mail(where: str) -> bool:
    return len(where) <= LONGEST_MAIL and MAIL.fullmatch(where) is not None


def _is_place(way: Way, where: str) -> bool:
    if len(where) > LONGEST_PLACE or not PLAIN.fullmatch(where):
        return False
    try:
        parts = urlsplit(where)
        port = parts.port
    except ValueError:
        return False
    named = bool(parts.hostname) and parts.scheme in ("https", "http") and port != 0
    bare = "@" not in parts.netloc and not parts.fragment and "\\" not in where
    return named and bare and (way is not Way.PUSH or TOPIC.fullmatch(parts.path) is not None)

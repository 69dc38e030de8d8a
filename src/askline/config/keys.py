"""Every setting there is: the one table from which loader, editor's schema and reference come.

A key says what it takes, what it is when nobody sets it, and who besides the user may set it. It
does not say what the setting does: that is the room's that reads it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

ANY_NAME: Final = "<name>"


class Kind(StrEnum):
    TEXT = "text"
    CHOICE = "choice"
    FLAG = "flag"
    PORT = "port"
    COUNT = "count"
    SECONDS = "seconds"
    PATHS = "paths"
    ORIGINS = "origins"
    NAMES = "names"
    TEXTS = "texts"
    ADDRESSES = "addresses"
    ADDRESS = "address"
    ORIGIN = "origin"
    HOURS = "hours"


TAKES: Final = {
    Kind.TEXT: "a text",
    Kind.FLAG: "true or false",
    Kind.PORT: "a whole number from 0 to 65535",
    Kind.COUNT: "a whole number from 1 on",
    Kind.SECONDS: 'seconds or a text like "30m"',
    Kind.PATHS: "a list of paths",
    Kind.ORIGINS: 'a list of origins like "https://chat.example:8443"',
    Kind.NAMES: "a list of names or paths",
    Kind.TEXTS: "a list of texts",
    Kind.ADDRESSES: 'a list of addresses like "ntfy://ntfy.sh/topic"',
    Kind.ADDRESS: "an http or https address",
    Kind.ORIGIN: 'an origin like "https://me.example"',
    Kind.HOURS: 'two different times like "22:00-07:00"',
}

LISTS: Final = frozenset({Kind.PATHS, Kind.ORIGINS, Kind.NAMES, Kind.TEXTS, Kind.ADDRESSES})


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    name: str
    kind: Kind
    about: str
    default: Any = None
    choices: tuple[str, ...] = ()
    unset: str | None = None
    """The word that says the same as leaving the key out, where its default is nothing."""
    project: bool = False
    """Whether a project's own file may set it,"""
    within: tuple[float, float] | None = None
    """and from what to what, where it may not be all that the user may set."""
    only_off: bool = False
    """Whether a project may turn it off alone: what the user has turned off stays so."""
    environment: str | None = None
    secret: bool = False
    """Whether its value is shown only to who asks for just that."""
    decides: bool = False
    """Whether it says who decides over approvals: on the command line only a person sets it."""

    @property
    def takes(self) -> str:
        """What may be written, for people."""
        if self.kind is Kind.CHOICE:
            return ", ".join(f'"{choice}"' for choice in self.choices)
        return TAKES[self.kind] + (f' or "{self.unset}"' if self.unset else "")


PROFILES: Final = (
    *("askline", "auq", "swissarmyhammer", "codenomad", "promptmanager", "feedback", "permission"),
    "ahma",
)

KEYS: Final = (
    Key(
        name="profile",
        kind=Kind.CHOICE,
        default="askline",
        choices=PROFILES,
        project=True,
        about="Which tools an agent is shown.",
    ),
    Key(
        name="wait.cap_s",
        kind=Kind.SECONDS,
        unset="auto",
        environment="ASKLINE_WAIT_CAP_S",
        about="How long one call of an agent waits before it returns `pending`; 0 waits without cap, auto is what the client bears.",
    ),
    Key(
        name="wait.first",
        kind=Kind.CHOICE,
        default="form",
        choices=("form", "inbox"),
        about="Whether a client that can draw a form shows the question itself, or leaves it to the inbox.",
    ),
    Key(
        name=f"wait.clients.{ANY_NAME}.cap_s",
        kind=Kind.SECONDS,
        about="The same cap for one client, by the name it gives itself.",
    ),
    Key(
        name="mcp.era",
        kind=Kind.CHOICE,
        default="auto",
        choices=("auto", "handshake", "modern"),
        about="Which era of the protocol clients on stdio are served in; auto chooses by client.",
    ),
    Key(
        name="question_ask.registration",
        kind=Kind.CHOICE,
        default="auto",
        choices=("auto", "always", "elicitation-only"),
        about="Who is shown `question_ask`: clients that can draw a form, or everybody; and whether a question of any other client goes to the inbox (auto, always) or is refused.",
    ),
    Key(
        name="auq.timeout",
        kind=Kind.SECONDS,
        unset="never",
        about="How long questions of the profile `auq` wait before they time out.",
    ),
    Key(
        name="promptmanager.timeout",
        kind=Kind.SECONDS,
        default=300.0,
        project=True,
        within=(30, 900),
        about="How long a question of the profile `promptmanager` waits before it times out; in a project from 30 to 900 seconds.",
    ),
    Key(
        name="promptmanager.enabled",
        kind=Kind.FLAG,
        default=True,
        project=True,
        only_off=True,
        about="Whether the profile `promptmanager` lists its tool, and hosts may use its endpoints; a project can only turn it off.",
    ),
    Key(
        name="asks.detach_grace",
        kind=Kind.SECONDS,
        unset="never",
        about="How long an ask stays pending after its agent has gone, before it is given up.",
    ),
    Key(
        name="service.idle_exit",
        kind=Kind.SECONDS,
        default=1800.0,
        unset="never",
        about="How long the service stays when nobody needs it.",
    ),
    Key(
        name="web.enabled",
        kind=Kind.FLAG,
        default=True,
        about="Whether the inbox can be opened in a browser on this machine.",
    ),
    Key(
        name="web.port",
        kind=Kind.PORT,
        default=0,
        about="The port of the inbox in the browser; 0 takes a free one and keeps it.",
    ),
    Key(
        name="web.embed_origins",
        kind=Kind.ORIGINS,
        default=(),
        about="The origins of host applications whose pages may show the card; nobody else's page may.",
    ),
    Key(
        name="memory.journal",
        kind=Kind.CHOICE,
        default="auto",
        choices=("auto", "on", "off", "redacted"),
        project=True,
        about="Whether settled asks are written to the project's journal.",
    ),
    Key(
        name="memory.redact",
        kind=Kind.TEXTS,
        default=(),
        project=True,
        about="What is left out of the journal's files beside well-known secrets: texts, with `*` at either end for what is attached there. A project adds to yours.",
    ),
    Key(
        name="memory.recall",
        kind=Kind.FLAG,
        default=True,
        about="Whether your own earlier answers are offered when the same is asked again.",
    ),
    Key(
        name="tools.paths",
        kind=Kind.PATHS,
        default=(),
        project=True,
        about="More directories with declared commands, beside `.askline/tools`; in a project only directories inside it.",
    ),
    Key(
        name="tools.inline_s",
        kind=Kind.SECONDS,
        default=5.0,
        about="How long the call of a command in the background waits for its end, at most 9 seconds, before it returns an operation; 0 returns it at once.",
    ),
    Key(
        name="tools.at_once",
        kind=Kind.COUNT,
        default=16,
        about="How many operations run at once; the others wait for room.",
    ),
    Key(
        name="tools.keep_days",
        kind=Kind.COUNT,
        default=7,
        about="How many days an ended operation and what it wrote are kept.",
    ),
    Key(
        name="tools.keep_mb",
        kind=Kind.COUNT,
        default=1024,
        about="How many megabytes of what operations wrote are kept; the oldest go first.",
    ),
    Key(
        name="hub.url",
        kind=Kind.TEXT,
        unset="none",
        environment="ASKLINE_HUB",
        decides=True,
        about="The address of the hub that decides the asks of this machine; `askline hub join` sets it.",
    ),
    Key(
        name="hub.approvals",
        kind=Kind.CHOICE,
        default="home",
        choices=("home", "hub"),
        decides=True,
        about="Who decides whether a command may run here: you at home, or the people of the hub that was joined.",
    ),
    Key(
        name="language",
        kind=Kind.TEXT,
        unset="auto",
        about="The language of the terminal inbox, the command line and notices; auto is the system's.",
    ),
    Key(
        name="tui.theme",
        kind=Kind.CHOICE,
        default="auto",
        choices=("auto", "dark", "light", "contrast", "terminal"),
        about="The colours of the terminal inbox; auto is light or dark as the terminal says, terminal its own sixteen.",
    ),
    Key(
        name="log.level",
        kind=Kind.CHOICE,
        default="info",
        choices=("debug", "info", "warning", "error"),
        environment="ASKLINE_LOG",
        about="How much the service writes to its log; never what was asked or answered.",
    ),
    Key(
        name="approvals.ask",
        kind=Kind.TEXTS,
        decides=True,
        default=(),
        about="Commands that run only after a person's approval, whatever is declared: names of tools, commands or programs, with `*` for anything.",
    ),
    Key(
        name="approvals.deny",
        kind=Kind.TEXTS,
        decides=True,
        default=(),
        about="Commands that never run, whatever is declared or approved, named in the same way.",
    ),
    Key(
        name="alerts.enabled",
        kind=Kind.FLAG,
        default=True,
        about="Whether anybody is told of asks outside the inbox.",
    ),
    Key(
        name="alerts.delay",
        kind=Kind.SECONDS,
        default=5.0,
        about="How long an ask waits unseen before it is told of.",
    ),
    Key(
        name="alerts.gap",
        kind=Kind.SECONDS,
        default=30.0,
        about="The least time between two notices; what comes meanwhile goes into the next.",
    ),
    Key(
        name="alerts.remind",
        kind=Kind.SECONDS,
        default=60.0,
        about="How long before its deadline an ask is told of once again; 0 never.",
    ),
    Key(
        name="alerts.quiet",
        kind=Kind.HOURS,
        unset="none",
        about="Hours in which nothing is told, in local time; what still waits comes when they end.",
    ),
    Key(
        name="alerts.muted",
        kind=Kind.NAMES,
        default=(),
        about="Projects whose asks are not told of.",
    ),
    Key(
        name="alerts.show",
        kind=Kind.CHOICE,
        default="title",
        choices=("title", "question"),
        about="How much of an ask a notice says; of a sensitive one never anything.",
    ),
    Key(
        name="alerts.desktop",
        kind=Kind.FLAG,
        default=True,
        about="Whether the desktop shows notices, where there is one and `askline[desktop]` is installed.",
    ),
    Key(
        name="alerts.push",
        kind=Kind.ADDRESSES,
        default=(),
        secret=True,
        about="Places that Apprise knows (phones, mail, chats), told by `askline[push]`.",
    ),
    Key(
        name="alerts.webhook",
        kind=Kind.ADDRESS,
        unset="none",
        secret=True,
        about="Where every notice is posted as JSON.",
    ),
    Key(
        name="alerts.webhook_secret_file",
        kind=Kind.TEXT,
        unset="none",
        about="A file that only you can read, with the secret that signs what is posted.",
    ),
    Key(
        name="alerts.link_base",
        kind=Kind.ORIGIN,
        unset="none",
        about="The address under which your phone reaches this machine; without it no link that decides leaves the machine.",
    ),
)


def find(name: str) -> Key | None:
    """The key of this name; a client's own key has one too."""
    return next((key for key in KEYS if _fits(key.name, name)), None)


def sections() -> Iterator[str]:
    """The names of the tables that hold keys."""
    yield from sorted(
        {
            ".".join(parts[:depth])
            for parts in (key.name.split(".") for key in KEYS)
            for depth in range(1, len(parts))
        }
    )


def _fits(pattern: str, name: str) -> bool:
    before, any_name, after = pattern.partition(ANY_NAME)
    if not any_name:
        return pattern == name
    middle = len(name) - len(before) - len(after)
    return middle > 0 and name.startswith(before) and name.endswith(after)

"""Every setting there is: the one table from which loader, editor's schema and reference come.

A key says what it takes, what it is when nobody sets it, and who besides the user may set it. It
does not say what the setting does: that is the room's that reads it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

ANY_NAME: Final = "<name>"
FREE: Final = ".*"


class Kind(StrEnum):
    TEXT = "text"
    CHOICE = "choice"
    FLAG = "flag"
    PORT = "port"
    SECONDS = "seconds"
    PATHS = "paths"
    TABLE = "table"


TAKES: Final = {
    Kind.TEXT: "a text",
    Kind.FLAG: "true or false",
    Kind.PORT: "a whole number from 0 to 65535",
    Kind.SECONDS: 'seconds or a text like "30m"',
    Kind.PATHS: "a list of paths",
    Kind.TABLE: "a table",
}


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
    """Whether a project's own file may set it."""
    environment: str | None = None

    @property
    def takes(self) -> str:
        """What may be written, for people."""
        if self.kind is Kind.CHOICE:
            return ", ".join(f'"{choice}"' for choice in self.choices)
        return TAKES[self.kind] + (f' or "{self.unset}"' if self.unset else "")


PROFILES: Final = (
    *("askline", "auq", "swissarmyhammer", "codenomad", "promptmanager", "feedback"),
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
        about="How long a question of the profile `promptmanager` waits before it times out.",
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
        name="memory.journal",
        kind=Kind.CHOICE,
        default="auto",
        choices=("auto", "on", "off", "redacted"),
        project=True,
        about="Whether settled asks are written to the project's journal.",
    ),
    Key(
        name="tools.paths",
        kind=Kind.PATHS,
        default=(),
        project=True,
        about="More directories with declared commands, beside `.askline/tools`.",
    ),
    Key(
        name="hub.url",
        kind=Kind.TEXT,
        unset="none",
        environment="ASKLINE_HUB",
        about="The address of a hub that keeps the asks in place of this machine.",
    ),
    Key(
        name="language",
        kind=Kind.TEXT,
        unset="auto",
        about="The language of the inbox; auto is the system's.",
    ),
    Key(
        name="log.level",
        kind=Kind.CHOICE,
        default="info",
        choices=("debug", "info", "warning", "error"),
        environment="ASKLINE_LOG",
        about="How much the service writes to its log; never what was asked or answered.",
    ),
    Key(name="approvals.*", kind=Kind.TABLE, about="Rules for approvals of commands."),
    Key(
        name="alerts.*", kind=Kind.TABLE, about="Who is told of an ask, when and by which channel."
    ),
)


def find(name: str) -> Key | None:
    """The key of this name; a client's own key and whatever lies in a free table have one too."""
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
    if pattern.endswith(FREE):
        return name.startswith(pattern.removesuffix("*"))
    before, any_name, after = pattern.partition(ANY_NAME)
    if not any_name:
        return pattern == name
    middle = len(name) - len(before) - len(after)
    return middle > 0 and name.startswith(before) and name.endswith(after)

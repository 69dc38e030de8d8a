"""Which way a call puts its ask to the human. Pure: facts in, a way out.

The client's own form comes first, because the human is looking there; the inbox has every ask in any
case. A question of a blocking call is never answered by a task: clients hand a task's result to the
model as something that no human said.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, cast

from mcp_types import ElicitationCapability

from askline.asks.forms import Revision

ENTRYPOINT = "CLAUDE_CODE_ENTRYPOINT"
CODEX_TURN = "x-codex-turn-metadata"

WANT_EVERY_TEXT = ("codex-mcp-client",)
"""How the names begin of the clients whose form cannot be sent while its last text is empty."""


class Way(Enum):
    AT_ONCE = auto()
    """Say that it is pending; the agent goes on meanwhile."""
    HOLD = auto()
    """Wait for the inbox."""
    FORM = auto()
    """The client draws the questions, and whoever answers first counts."""
    LINK = auto()
    """The client sends the human to the inbox."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """All that the choice depends on."""

    blocking: bool = True
    revision: Revision | None = None
    """None where forms did not exist yet."""
    form: bool = False
    """Whether the client draws forms,"""
    link: bool = False
    """and whether it opens addresses for us."""
    reachable: bool = True
    """Whether the client can be asked something, on this connection."""
    headless: bool = False
    sensitive: bool = False
    address: bool = False
    """Whether there is a place in a browser to send the human to."""
    first: str = "form"


def way_of(facts: Facts) -> Way:
    if not facts.blocking:
        return Way.AT_ONCE
    if facts.first == "inbox" or facts.headless or not facts.reachable or facts.revision is None:
        return Way.HOLD
    # The protocol forbids to ask for secrets in a form.
    if facts.form and not facts.sensitive:
        return Way.FORM
    opens = facts.link and facts.revision >= Revision.NOVEMBER_2025
    return Way.LINK if opens and facts.address else Way.HOLD


def is_headless(labels: Mapping[str, str], meta: Mapping[str, Any]) -> bool:
    """Whether the client is known to run without a person: whatever it says to a form is its own."""
    return labels.get(ENTRYPOINT) == "sdk-cli" or _trigger(meta.get(CODEX_TURN)) == "exec"


def _trigger(turn: object) -> object:
    """What began the turn of a Codex conversation: a user, or `codex exec`."""
    if not isinstance(turn, Mapping):
        return None
    return cast("Mapping[str, object]", turn).get("turn_trigger")


def takes_empty_texts(client: str) -> bool:
    return not client.startswith(WANT_EVERY_TEXT)


def draws_forms(declared: ElicitationCapability | None) -> bool:
    """Nothing said in particular means forms, as it did when there was nothing else."""
    return declared is not None and (declared.form is not None or declared.url is None)

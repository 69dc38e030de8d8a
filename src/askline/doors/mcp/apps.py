"""The card inside an agent's own client: MCP Apps, the extension `io.modelcontextprotocol/ui`.

Here is what hosts must know: where the page lies, which tool it belongs to, and which tools are the
page's own. A host keeps those from its model, but only the host does; so each call of one is refused
unless the client declares the extension and its line was told `--apps`. What the tools do is in
`contracts.askline_app`. The page itself is built in `web` and comes through `Means.card`.
"""

from typing import Any, Final

from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, ReadResourceResult, TextResourceContents

from askline.core.errors import NotAllowed
from askline.doors.mcp.audiences import Audience
from askline.doors.mcp.visits import Visit

EXTENSION = "io.modelcontextprotocol/ui"
CARD = "ui://askline/card.html"
PAGE = "text/html;profile=mcp-app"

SHOWS_CARD: Final[dict[str, Any]] = {"resourceUri": CARD}
"""For the tool whose calls the card shows."""
OF_THE_CARD: Final[dict[str, Any]] = {"resourceUri": CARD, "visibility": ["app"]}
"""For the tools that the card calls."""


def to_cards(audience: Audience) -> bool:
    return audience.apps


def must_be_a_card(visit: Visit) -> None:
    """Raises: NotAllowed, where no card can be at the other end."""
    if not visit.caller.apps:
        raise NotAllowed(
            "This line shows no cards.", hint="It must be started as `askline mcp --apps`."
        )
    if EXTENSION not in (visit.capabilities.extensions or {}):
        raise NotAllowed(
            f"Only the card may do this, in a client that declares {EXTENSION}.",
            hint="Leave the ask to the human: it is in the inbox, and `ask_await` waits for it.",
        )


def page(visit: Visit) -> ReadResourceResult:
    """The card as one file. It needs no network and no permission, and hosts grant none."""
    html = visit.means.card() if visit.caller.apps else None
    if html is None:
        raise MCPError(INVALID_PARAMS, "There is no such resource.", {"uri": CARD})
    # The host draws the border: its page and the card may disagree about the background.
    meta = {"ui": {"prefersBorder": True}}
    contents = TextResourceContents(uri=CARD, mime_type=PAGE, text=html, _meta=meta)
    return ReadResourceResult(contents=[contents])

"""Tells by whatever Apprise knows: ntfy, mail, chats, phones. One address is one place.

Apprise is an extra and slow to import, so it is loaded with the first notice. ntfy draws buttons;
elsewhere the same addresses stand below the text. Each only shows what it would decide. The place's
own address may hold a secret and is never named.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlsplit

import anyio.to_thread

from askline.alerts.model import Action, Notice, Reason
from askline.alerts.ports import ChannelFailed

BUTTONS = frozenset({"ntfy", "ntfys"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Push:
    url: str = field(repr=False)

    async def tell(self, notice: Notice) -> None:
        await anyio.to_thread.run_sync(self._tell, notice, abandon_on_cancel=True)

    def _tell(self, notice: Notice) -> None:
        kit = _loaded()
        teller = kit.Apprise()
        if not teller.add(addressed(self.url, notice)):
            raise ChannelFailed("Apprise does not know this kind of address.")
        urgent = "warning" if notice.reason is Reason.ENDING else "info"
        body = worded(self.url, notice)
        # Said to be text, so that no place reads markup in what an agent wrote.
        if not teller.notify(body, notice.title, urgent, body_format=kit.NotifyFormat.TEXT):
            raise ChannelFailed("The receiver did not take it.")


def addressed(url: str, notice: Notice) -> str:
    """The address, for ntfy with what a tap and each button opens."""
    if not _draws_buttons(url):
        return url
    said = {"click": notice.url, "actions": _buttons(notice.actions)}
    also = "&".join(f"{name}={quote(value, safe='')}" for name, value in said.items() if value)
    return f"{url}{'&' if urlsplit(url).query else '?'}{also}" if also else url


def worded(url: str, notice: Notice) -> str:
    """The text, with the addresses of the buttons where none are drawn."""
    actions = () if _draws_buttons(url) else notice.actions
    return "\n".join([notice.body, *(f"{action.label}: {action.url}" for action in actions)])


def _draws_buttons(url: str) -> bool:
    return urlsplit(url).scheme in BUTTONS


def _buttons(actions: Sequence[Action]) -> str:
    """As JSON, because it goes out in a header, which has no letters but ASCII."""
    views = [{"action": "view", "label": action.label, "url": action.url} for action in actions]
    # Apprise reads its address twice, and would find an escape in a label that has none.
    return json.dumps(views).replace("%", r"\u0025") if views else ""


def _loaded() -> Any:
    try:
        import apprise  # noqa: PLC0415 - an extra, and slow
    except ImportError as error:
        raise ChannelFailed("Install askline[push] to tell by push.") from error
    return apprise

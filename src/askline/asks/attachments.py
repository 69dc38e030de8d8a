"""Files that humans add to their answers: kept by content hash, capped in size.

The bytes lie on a shelf; an answer carries only their name, type, size and hash. Who may read one
is decided by the ask that it belongs to.
"""

from askline.asks.answers import Attachment
from askline.asks.limits import Limits
from askline.asks.model import Ask
from askline.asks.ports import Shelf
from askline.asks.rights import must_settle
from askline.core.errors import NotFound, TooLarge
from askline.core.people import Actor
from askline.core.text import clean


class Attachments:
    def __init__(self, shelf: Shelf, *, limits: Limits) -> None:
        self._shelf = shelf
        self._limits = limits

    async def keep(
        self, actor: Actor, ask: Ask, *, name: str, media_type: str, content: bytes
    ) -> Attachment:
        must_settle(actor, ask)
        if len(content) > self._limits.attachment_bytes:
            raise TooLarge(
                f"{clean(name, multiline=False)} has {len(content)} bytes.",
                hint=f"An attachment may have {self._limits.attachment_bytes}; give a smaller one.",
            )
        return Attachment(
            sha256=await self._shelf.put(content),
            name=clean(name, multiline=False),
            media_type=clean(media_type, multiline=False),
            size=len(content),
        )

    async def take(self, ask: Ask, sha256: str) -> bytes:
        """The bytes of a file that stands in one of this ask's answers."""
        known = sha256 in _hashes(ask)
        content = await self._shelf.take(sha256) if known else None
        if content is None:
            raise NotFound(
                f"Ask {ask.short_id} has no attachment {sha256[:12]}.",
                hint="Read the ask: its answers name their attachments.",
            )
        return content


def _hashes(ask: Ask) -> set[str]:
    answers = [*(ask.outcome.answers if ask.outcome else ())]
    for amendment in ask.amendments:
        answers.extend(amendment.answers)
    return {attachment.sha256 for answer in answers for attachment in answer.attachments}

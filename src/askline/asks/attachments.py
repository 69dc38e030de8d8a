"""Files that humans add to their answers: kept by content hash, capped in size.

The bytes lie on a shelf; an answer carries only their name, type, size and hash. A file is put down
before the answer that names it, by anybody who may answer at all; and it is named by who put it down, or
in an ask that names it already. It is read through an ask: who may see one whose answers or corrections
name the file may read it, and who put it down by a draft of their own.
"""

import re

from askline.asks import rights, searching
from askline.asks.answers import Attachment
from askline.asks.limits import Limits
from askline.asks.model import Ask
from askline.asks.ports import Shelf
from askline.asks.reading import Reading
from askline.asks.searching import Wanted, files_of
from askline.core.errors import NotAllowed, NotFound, StoreUnavailable, TooLarge
from askline.core.people import Actor, Right
from askline.core.text import clean

LONGEST_NAME = 200
MEDIA_TYPE = re.compile(r"[a-z0-9][a-z0-9!#$&^_.+-]{0,60}/[a-z0-9][a-z0-9!#$&^_.+-]{0,60}")
UNKNOWN_TYPE = "application/octet-stream"


def named(name: str, media_type: str, sha256: str, size: int) -> Attachment:
    """An attachment as it can be kept and shown: what a stranger calls it is only text."""
    bare = media_type.partition(";")[0].strip().lower()
    return Attachment(
        sha256=sha256,
        name=clean(name, multiline=False)[:LONGEST_NAME] or "file",
        media_type=bare if MEDIA_TYPE.fullmatch(bare) else UNKNOWN_TYPE,
        size=size,
    )


class Attachments:
    def __init__(self, shelf: Shelf | None, reading: Reading, *, limits: Limits) -> None:
        """Without a shelf nothing can be added."""
        self._shelf = shelf
        self._reading = reading
        self.largest = limits.attachment_bytes

    async def keep(self, actor: Actor, *, name: str, media_type: str, content: bytes) -> Attachment:
        if not actor.may(Right.ANSWER):
            raise NotAllowed(
                f"{actor.name} may not add files.",
                hint="Only who may answer adds files to answers.",
            )
        if len(content) > self.largest:
            raise self.too_large(name)
        if self._shelf is None:
            raise StoreUnavailable(
                "There is no place for files here.", hint="Answer without them, in words."
            )
        sha256 = await self._shelf.put(actor.tenant, content, by=rights.drafter(actor))
        return named(name, media_type, sha256, len(content))

    def too_large(self, name: str) -> TooLarge:
        return TooLarge(
            f"{clean(name, multiline=False)[:LONGEST_NAME]} has more than {self.largest} bytes.",
            hint="Give a smaller file, or say where it lies.",
        )

    async def find(self, actor: Actor, sha256: str) -> tuple[Attachment, bytes]:
        """A file by its hash, through whichever ask the actor may see that names it."""
        named_in = await searching.newest(self._reading, actor, Wanted(file=sha256), limit=1)
        if named_in:
            return await self.take(actor, named_in[0], sha256)
        # Drafts are not searched for by the store; only what is pending has any that matter.
        everything = searching.EVERYTHING
        for ask in await searching.pending(self._reading, actor, Wanted(), limit=everything):
            if await self._drafted(actor, ask, sha256):
                return await self.take(actor, ask, sha256)
        raise _no_file(sha256)

    async def take(self, actor: Actor, ask: Ask, sha256: str) -> tuple[Attachment, bytes]:
        """A file that an answer of this ask names, or a draft."""
        file = files_of(ask).get(sha256) or await self._drafted(actor, ask, sha256)
        content = await self._shelf.take(ask.tenant, sha256) if file and self._shelf else None
        if file is None or content is None:
            raise _no_file(sha256)
        return file, content

    async def _drafted(self, actor: Actor, ask: Ask, sha256: str) -> Attachment | None:
        """A draft may name anything; what was put down by others it does not open."""
        drafts = await self._reading.drafts(actor, ask.id)
        given = [answer for draft in drafts for answer in draft.answers.values()]
        files = {file.sha256: file for answer in given for file in answer.attachments}
        if sha256 not in files or self._shelf is None:
            return None
        own = await self._shelf.size(ask.tenant, sha256, by=rights.drafter(actor))
        return None if own is None else files[sha256]


def _no_file(sha256: str) -> NotFound:
    return NotFound(
        f"There is no attachment {clean(sha256, multiline=False)[:12]}.",
        hint="Read the ask: its answers name their attachments.",
    )

"""Files of an answer: as content of a result as long as there is room, and each at an address for good.

Pictures come as pictures, text as text, the rest as bytes. A picture is what its first bytes say: a
model's API refuses a whole turn over a wrong type. What a result has no room for it links to; only who
may read the ask reads its files.
"""

import re
from base64 import b64encode
from collections.abc import Sequence
from typing import Any, cast
from urllib.parse import quote

from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    BlobResourceContents,
    CallToolResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    ReadResourceResult,
    ResourceLink,
    ResourceTemplate,
    TextContent,
    TextResourceContents,
)

from askline.asks.answers import Attachment
from askline.asks.model import Ask
from askline.asks.searching import files_of
from askline.asks.spelling import Json
from askline.core.errors import AsklineError, NotFound, TooLarge
from askline.doors.mcp.problems import told_as_protocol
from askline.doors.mcp.visits import Reply, Visit

ROOM = 5 * 1024 * 1024
"""Bytes of all files of one result."""
LARGEST = 8 * 1024 * 1024
"""Bytes of one file at its address: a message must hold it, spelled with a third more."""

ASKS, FILES = "askline://asks/", "files"
STARTS = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
}
WEBP = (b"RIFF", b"WEBP")
UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")
"""JSON spells each with six characters, so that a message might grow past all limits."""

TEMPLATE = ResourceTemplate(
    name="ask-file",
    title="A file of an answer",
    uri_template=f"{ASKS}{{id}}/{FILES}/{{sha256}}/{{name}}",
    description="A file that the human added to an answer, whole. Results name the addresses.",
)


async def with_files(visit: Visit, reply: Reply, asks: Sequence[Ask]) -> Reply:
    """The result of these asks, with the files that their answers name."""
    if not isinstance(reply, CallToolResult):
        return reply
    blocks = await file_blocks(visit, asks)
    return reply.model_copy(update={"content": [*reply.content, *blocks]}) if blocks else reply


async def file_blocks(visit: Visit, asks: Sequence[Ask]) -> list[ContentBlock]:
    named = {file.sha256: (ask, file) for ask in asks for file in files_of(ask).values()}
    blocks: list[ContentBlock] = []
    room = ROOM
    for ask, file in named.values():
        if file.size > room:
            blocks += _linked(visit, ask, file, "there is no room for it in this result")
            continue
        try:
            _, content = await visit.desk.attachments.take(visit.actor, ask, file.sha256)
        except AsklineError:
            blocks += _linked(visit, ask, file, "it could not be read")
            continue
        room -= file.size
        blocks.append(_block(address_of(ask, file.sha256, file.name), file, content))
    return blocks


def file_links(visit: Visit, asks: Sequence[Ask]) -> list[ContentBlock]:
    """Where the files of these asks are, for a result that is another's."""
    named = {file.sha256: (ask, file) for ask in asks for file in files_of(ask).values()}
    why = "it belongs to an answer that came along"
    return [block for each in named.values() for block in _linked(visit, *each, why)]


def with_addresses(ask: Ask, facts: Any) -> Any:
    """The facts of an ask, in which every file says where it is read."""
    if isinstance(facts, list):
        return [with_addresses(ask, each) for each in cast("list[Any]", facts)]
    if not isinstance(facts, dict):
        return facts
    members = cast("Json", facts)
    found = {name: with_addresses(ask, each) for name, each in members.items()}
    if {"sha256", "media_type"} <= members.keys():
        found["uri"] = address_of(ask, members["sha256"], members["name"])
    return found


def address_of(ask: Ask, sha256: str, name: str) -> str:
    return f"{ASKS}{ask.id}/{FILES}/{sha256}/{quote(name, safe='')}"


def is_at(uri: str) -> bool:
    return uri.startswith(ASKS) and f"/{FILES}/" in uri


async def read(visit: Visit, uri: str) -> ReadResourceResult:
    """Raises: MCPError, the same for what does not exist and what is somebody else's."""
    ask_id, _, rest = uri.removeprefix(ASKS).partition(f"/{FILES}/")
    with told_as_protocol():
        try:
            ask = await visit.own(ask_id)
            file = files_of(ask)[rest.partition("/")[0]]
            if file.size > LARGEST:
                raise _too_large(file)
            _, content = await visit.desk.attachments.take(visit.actor, ask, file.sha256)
        except (NotFound, KeyError):
            why = "There is no such resource."
            raise MCPError(INVALID_PARAMS, why, {"uri": uri}) from None
    media_type = _picture_type(content) or file.media_type
    return ReadResourceResult(contents=[_contents(uri, media_type, content)])


def _too_large(file: Attachment) -> TooLarge:
    return TooLarge(
        f"File {file.name!r} has {file.size} bytes, and a message holds no more than {LARGEST}.",
        hint="Ask your human for a smaller file, or where it lies.",
    )


def _linked(visit: Visit, ask: Ask, file: Attachment, why: str) -> list[ContentBlock]:
    uri = address_of(ask, file.sha256, file.name)
    said = (
        f"File {file.name!r} (sha256 {file.sha256}) is not included: {why}. Read the resource {uri}"
    )
    words = TextContent(type="text", text=said)
    if visit.revision is None:  # its client's protocol has no links
        return [words]
    link = ResourceLink(
        type="resource_link",
        name=file.name,
        uri=uri,
        mime_type=file.media_type,
        size=file.size,
    )
    return [words, link]


def _block(uri: str, file: Attachment, content: bytes) -> ContentBlock:
    picture = _picture_type(content)
    if picture is not None:
        return ImageContent(type="image", data=_base64(content), mime_type=picture)
    return EmbeddedResource(type="resource", resource=_contents(uri, file.media_type, content))


def _contents(
    uri: str, media_type: str, content: bytes
) -> TextResourceContents | BlobResourceContents:
    text = _text(content)
    if text is not None:
        return TextResourceContents(uri=uri, mime_type=media_type, text=text)
    return BlobResourceContents(uri=uri, mime_type=media_type, blob=_base64(content))


def _picture_type(content: bytes) -> str | None:
    if (content[:4], content[8:12]) == WEBP:
        return "image/webp"
    return next((kind for start, kind in STARTS.items() if content.startswith(start)), None)


def _text(content: bytes) -> str | None:
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return None
    return None if UNPRINTABLE.search(text) else text


def _base64(content: bytes) -> str:
    return b64encode(content).decode()

"""Files of an answer as content of a result: pictures as pictures, text as text, the rest as bytes.

The words of a result name every file with its hash; here its content comes along, as long as there
is room. A picture is what its first bytes say: a model's API refuses a whole turn over a wrong type.
"""

from base64 import b64encode
from collections.abc import Sequence
from urllib.parse import quote

from mcp_types import (
    BlobResourceContents,
    CallToolResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    TextContent,
    TextResourceContents,
)

from askline.asks.answers import Attachment
from askline.asks.model import Ask
from askline.asks.searching import files_of
from askline.core.errors import AsklineError
from askline.doors.mcp.visits import Reply, Visit

ROOM = 5 * 1024 * 1024
"""Bytes of all files of one result."""

PLACE = "askline://attachments/"
STARTS = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
}
WEBP = (b"RIFF", b"WEBP")


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
            blocks.append(_left_out(file, "there is no room for it in this result"))
            continue
        try:
            _, content = await visit.desk.attachments.take(visit.actor, ask, file.sha256)
        except AsklineError:
            blocks.append(_left_out(file, "it could not be read"))
            continue
        room -= file.size
        blocks.append(_block(file, content))
    return blocks


def _left_out(file: Attachment, why: str) -> TextContent:
    said = f"File {file.name!r} (sha256 {file.sha256}) is not included: {why}."
    return TextContent(type="text", text=said)


def _block(file: Attachment, content: bytes) -> ContentBlock:
    picture = _picture_type(content)
    if picture is not None:
        return ImageContent(type="image", data=_base64(content), mime_type=picture)
    uri = f"{PLACE}{file.sha256}/{quote(file.name, safe='')}"
    text = _text(content)
    if text is not None:
        contents = TextResourceContents(uri=uri, mime_type=file.media_type, text=text)
    else:
        contents = BlobResourceContents(uri=uri, mime_type=file.media_type, blob=_base64(content))
    return EmbeddedResource(type="resource", resource=contents)


def _picture_type(content: bytes) -> str | None:
    if (content[:4], content[8:12]) == WEBP:
        return "image/webp"
    return next((kind for start, kind in STARTS.items() if content.startswith(start)), None)


def _text(content: bytes) -> str | None:
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text


def _base64(content: bytes) -> str:
    return b64encode(content).decode()

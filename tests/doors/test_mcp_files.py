"""Files of an answer come back to the agent: pictures, text and bytes, as much as fits."""

from base64 import b64decode
from typing import Any

import pytest

from askline.asks.answers import Given
from askline.asks.desk import Desk
from askline.asks.limits import Limits
from askline.asks.model import Ask
from askline.doors.mcp import files
from askline.doors.mcp.server import build_server
from askline.doors.mcp.tasks import TASKS
from askline.stores.ephemeral import EphemeralShelf
from tests.builders import ADA, StoppedClock, a_desk
from tests.doors.asks import ASK, the_ask
from tests.doors.lines import MODERN, Json, a_line

PNG = b"\x89PNG\r\n\x1a\n rest"


async def answered_with(desk: Desk, ask: Ask, *contents: bytes) -> None:
    kept = [
        await desk.attachments.keep(ADA, name="a b.x", media_type="text/x", content=content)
        for content in contents
    ]
    given = {"db": Given(values=("SQLite",), attachments=tuple(kept))}
    await desk.answering.answer(ADA, ask.id, given, receipt="r1")


async def contents_of(*contents: bytes) -> list[Any]:
    """What `ask_user` returns after its words, of an ask answered with these files."""
    desk = a_desk(shelf=EphemeralShelf())
    async with a_line(build_server(desk, StoppedClock())) as line:
        call = await line.use("ask_user", ASK)
        await answered_with(desk, await the_ask(desk), *contents)
        result = await line.result_of(call)
    return result["content"][1:]


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (PNG, "image/png"),
        (b"\xff\xd8\xff rest", "image/jpeg"),
        (b"GIF89a rest", "image/gif"),
        (b"RIFF1234WEBPVP8 rest", "image/webp"),
    ],
)
async def test_a_picture_comes_as_a_picture_of_the_type_it_has(content: bytes, kind: str) -> None:
    [block] = await contents_of(content)

    assert (block["type"], block["mimeType"]) == ("image", kind)
    assert b64decode(block["data"]) == content


async def test_text_comes_as_text_and_all_else_as_bytes() -> None:
    text, binary, nul = await contents_of("Grüße\n".encode(), b"\xff\xfe", b"a\0b")

    assert text["resource"]["text"] == "Grüße\n"
    assert text["resource"]["mimeType"] == "text/x"
    assert text["resource"]["uri"].startswith("askline://attachments/")
    assert text["resource"]["uri"].endswith("/a%20b.x")
    assert b64decode(binary["resource"]["blob"]) == b"\xff\xfe"
    assert b64decode(nul["resource"]["blob"]) == b"a\0b"


async def test_past_the_room_of_a_result_a_file_is_only_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "ROOM", 5)

    first, second, third = await contents_of(b"four", b"fourfour", b"1")

    assert first["resource"]["text"] == "four"
    assert "is not included: there is no room" in second["text"]
    assert third["resource"]["text"] == "1"


async def test_a_file_that_cannot_be_read_is_said_to_be_left_out() -> None:
    class Forgetful(EphemeralShelf):
        async def take(self, tenant: str, sha256: str) -> bytes | None:
            del tenant, sha256
            return None

    desk = a_desk(shelf=Forgetful(), limits=Limits())
    async with a_line(build_server(desk, StoppedClock())) as line:
        pending = await line.result_of(await line.use("ask_user", {**ASK, "blocking": False}))
        await answered_with(desk, await the_ask(desk), b"text")
        ids = {"ids": [pending["structuredContent"]["askId"]]}
        result = await line.result_of(await line.use("ask_await", ids))

    assert "is not included: it could not be read" in result["content"][1]["text"]


async def test_a_task_comes_to_its_result_with_the_files() -> None:
    desk = a_desk(shelf=EphemeralShelf())
    capabilities: Json = {"extensions": {TASKS: {}}}
    async with a_line(
        build_server(desk, StoppedClock()), revision=MODERN, capabilities=capabilities
    ) as line:
        task = await line.result_of(await line.use("ask_user", {**ASK, "blocking": False}))
        await answered_with(desk, await the_ask(desk), PNG)
        done = await line.call("tasks/get", {"taskId": task["taskId"]})

    [_, block] = done["result"]["result"]["content"]
    assert (block["type"], block["mimeType"]) == ("image", "image/png")

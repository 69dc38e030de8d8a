"""Files of an answer come back to the agent: pictures, text and bytes, as much as fits."""

from base64 import b64decode
from dataclasses import replace
from typing import Any

import pytest

from askline.asks.answers import Given
from askline.asks.desk import Desk
from askline.asks.limits import Limits
from askline.asks.model import Ask
from askline.asks.searching import files_of
from askline.doors.mcp import files
from askline.doors.mcp.server import build_server
from askline.doors.mcp.tasks import TASKS
from askline.stores.ephemeral import EphemeralShelf
from tests.builders import ADA, AGENT, StoppedClock, a_desk, a_new_ask
from tests.doors.asks import ASK, the_ask
from tests.doors.lines import MODERN, Json, LineEnd, a_line

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
    text, binary, nul = await contents_of("Grüße\n".encode(), b"\xff\xfe", b"a\x01b")

    assert text["resource"]["text"] == "Grüße\n"
    assert text["resource"]["mimeType"] == "text/x"
    assert text["resource"]["uri"].startswith("askline://asks/")
    assert text["resource"]["uri"].endswith("/a%20b.x")
    assert b64decode(binary["resource"]["blob"]) == b"\xff\xfe"
    assert b64decode(nul["resource"]["blob"]) == b"a\x01b"


async def test_past_the_room_of_a_result_a_file_is_linked_and_read_at_its_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "ROOM", 5)
    desk = a_desk(shelf=EphemeralShelf())
    async with a_line(build_server(desk, StoppedClock())) as line:
        call = await line.use("ask_user", ASK)
        await answered_with(desk, await the_ask(desk), b"four", b"fourfour", b"1")
        result = await line.result_of(call)
        [_, first, words, link, third] = result["content"]
        content = await read(line, link["uri"])

    assert (first["resource"]["text"], third["resource"]["text"]) == ("four", "1")
    assert "is not included: there is no room" in words["text"]
    assert words["text"].endswith(f"Read the resource {link['uri']}")
    assert (link["type"], link["size"], link["name"]) == ("resource_link", 8, "a b.x")
    assert (content["text"], content["mimeType"]) == ("fourfour", "text/x")
    facts = result["structuredContent"]["answers"][0]["attachments"]
    assert [each["uri"] for each in facts][1] == link["uri"]


async def read(line: LineEnd, uri: str) -> Json:
    [content] = (await line.call("resources/read", {"uri": uri}))["result"]["contents"]
    return content


async def refusal_of(line: LineEnd, uri: str) -> Json:
    return (await line.call("resources/read", {"uri": uri}))["error"]


async def test_a_client_whose_protocol_has_no_links_is_given_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "ROOM", 0)
    desk = a_desk(shelf=EphemeralShelf())
    async with a_line(build_server(desk, StoppedClock()), revision="2025-03-26") as line:
        call = await line.use("ask_user", ASK)
        await answered_with(desk, await the_ask(desk), b"four")
        [_, words] = (await line.result_of(call))["content"]

    assert words["type"] == "text"
    assert "Read the resource askline://asks/" in words["text"]


async def test_files_of_an_answer_that_comes_along_are_linked() -> None:
    desk = a_desk(shelf=EphemeralShelf())
    async with a_line(build_server(desk, StoppedClock())) as line:
        await line.result_of(await line.use("ask_user", {**ASK, "blocking": False}))
        await answered_with(desk, await the_ask(desk), PNG)
        other = {"questions": [{"id": "x", "question": "Another?"}], "blocking": False}
        result = await line.result_of(await line.use("ask_user", other))
        content = await read(line, result["content"][-1]["uri"])

    assert "came along. Read the resource askline://asks/" in result["content"][-2]["text"]
    [also] = result["structuredContent"]["alsoSettled"]
    assert also["answers"][0]["attachments"][0]["uri"] == result["content"][-1]["uri"]
    assert (b64decode(content["blob"]), content["mimeType"]) == (PNG, "image/png")


async def test_a_file_is_read_by_who_may_read_its_ask_and_only_if_an_answer_names_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = a_desk(shelf=EphemeralShelf())
    drafted = await desk.attachments.keep(ADA, name="d", media_type="text/x", content=b"draft")
    mine = await desk.asking.ask(AGENT, a_new_ask())
    theirs = await desk.asking.ask(replace(AGENT, id="bob"), a_new_ask())
    await desk.answering.draft(ADA, mine.id, {"db": Given(attachments=(drafted,))})
    await answered_with(desk, theirs, b"four")
    [file] = files_of(await desk.reading.read(ADA, theirs.id)).values()
    async with a_line(build_server(desk, StoppedClock())) as line:
        refusals = [
            await refusal_of(line, f"askline://asks/{ask_id}/files/{sha256}/x")
            for ask_id, sha256 in [
                (theirs.id, file.sha256),
                (mine.id, file.sha256),
                (mine.id, drafted.sha256),
                ("nobody", file.sha256),
            ]
        ]
        await answered_with(desk, mine, b"four")
        monkeypatch.setattr(files, "LARGEST", 3)
        large = await refusal_of(line, f"askline://asks/{mine.id}/files/{file.sha256}/x")

    assert {each["message"] for each in refusals} == {"There is no such resource."}
    assert large["data"]["code"] == "too_large"
    assert "has 4 bytes" in large["message"]


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

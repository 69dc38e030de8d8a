"""A project's memory as a resource: read like the summary, and followed."""

from pathlib import Path

import anyio
import pytest

from askline.core.background import background
from askline.doors.mcp.server import build_server
from tests.doors.lines import JUNE, MODERN, LineEnd, a_hello, a_line
from tests.unit.memory import House, parsed

URI = "askline://memory"
UPDATED = "notifications/resources/updated"


def a_line_in(house: House, revision: str = JUNE, profile: str | None = None):  # noqa: ANN201 - as `a_line`
    server = build_server(house.desk, house.clock, memory=house.memory)
    return a_line(server, a_hello(cwd=str(house.path), profile=profile), revision=revision)


async def heard(line: LineEnd) -> tuple[str, str]:
    note = await line.hear()
    return note["method"], note["params"]["uri"]


@pytest.mark.parametrize("revision", [JUNE, MODERN])
async def test_memory_is_on_the_list_and_reads_as_the_summary(
    tmp_path: Path, revision: str
) -> None:
    house = House(tmp_path)
    await house.answered("Which database?", "SQLite")
    async with a_line_in(house, revision) as line:
        [listed] = (await line.call("resources/list"))["result"]["resources"]
        [content] = (await line.call("resources/read", {"uri": URI}))["result"]["contents"]

    assert (listed["uri"], listed["name"]) == (URI, "memory")
    assert (content["uri"], content["mimeType"]) == (URI, "application/yaml")
    assert parsed(content["text"])["entries"][0]["answer"] == "SQLite"


async def test_other_profiles_know_nothing_of_it(tmp_path: Path) -> None:
    async with a_line_in(House(tmp_path), profile="swissarmyhammer") as line:
        listed = (await line.call("resources/list"))["result"]["resources"]
        refused = await line.call("resources/read", {"uri": URI})
        nor_followed = await line.call("resources/subscribe", {"uri": URI})

    assert listed == []
    assert refused["error"]["message"] == nor_followed["error"]["message"]


async def test_after_a_handshake_a_subscriber_is_told_at_once_and_of_each_answer(
    tmp_path: Path,
) -> None:
    house = House(tmp_path)
    with anyio.fail_after(10):
        async with background(house.scribe.run), a_line_in(house) as line:
            await house.bell.wanted()
            await line.call("resources/subscribe", {"uri": URI})
            first = await heard(line)
            await house.answered("Which database?", "SQLite")
            second = await heard(line)
            await line.call("resources/unsubscribe", {"uri": URI})

    assert first == second == (UPDATED, URI)
    assert house.memory.changes._followers == {}


async def test_a_stream_that_listens_for_it_is_told_with_its_own_name(tmp_path: Path) -> None:
    house = House(tmp_path)
    wanted = {"notifications": {"resourceSubscriptions": [URI, "askline://memories"]}}
    with anyio.fail_after(10):
        async with (
            background(house.desk.run, house.scribe.run),
            a_line_in(house, MODERN) as line,
        ):
            stream = await line.ask("subscriptions/listen", wanted)
            agreed = await line.hear()
            first = await line.hear()
            await house.answered("Which database?", "SQLite")
            second = await line.hear()

    assert agreed["params"]["notifications"] == {"resourceSubscriptions": [URI]}
    assert first == second
    assert (first["method"], first["params"]["uri"]) == (UPDATED, URI)
    assert stream in first["params"]["_meta"].values()

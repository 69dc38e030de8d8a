"""A host begins a stream, renews the token of its page, and ends it."""

from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from askline.asks import streams
from askline.asks.streams import Streams
from askline.service.secret_files import KeptText
from tests.doors.host_house import ORIGIN, a_host_house

STREAMS = "/api/v1/streams"


async def test_a_stream_has_a_token_for_the_agents_side_and_one_for_its_page(
    tmp_path: Path,
) -> None:
    async with a_host_house(tmp_path) as house:
        stream = await house.begun(
            user="Ada", project={"path": "/home/ada/shop"}, number=5, agent="codex", ttl_s=600
        )

    assert stream["project"] == {"name": "shop", "path": "/home/ada/shop", "branch": None}
    assert (stream["user"], stream["number"], stream["agent"]) == ("Ada", 5, "codex")
    assert stream["token"] not in (stream["stream"], stream["embed_token"])
    assert (stream["origin"], stream["url"]) == (ORIGIN, str(house.http.base_url).rstrip("/"))
    assert stream["expires_at"] == "2026-11-14T12:10:00.000Z"
    assert stream["embed_expires_at"] == "2026-11-14T12:10:00.000Z"


async def test_a_host_may_bring_its_own_token_and_then_lengthens_its_stream(
    tmp_path: Path,
) -> None:
    token = str(uuid4())
    async with a_host_house(tmp_path) as house:
        first = await house.begun(token=token, origin=None)
        house.clock.time += timedelta(minutes=5)
        again = await house.begun(token=token, origin=None)

    assert (first["token"], again["stream"]) == (token, first["stream"])
    assert first["embed_token"] is None
    assert (again["made_at"], again["expires_at"]) == (
        first["made_at"],
        "2026-11-14T13:10:00.000Z",
    )


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "project.name"),
        ({"project": {"name": "shop"}, "token": "no uuid"}, "token"),
        ({"project": {"name": "shop"}, "ttl_s": 5}, "ttl_s"),
        ({"project": {"name": "shop"}, "user": ""}, "user"),
        ({"project": {"name": "shop"}, "agent": "x" * 201}, "agent"),
        ({"project": {"name": "shop"}, "colour": "red"}, "colour"),
    ],
)
async def test_what_does_not_fit_is_named(tmp_path: Path, body: Any, field: str) -> None:
    async with a_host_house(tmp_path) as house:
        reply = await house.local.post(STREAMS, json=body)

    assert (reply.status_code, reply.json()["errors"][0]["field"]) == (422, field)


async def test_an_origin_that_the_user_did_not_list_gets_no_stream(tmp_path: Path) -> None:
    body = {"project": {"name": "shop"}, "origin": "http://evil.example"}
    async with a_host_house(tmp_path) as house:
        reply = await house.local.post(STREAMS, json=body)

    assert (reply.status_code, reply.json()["code"]) == (403, "not_allowed")


async def test_on_loopback_only_the_hosts_secret_begins_a_stream(tmp_path: Path) -> None:
    body = {"project": {"name": "shop"}}
    wrong = {"Authorization": "Bearer wrong"}
    async with a_host_house(tmp_path) as house:
        statuses = [
            (await house.http.post(STREAMS, json=body, headers=headers)).status_code
            for headers in ({}, wrong, house.bearer)
        ]

    assert statuses == [401, 401, 201]
    assert (tmp_path / "host-token").stat().st_mode & 0o777 == 0o600


async def test_a_page_gets_another_token_as_long_as_its_stream_lives(tmp_path: Path) -> None:
    async with a_host_house(tmp_path) as house:
        stream = await house.begun()
        house.clock.time += timedelta(minutes=10)
        path = f"{STREAMS}/{stream['stream']}"
        renewed = (await house.local.post(f"{path}/embed", json={})).json()
        ended = await house.local.delete(path)
        gone = [
            (await house.local.delete(path)).status_code,
            (await house.local.post(f"{path}/embed", json={})).status_code,
        ]

    assert renewed["embed_expires_at"] == "2026-11-14T12:25:00.000Z"
    assert (ended.status_code, gone) == (204, [404, 404])


async def test_streams_outlive_the_process_and_their_tokens_are_kept_nowhere(
    tmp_path: Path,
) -> None:
    async with a_host_house(tmp_path) as house:
        stream = await house.begun(user="Ada")
        again = Streams(house.clock, KeptText(tmp_path / "streams"))

    assert house.hosts.stream_of(stream["token"]) == stream["stream"]
    assert house.hosts.stream_of(None) is None
    assert again.of_token(stream["token"]) == house.hosts.streams.live(stream["stream"])
    assert stream["token"] not in (tmp_path / "streams").read_text()
    assert (tmp_path / "streams").stat().st_mode & 0o777 == 0o600


async def test_hosts_that_end_no_stream_are_stopped_until_the_oldest_are_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MOST", 1)
    async with a_host_house(tmp_path) as house:
        await house.begun()
        refused = await house.local.post(STREAMS, json={"project": {"name": "shop"}})
        house.clock.time += timedelta(hours=2)
        later = await house.local.post(STREAMS, json={"project": {"name": "shop"}})

    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
    assert later.status_code == 201

"""`hub join` and `hub leave`, with a real service and a real hub; and the command line that speaks to one."""

import io
import json
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import anyio
import pytest
from anyio.lowlevel import checkpoint
from anyio.to_thread import run_sync

from askline.config.joined import read_key
from askline.config.settings import load
from askline.core import starting
from askline.core.people import Right
from askline.doors.cli import joining
from askline.doors.cli.here import Here
from askline.doors.cli.main import run
from tests.doors.cli_service import Home, a_home
from tests.replicas import Standing, a_hub

Said = pytest.CaptureFixture[str]


@pytest.fixture
def home() -> Generator[Home]:
    with a_home() as place:
        yield place
        starting.stop(place.locations)


@asynccontextmanager
async def a_token(postgres: str) -> AsyncGenerator[tuple[Standing, str]]:
    with anyio.fail_after(45):
        async with a_hub(postgres) as [hub]:
            founder = await hub.found()
            yield hub, await hub.token(founder, Right.ASK, Right.ANSWER)


def a_token_of(text: str) -> dict[str, str]:
    return {"ASKLINE_TOKEN": text}


def mode_of(path: str) -> int:
    return Path(path).stat().st_mode & 0o777


def is_joined(home: Home) -> bool:
    return Path(home.locations.hub_key).exists()


async def said(home: Home, *words: str, **environ: str) -> int:
    return await run_sync(partial(run, [*words], environ={**home.environ, **environ}))


async def test_a_service_that_joined_carries_asks_until_it_has_left(
    postgres: str, home: Home, capsys: Said
) -> None:
    async with a_token(postgres) as (hub, token), hub.browser("ada") as browser:
        assert await said(home, "hub", "join", hub.url, ASKLINE_TOKEN=token) == 0
        assert await said(home, "service", "restart") == 0
        ask = await run_sync(home.asked)
        while not (inbox := (await browser.get("/asks")).json()):
            await checkpoint()
        assert await said(home, "service", "status") == 0
        told = capsys.readouterr().out
        assert await said(home, "hub", "leave") == 0
        body = {"answers": {"db": {"values": ["SQLite"]}}, "receipt": "r"}
        await browser.post(f"/asks/{inbox[0]['id']}/answer", json=body)
        outcome = await run_sync(partial(home.client.outcome, ask["id"], None))
        while is_joined(home):
            await checkpoint()

    assert f"It works for {hub.url}, which is reached." in told
    assert token not in told
    assert outcome["settledBy"]["who"] == "ada"
    assert load(home.environ, None, locations=home.locations).hub.url is None


async def test_a_key_is_kept_for_nobody_else_and_for_one_hub(
    postgres: str, home: Home, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_token(postgres) as (hub, token):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{token}\n"))
        assert await said(home, "hub", "join", f"{hub.url}/") == 0
        other = await said(home, "hub", "join", "https://other.example", **a_token_of("t"))

    assert mode_of(home.locations.hub_key) == 0o600
    key = read_key(home.locations.hub_key)
    assert key is not None
    assert (key.url, key.token) == (hub.url, token)
    assert token not in repr(key)
    assert other == 2
    assert f"works for {hub.url}" in capsys.readouterr().err


async def test_what_is_no_hub_or_no_token_joins_nothing(
    postgres: str, home: Home, capsys: Said
) -> None:
    async with a_token(postgres) as (hub, _):
        refused = [
            await said(home, "hub", "join", hub.url, **a_token_of("askl_tok_x")),
            await said(home, "hub", "join", hub.url, **a_token_of("two\nlines")),
            await said(home, "hub", "join", "http://ask.example", **a_token_of("t")),
            await said(home, "hub", "join", "http://127.0.0.1:9", **a_token_of("t")),
            await said(home, "hub", "join", hub.url, **a_token_of("t"), CLAUDECODE="1"),
        ]
    assert refused == [2, 2, 2, 10, 8]
    assert not is_joined(home)
    assert await said(home, "hub", "leave") == 0
    assert capsys.readouterr().out == "No hub was joined.\n"


def test_at_a_terminal_a_token_is_typed_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal())

    def typed(_prompt: str) -> str:
        return " askl_tok "

    monkeypatch.setattr("getpass.getpass", typed)

    assert joining.token_from({}) == "askl_tok"


async def test_the_command_line_speaks_to_the_hub_that_the_environment_names(
    postgres: str, home: Home, capsys: Said
) -> None:
    async with a_token(postgres) as (hub, token), hub.browser("ada") as browser:
        direct = {"ASKLINE_HUB": hub.url, "ASKLINE_TOKEN": token}
        body = {"question": "Which?", "options": ["A", "B"]}
        ask = (await browser.post("/asks", json=body)).json()
        assert await said(home, "list", "--json", **direct) == 0
        [listed] = json.loads(capsys.readouterr().out)
        assert await said(home, "answer", ask["id"], "A", **direct) == 0
        here = Here({**home.environ, **direct})
        assert here.stopped
        assert starting.running_pid(home.locations) is None

    assert listed["id"] == ask["id"]
    assert await said(home, "list", **direct) == 10
    assert "hub_unreachable" in capsys.readouterr().err
    assert await said(home, "list", **{**direct, "ASKLINE_HUB": "http://ask.example"}) == 2

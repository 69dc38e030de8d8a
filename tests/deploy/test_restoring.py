"""A hub is backed up by what the unit runs, restored by the drill, and goes on: also from an earlier time."""

import os
import shutil
from collections.abc import AsyncGenerator, Generator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import anyio
import asyncpg
import httpx
import pytest

from askline.core.people import Actor, Right
from askline.people.tokens import NewToken
from askline.service.hub.ties import open_ties
from askline.service.sharing import open_shared
from askline.stores.postgres.opening import open_register
from tests.deploy.parts import Part, unit
from tests.deploy.running import done
from tests.doors.asks import ASK
from tests.hubs import test_keys as forms
from tests.hubs.test_files import PLAN, put_down
from tests.postgres import throwaway_database
from tests.promises import promise
from tests.replicas import Json, Standing, a_replica

pytestmark = pytest.mark.timeout(300)


@asynccontextmanager
async def a_hub_on(dsn: str) -> AsyncGenerator[Standing]:
    """One replica over what is there."""
    async with AsyncExitStack() as stack:
        keeping = await stack.enter_async_context(open_shared(dsn))
        register = await stack.enter_async_context(open_register(dsn))
        ties = await stack.enter_async_context(open_ties(dsn))
        yield await stack.enter_async_context(a_replica(keeping, register, ties))


@dataclass
class Kept:
    """What was known outside of the database when it was backed up."""

    ada: Actor
    token: str
    cookies: httpx.Cookies
    pending: str
    delivered: str
    owed: str
    form: tuple[Json, Json]
    file: Json
    revoked: str = ""
    """A token that was revoked after the backup."""
    younger: str = ""
    """An ask that was made after it."""


def asked_as(title: str) -> Json:
    return {**ASK, "title": title}


async def put(program: httpx.AsyncClient, title: str) -> str:
    reply = await program.post("/asks", json=asked_as(title))
    assert reply.status_code == 201, reply.text
    return reply.json()["id"]


async def answer(ada: httpx.AsyncClient, ask_id: str, *files: Json, receipt: str = "r") -> int:
    given = {"db": {"values": ["SQLite"], "attachments": [*files]}}
    body = {"answers": given, "receipt": receipt}
    return (await ada.post(f"/asks/{ask_id}/answer", json=body)).status_code


async def lived(hub: Standing) -> Kept:
    """Asks in every state that matters: pending, delivered, and settled while nobody waited."""
    ada = await hub.found()
    token = await hub.token(ada, Right.ASK, Right.ANSWER)
    async with hub.program(token) as program, hub.browser("ada") as browser:
        pending, delivered, owed = [await put(program, each) for each in ("A", "B", "C")]
        file = await put_down(browser)
        assert await answer(browser, delivered, file) == 200
        assert (await program.post(f"/asks/{delivered}/delivered", json={})).status_code == 200
        assert await answer(browser, owed) == 200
        form = await forms.asking(hub, token, "D")
        return Kept(ada, token, browser.cookies, pending, delivered, owed, form, file)


class Server:
    """Where the databases are, as PostgreSQL's own programs are told it."""

    def __init__(self, dsn: str, room: Path) -> None:
        self.at = urlsplit(dsn)
        self.room = room
        facts = {"host": self.at.hostname, "port": self.at.port or 5432, "user": self.at.username}
        self.env = {f"PG{name.upper()}": str(value) for name, value in facts.items()}
        lines = [f"{name}={value}" for name, value in facts.items()]
        service = ["[askline]", *lines, f"dbname={self.at.path[1:]}"]
        (room / "pg_service.conf").write_text("\n".join(service))

    def backed_up(self) -> Path:
        backup = unit("askline-hub-backup.service", credentials=self.room, state=str(self.room))
        (self.room / "askline-backup").mkdir(exist_ok=True)
        said = done(backup)
        assert said.returncode == 0, said.stderr
        return Path(said.stdout.strip())

    def restored(self, dump: Path, database: str) -> str:
        drill = Part(command=["scripts/restore-drill", "--keep", str(dump), database], env=self.env)
        said = done(drill)
        assert said.returncode == 0, said.stderr
        return said.stdout

    def address(self, database: str) -> str:
        return self.at._replace(path=f"/{database}").geturl()


@dataclass
class Restored:
    kept: Kept
    hub: Standing
    said: str
    """By the drill."""

    @asynccontextmanager
    async def browser(self) -> AsyncGenerator[httpx.AsyncClient]:
        """Ada's, which was signed in before."""
        async with httpx.AsyncClient(
            base_url=f"{self.hub.url}/api/v1",
            cookies=self.kept.cookies,
            headers={"Origin": self.hub.url},
            trust_env=False,
            timeout=20,
        ) as client:
            yield client


@pytest.fixture(scope="module")
def source() -> Generator[str]:
    with throwaway_database() as dsn:
        yield dsn


@pytest.fixture(scope="module")
async def restored(
    source: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Restored]:
    """A hub as it was when it was backed up, though its people went on meanwhile."""
    server = Server(source, tmp_path_factory.mktemp("server"))
    database = f"askline_drill_{uuid4().hex[:12]}"
    async with a_hub_on(source) as before:
        kept = await lived(before)
        secret, token = await before.replica.tokens.make(
            kept.ada, NewToken(name="to be revoked", scopes=frozenset({Right.ASK}))
        )
        kept.revoked = secret.reveal()
        dump = server.backed_up()
        await before.replica.tokens.revoke(kept.ada, token.id)
        async with before.browser("ada") as browser, before.program(kept.token) as program:
            assert await answer(browser, kept.pending, receipt="given after the backup") == 200
            kept.younger = await put(program, "E")
    try:
        said = server.restored(dump, database)
        async with a_hub_on(server.address(database)) as hub:
            yield Restored(kept, hub, said)
    finally:
        db = await asyncpg.connect(source)
        await db.execute(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")
        await db.close()


async def test_the_drill_says_what_came_back(restored: Restored) -> None:
    lines = restored.said.splitlines()

    assert {"answered 2", "pending 2", "tenants 1", "people 1", "files 1"} <= set(lines)
    assert not [line for line in lines if line.startswith("bad")]


@promise("audit")
async def test_every_trail_holds_after_a_restore(restored: Restored) -> None:
    async with restored.browser() as ada:
        found = (await ada.get("/audit")).json()

    assert (found["flaws"], found["checked"] >= 4) == ([], True)


async def test_a_file_of_an_answer_comes_back_whole(restored: Restored) -> None:
    async with restored.browser() as ada:
        taken = await ada.get(f"/attachments/{restored.kept.file['sha256']}")

    assert taken.content == PLAN


@promise("never-lost")
async def test_an_answer_that_nobody_had_taken_is_still_owed_to_its_agent(
    restored: Restored,
) -> None:
    async with restored.hub.program(restored.kept.token) as program:
        again = await program.post("/asks", json=asked_as("C"))
        outcome = await program.get(f"/asks/{again.json()['id']}/outcome")

    assert again.json()["id"] == restored.kept.owed
    assert outcome.json()["answers"][0]["values"] == ["SQLite"]


@promise("ask-once")
async def test_what_was_delivered_before_is_not_delivered_again(restored: Restored) -> None:
    async with restored.hub.program(restored.kept.token) as program:
        again = await program.post("/asks", json=asked_as("B"))

    assert again.json()["id"] != restored.kept.delivered
    assert again.json()["state"] == "pending"


async def test_what_was_answered_after_the_backup_is_pending_again_and_can_be_answered(
    restored: Restored,
) -> None:
    ask = f"/asks/{restored.kept.pending}"
    async with restored.browser() as ada, restored.hub.program(restored.kept.token) as program:
        assert (await program.get(f"{ask}/outcome")).json()["state"] == "pending"
        # The receipt of the answer that was lost leads to nothing; with it she answers once more.
        assert await answer(ada, restored.kept.pending, receipt="given after the backup") == 200

        assert (await program.get(f"{ask}/outcome")).json()["state"] == "answered"


async def test_what_was_asked_after_the_backup_is_not_there(restored: Restored) -> None:
    async with restored.hub.program(restored.kept.token) as program:
        gone = await program.get(f"/asks/{restored.kept.younger}/outcome")
        again = await program.post("/asks", json=asked_as("E"))

    assert (gone.status_code, gone.json()["code"]) == (404, "not_found")
    assert again.json()["state"] == "pending"


async def test_what_was_revoked_after_the_backup_opens_again(restored: Restored) -> None:
    async with restored.hub.program(restored.kept.revoked) as program:
        assert (await program.get("/asks")).status_code == 200


async def test_a_form_that_was_sealed_before_is_opened_after(restored: Restored) -> None:
    with anyio.fail_after(60):
        got = await forms.answered(restored.hub, restored.kept.token, restored.kept.form)

    assert got == ["SQLite"]


def test_a_backup_is_whole_or_is_not_there(source: str, tmp_path: Path) -> None:
    server = Server(source, tmp_path)
    (tmp_path / "pg_service.conf").write_text("[askline]\nhost=127.0.0.1\nport=1\n")
    backup = unit("askline-hub-backup.service", credentials=tmp_path, state=str(tmp_path))
    (tmp_path / "askline-backup").mkdir()

    assert done(backup).returncode != 0
    assert [*(tmp_path / "askline-backup").iterdir()] == []
    assert server.at.path.startswith("/askline_test_")


def test_dumps_older_than_two_weeks_go(source: str, tmp_path: Path) -> None:
    server = Server(source, tmp_path)
    old = tmp_path / "askline-backup/askline-20200101T000000Z.dump"
    old.parent.mkdir()
    old.touch()
    os.utime(old, (0, 0))
    foreign = shutil.copy(old, old.with_name("mine.dump"))
    os.utime(foreign, (0, 0))

    made = server.backed_up()

    assert sorted(old.parent.iterdir()) == sorted([made, Path(foreign)])
    assert made.stat().st_mode & 0o077 == 0

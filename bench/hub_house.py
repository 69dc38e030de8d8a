"""A hub to be measured: a PostgreSQL of its own with room for many replicas, people, and `askline hub
run` in as many processes as are wanted.

People are written in bulk, as founding and joining would have left them: hashing a password for each
would take longer than the bench.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import asyncpg

from askline.core.clock import SystemClock
from askline.core.ids import RandomMint
from askline.core.people import Right
from askline.people.model import Role
from askline.people.secret import Kind, new_secret
from bench.measuring import say
from tests.postgres import Cluster

NAME = "hub.bench"
URL = f"http://{NAME}"
ROLES = (Role.ASKER, Role.ANSWERER)
ROOM = """
max_connections = 500
shared_buffers = 1GB
max_wal_size = 4GB
checkpoint_timeout = 15min
"""


@dataclass(frozen=True, slots=True)
class Somebody:
    """A person of the hub: the token of their agents, and the session of their browser."""

    tenant: str
    id: str
    token: str
    session: str

    @property
    def program(self) -> str:
        return f"Authorization: Bearer {self.token}\r\n"

    @property
    def browser(self) -> str:
        return f"Cookie: askline_hub={self.session}\r\nOrigin: {URL}\r\n"


@dataclass(frozen=True, slots=True)
class Process:
    place: tuple[str, int]
    process: "subprocess.Popen[bytes]"

    @property
    def pid(self) -> int:
        return self.process.pid

    def resident(self) -> int:
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * 4096


@contextmanager
def a_cluster() -> Generator[Cluster]:
    with tempfile.TemporaryDirectory(prefix="askline-hub-bench-") as directory:
        cluster = Cluster(Path(directory))
        with (cluster.data / "postgresql.conf").open("a") as settings:
            settings.write(ROOM)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()


@contextmanager
def replicas(dsn: str, count: int, *, first: int = 1) -> Generator[list[Process]]:
    """Each on an address of loopback of its own; killed at the end."""
    with ExitStack() as stack:
        yield [stack.enter_context(_replica(dsn, first + number)) for number in range(count)]


@contextmanager
def _replica(dsn: str, number: int) -> Generator[Process]:
    place = f"127.0.1.{number}", 18_080
    own = {"DATABASE": dsn, "URL": URL, "LISTEN": f"{place[0]}:{place[1]}"}
    env = os.environ | {f"ASKLINE_HUB_{name}": value for name, value in own.items()}
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "askline", "hub", "run"], env=env, stdout=log, stderr=log
        )
        try:
            yield Process(place, process)
        finally:
            process.kill()
            process.wait()
            _complain(log)


def _complain(log: Any) -> None:
    log.seek(0)
    said = [line for line in log.read().decode().splitlines() if not line.startswith("INFO")]
    if said:
        say("a replica said", f"{len(said)} lines;", said[0][:200])


async def populate(dsn: str, people: int, each_tenant: int) -> list[Somebody]:
    """So many people, in tenants of so many."""
    mint, now = RandomMint(), SystemClock().now()
    until = now + timedelta(days=1)
    made: list[Somebody] = []
    rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in COLUMNS}
    for number in range(people):
        tenant, person = f"t{number // each_tenant}", mint.ask_id(now)
        token, session = new_secret(Kind.TOKEN), new_secret(Kind.SESSION)
        made.append(Somebody(tenant, str(person), token.reveal(), session.reveal()))
        if number % each_tenant == 0:
            rows["tenants"].append((tenant, tenant, now))
        rows["people"].append((tenant, person, f"p{number}", f"Person {number}", now))
        rows["memberships"].extend((tenant, person, role) for role in ROLES)
        rows["sessions"].append((session.sha256, tenant, person, now, until))
        held = (mint.ask_id(now), tenant, token.sha256, token.shown, "agent", str(person))
        rows["tokens"].append((*held, [Right.ASK], person, now, until, now))
    db = await asyncpg.connect(dsn)
    for table, columns in COLUMNS.items():
        await db.copy_records_to_table(table, records=rows[table], columns=columns.split())
    await db.execute("ANALYZE")
    await db.close()
    return made


COLUMNS = {
    "tenants": "tenant name made_at",
    "people": "tenant id login name joined_at",
    "memberships": "tenant person role",
    "sessions": "sha256 tenant person made_at expires_at",
    "tokens": "id tenant sha256 shown name principal scopes made_by made_at expires_at used_at",
}


def say_load(when: str) -> None:
    one, five, _ = os.getloadavg()
    clock = time.strftime("%H:%M:%S")
    say(f"load average, {when}", f"{one:.1f} over one minute, {five:.1f} over five", clock)

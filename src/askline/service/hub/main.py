"""What an operator does with a hub, each verb once: run a replica, migrate, look after it, found a tenant."""

import logging
import os
import sys
from collections.abc import Callable

import anyio

from askline.config import logs
from askline.config.hub import HubSettings, load_hub
from askline.core.clock import SystemClock
from askline.core.ids import RandomMint
from askline.doors.cli.doctor import reported
from askline.people.joining import Joining
from askline.service.hub.audit_verbs import audit
from askline.service.hub.doctoring import examined
from askline.service.hub.migrating import PHASES, migrate_hub
from askline.service.hub.running import listening, serve
from askline.service.hub.token_verbs import token
from askline.stores.migrating import Phase
from askline.stores.passwords import Argon2Passwords
from askline.stores.postgres.opening import open_register

log = logging.getLogger(__name__)


def run(verb: str, words: list[str]) -> int:
    """Raises: AsklineError."""
    settings = load_hub(os.environ)
    written = logs.start_on_stderr("info")
    try:
        return VERBS[verb](settings, words) or 0
    finally:
        logs.stop(written)


def run_replica(settings: HubSettings, _words: list[str]) -> None:
    listener = listening(settings.listen)
    log.info("the hub listens on %s:%s", *listener.getsockname()[:2])
    anyio.run(serve, settings, listener)


def migrate(settings: HubSettings, words: list[str]) -> None:
    phases: list[Phase] = [each for each in PHASES if f"--{each}" in words] or [*PHASES]
    sys.stdout.write(f"{anyio.run(migrate_hub, settings.database, phases)}\n")


def doctor(settings: HubSettings, words: list[str]) -> int:
    return reported(anyio.run(examined, settings), as_json="--json" in words)


def found(settings: HubSettings, words: list[str]) -> None:
    tenant, login = words
    password = sys.stdin.readline().rstrip("\n")
    anyio.run(_found, settings, tenant, login, password)
    sys.stdout.write(f"The tenant {tenant} stands; {login} holds every role in it.\n")


async def _found(settings: HubSettings, tenant: str, login: str, password: str) -> None:
    async with open_register(settings.database) as register:
        joining = Joining(
            register.people, register.keys, Argon2Passwords(), SystemClock(), RandomMint()
        )
        await joining.found(tenant, tenant, login, password)


VERBS: dict[str, Callable[[HubSettings, list[str]], int | None]] = {
    "run": run_replica,
    "migrate": migrate,
    "doctor": doctor,
    "found": found,
    "token": token,
    "audit": audit,
}

"""What an operator does with a hub, each verb once: run a replica, migrate, look after it, found a tenant."""

import logging
import os
import sys
from collections.abc import Callable

import anyio

from askline.config import logs
from askline.config.hub import HubSettings, load_hub
from askline.doors.cli.doctor import reported
from askline.service.hub.audit_verbs import audit
from askline.service.hub.doctoring import examined
from askline.service.hub.migrating import PHASES, migrate_hub
from askline.service.hub.people_verbs import found, password
from askline.service.hub.running import listening, serve
from askline.service.hub.token_verbs import token
from askline.stores.migrating import Phase

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


VERBS: dict[str, Callable[[HubSettings, list[str]], int | None]] = {
    "run": run_replica,
    "migrate": migrate,
    "doctor": doctor,
    "found": found,
    "password": password,
    "token": token,
    "audit": audit,
}

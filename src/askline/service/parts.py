"""The parts that a service and an agent in-process are both built from: desk, memory, seal, settings of tools.

Picks adapters as `assembly` does, and like it decides nothing.
"""

import logging
from datetime import timedelta
from functools import partial
from pathlib import Path

from askline.asks.desk import Desk, open_desk
from askline.asks.limits import Limits
from askline.config.settings import Settings
from askline.core.clock import Clock
from askline.core.ids import RandomMint
from askline.core.locations import Locations
from askline.core.people import Door, local_person
from askline.doors.mcp.seal import Seal
from askline.doors.mcp.settings import McpSettings
from askline.memory.hiding import Hide, hiding
from askline.memory.memory import Memory, open_memory
from askline.memory.scribe import Scribe
from askline.runner.redaction import Redaction
from askline.service.deciding import SettingsOf
from askline.service.joined import elsewhere_over
from askline.service.secret_files import kept_secret
from askline.stores.journal.files import DiskJournal, read_entry
from askline.stores.keeping import Keeping
from askline.stores.shelf import DiskShelf

log = logging.getLogger(__name__)


def desk_over(
    keeping: Keeping,
    settings: Settings,
    clock: Clock,
    locations: Locations,
    limits: Limits | None = None,
) -> Desk:
    return open_desk(
        keeping.asks,
        keeping.bell,
        clock,
        RandomMint(),
        limits=limits,
        detach_grace=_grace(settings),
        shelf=DiskShelf(Path(locations.attachments)),
        elsewhere=elsewhere_over(keeping, locations),
    )


def memory_over(
    desk: Desk, keeping: Keeping, clock: Clock, settings_of: SettingsOf
) -> tuple[Memory, Scribe]:
    """Memory with files in the projects of this machine, and who keeps them up to date."""
    files = DiskJournal()
    memory = open_memory(
        desk,
        clock,
        files,
        lambda project: settings_of(project).memory.journal,
        hide_of=partial(hidden_in, settings_of),
        read_entry=read_entry,
    )
    scribe = Scribe(
        *(desk.reading, keeping.bell, clock, memory.journal, files),
        keeper=local_person(Door.API),
        changes=memory.changes,
    )
    return memory, scribe


def hidden_in(settings_of: SettingsOf, project: str) -> Hide:
    """Secrets of well-known shapes, and what the user or the project names: neither undoes the other."""
    named = (*settings_of(None).memory.redact, *settings_of(project).memory.redact)
    known, further = Redaction(), hiding(dict.fromkeys(named))
    return lambda text: further(known(text))


def mcp_settings(settings: Settings) -> McpSettings:
    return McpSettings(
        era=settings.mcp.era,
        cap_s=settings.wait.cap_s,
        clients=settings.wait.clients,
        first=settings.wait.first,
        registration=settings.question_ask.registration,
        auq_timeout_s=settings.auq.timeout,
        inline_s=settings.tools.inline_s,
    )


def seal_of(locations: Locations) -> Seal:
    try:
        return Seal(kept_secret(Path(locations.sealing_key)).encode())
    except OSError as error:
        log.warning("forms end with this process: %s", error)
        return Seal()


def _grace(settings: Settings) -> timedelta | None:
    grace = settings.asks.detach_grace
    return None if grace is None else timedelta(seconds=grace)

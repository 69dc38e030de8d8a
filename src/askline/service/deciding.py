"""What holds for a connection: decided when it begins, by what its line was told and its project says.

Leaves word of the profile, so that the next line in the same project can answer its client's first
questions before a service is there. Never of a profile that does not exist: it names a file.
"""

import logging
from collections.abc import Callable
from pathlib import Path

from askline.config.settings import Settings
from askline.core.locations import Locations
from askline.core.projects import settings_file
from askline.core.version import VERSION
from askline.doors.mcp.callers import Hello
from askline.doors.mcp.settings import ConnectionSettings
from askline.line import choosing
from askline.service.snapshots import leave_word

SettingsOf = Callable[[str | None], Settings]

log = logging.getLogger(__name__)


def decide(hello: Hello, settings_of: SettingsOf, locations: Locations) -> Hello:
    """The hello under the settings of its project. Reads files, which may lie on a slow disk."""
    project = hello.caller.project
    # Looked at before they are read: a file that changes meanwhile must not confirm the word.
    stamps = choosing.stamps((locations.config, settings_file(project or "/")))
    decided = hello.under(connection_settings(settings_of(project)))
    if hello.profile is None and stamps:
        try:
            leave_word(Path(locations.state), VERSION, stamps, decided.caller.profile)
        except OSError as error:
            log.warning("no word of the profile was left: %s", error.strerror)
    return decided


def connection_settings(settings: Settings) -> ConnectionSettings:
    return ConnectionSettings(
        profile=settings.profile,
        journal=settings.memory.journal,
        promptmanager=settings.promptmanager.enabled,
        promptmanager_timeout_s=settings.promptmanager.timeout,
        tool_paths=settings.tools.paths,
    )

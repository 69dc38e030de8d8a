"""The settings of each project, for a process that serves many of them and lives long.

They are read again when a file has changed. What a project says and may not is logged then, by name
and without its values. A mistake that the user makes in the meantime stops nobody: what held when the
process began goes on to hold.
"""

import logging
from collections.abc import Mapping
from functools import lru_cache

from askline.config.settings import Settings, load
from askline.core.errors import FieldProblem, InvalidArguments
from askline.core.locations import Locations
from askline.core.projects import settings_file, stamp

MOST = 256
"""Projects whose settings are remembered."""

log = logging.getLogger(__name__)


class ProjectSettings:
    def __init__(self, environ: Mapping[str, str], locations: Locations, begun: Settings) -> None:
        self._environ = environ
        self._locations = locations
        self._begun = begun
        self._known = lru_cache(MOST)(self._loaded)

    def of(self, project: str | None) -> Settings:
        """What holds in a project, by any directory of it; or in none."""
        own = settings_file(project) if project else ""
        return self._known(project, stamp(self._locations.config), own, stamp(own))

    def _loaded(self, project: str | None, _user: str, own: str, _own: str) -> Settings:
        try:
            settings = load(self._environ, project, locations=self._locations)
        except InvalidArguments as error:
            fields = ", ".join(each.field for each in error.fields)
            log.warning("settings are wrong and not applied: %r", fields)
            return self._begun
        warn(own, settings.problems)
        return settings


def warn(file: str, problems: tuple[FieldProblem, ...]) -> None:
    for each in problems:
        log.warning("not applied from %r: %r, expected %s", file, each.field, each.expected)

"""What projects declare, for a process that serves many: each by its own settings, and whether it changed."""

import os
from collections.abc import Callable
from pathlib import Path

from askline.commands.house_rules import HouseRules
from askline.commands.loading import Source
from askline.config.declarations import PLACE, DiskDeclarations, project_of
from askline.config.settings import Settings
from askline.config.trusted import DiskTrustBook
from askline.core.projects import stamp

SettingsOf = Callable[[str | None], Settings]


class OfferedDeclarations:
    def __init__(self, settings_of: SettingsOf, book: DiskTrustBook) -> None:
        self._settings_of = settings_of
        self._book = book

    def root(self, directory: str) -> str:
        return project_of(directory)

    def read(self, project: str) -> tuple[Source, ...]:
        return DiskDeclarations(self._paths(project)).read(project)

    def stamp(self, project: str) -> str:
        places = [str(PLACE), *self._paths(project)]
        found = [os.path.join(project, Path(each).expanduser()) for each in places]  # noqa: PTH118
        inside = [file for place in found for file in _entries(place)]
        files = [*found, *inside, str(self._book.file(project))]
        return "\n".join([repr(self.rules(project)), *places, *map(stamp, files)])

    def rules(self, project: str) -> HouseRules:
        said = self._settings_of(project).approvals
        return HouseRules(ask=said.ask, deny=said.deny)

    def _paths(self, project: str) -> tuple[str, ...]:
        return self._settings_of(project).tools.paths


class DiskFiles:
    def real(self, path: str) -> str:
        return os.path.realpath(path)

    def exists(self, path: str) -> bool:
        return os.path.exists(path)  # noqa: PTH110 - raises for nothing


def _entries(place: str) -> list[str]:
    """Names of files in a directory; a place may be a single file as well."""
    try:
        return sorted(each.path for each in os.scandir(place))
    except OSError:
        return []

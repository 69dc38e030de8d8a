"""The declarations of the project in which a command was called: what the `tools` commands share."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from askline.commands.loading import Loaded, Source, load
from askline.commands.trust import Standing, Trusted, standing
from askline.config.declarations import DiskDeclarations, project_of, source
from askline.config.settings import load as load_settings
from askline.config.trusted import DiskTrustBook
from askline.core.errors import InvalidArguments
from askline.core.speaking import t
from askline.doors.cli.here import Here


@dataclass(frozen=True)
class Declared:
    here: Here
    project: str

    @classmethod
    def at(cls, here: Here) -> "Declared":
        """Raises: InvalidArguments, where the directory has been deleted under us."""
        if here.cwd is None:
            raise InvalidArguments(
                t("The directory is gone."), hint=t("Change to the project's directory.")
            )
        return cls(here, project_of(here.cwd))

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        settings = load_settings(self.here.environ, self.project, locations=self.here.locations)
        return DiskDeclarations(settings.tools.paths).read(self.project)

    @cached_property
    def loaded(self) -> Loaded:
        return load(self.sources)

    @property
    def book(self) -> DiskTrustBook:
        return DiskTrustBook(self.here.locations)

    @cached_property
    def trusted(self) -> Trusted | None:
        return self.book.read(self.project)

    @property
    def standing(self) -> Standing:
        return standing(self.trusted, self.sources)


def named(files: list[str]) -> tuple[Source, ...]:
    """Files by the names that were given, also of no project."""
    return tuple(source(Path(file), Path()) for file in files)

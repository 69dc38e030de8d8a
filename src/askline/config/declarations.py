"""The files that declare a project's commands, read from the disk.

They lie in `.askline/tools` of the project, and wherever the setting `tools.paths` says. A project
comes with somebody's repository: only real files of a sensible size are read, and no more than some.
What they say is for `commands`; whether it counts is for the user's trust.
"""

from collections.abc import Iterator
from pathlib import Path

from askline.commands.loading import Source
from askline.commands.reading import ENDINGS
from askline.core.projects import content

PLACE = Path(".askline/tools")

MOST_FILES = 200


class DiskDeclarations:
    """`paths` are further places, relative to the project unless they begin at the root or home."""

    def __init__(self, paths: tuple[str, ...] = ()) -> None:
        self._paths = paths

    def read(self, project: str) -> tuple[Source, ...]:
        root = Path(project)
        found = [*_files(root / PLACE)]
        for named in self._paths:
            place = root / Path(named).expanduser()
            found += _files(place) if place.is_dir() else [place]
        unique = [*dict.fromkeys(found)]
        sources = [source(file, root) for file in unique[:MOST_FILES]]
        if len(unique) > MOST_FILES:
            sources.append(Source(str(PLACE), "", f"there are more than {MOST_FILES} files"))
        return tuple(sources)


def project_of(directory: str) -> str:
    """The nearest directory with declarations, here or above in the same repository; else this."""
    start = Path(directory)
    for place in (start, *start.parents):
        if (place / PLACE).is_dir():
            return str(place)
        if (place / ".git").exists():
            break
    return directory


def _files(place: Path) -> Iterator[Path]:
    """In the order of their names, which is the order of the tools."""
    try:
        found = sorted(place.iterdir())
    except OSError:
        return
    for file in found:
        if not file.name.startswith(".") and file.suffix in ENDINGS:
            yield file


def source(file: Path, root: Path) -> Source:
    """One file, named from the project where it lies in it."""
    name = str(file.relative_to(root)) if file.is_relative_to(root) else str(file)
    try:
        return Source(name, content(str(file)).decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return Source(name, "", f"it is not UTF-8, from byte {error.start} on")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else None
        return Source(name, "", f"it cannot be read: {why or error}")

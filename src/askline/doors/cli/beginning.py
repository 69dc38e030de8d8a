"""`tools init`: a first file for each program that the project has a use for."""

from pathlib import Path

from askline.commands.bundles import MARKS, fitting, text
from askline.commands.nearest import nearest
from askline.config.declarations import PLACE
from askline.core.errors import InvalidArguments
from askline.core.speaking import t
from askline.doors.cli import problems
from askline.doors.cli.declared import Declared
from askline.doors.cli.here import Here
from askline.doors.cli.words import parser, write


def init(words: list[str], here: Here) -> int:
    """Nothing that is there is changed. Raises: InvalidArguments."""
    options = parser("tools init", reads=False)
    options.add_argument("name", nargs="*", help=t("of {0}", ", ".join(MARKS)))
    said = options.parse_args(words)
    project = Path(Declared.at(here).project)
    names = [_known(name) for name in said.name] or fitting(
        [each.name for each in project.iterdir()]
    )
    if not names:
        write([t("Nothing was found that a bundle is for. Name one: {0}.", ", ".join(MARKS))])
        return problems.DONE
    write(_written(project / PLACE, name) for name in names)
    write([t("Read them, change what you like, then say `askline tools trust`.")])
    return problems.DONE


def _known(name: str) -> str:
    if name in MARKS:
        return name
    meant = nearest(name, [*MARKS])
    raise InvalidArguments(
        t("There is no bundle {0!r}.", name),
        hint=t("Did you mean {0!r}?", meant) if meant else t("There are {0}.", ", ".join(MARKS)),
    )


def _written(place: Path, name: str) -> str:
    file = place / f"{name}.json"
    try:
        place.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as new:
            new.write(text(name))
    except FileExistsError:
        return t("{0} is there already.", file)
    except OSError as error:
        raise InvalidArguments(
            t("{0} cannot be written: {1}.", file, error.strerror), hint=t("Mend the directory.")
        ) from error
    return t("{0} is new.", file)

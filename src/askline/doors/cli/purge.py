"""`purge`: everything of ours leaves this machine, after a person has agreed to exactly that."""

import shutil
from contextlib import suppress
from pathlib import Path

from askline.core import starting
from askline.core.errors import InvalidArguments, PersonRequired
from askline.core.locations import Locations
from askline.core.speaking import t
from askline.doors.cli import problems, setup
from askline.doors.cli.agreeing import agreed
from askline.doors.cli.here import Here
from askline.doors.cli.words import parser, write
from askline.setup.files import Records


def purge(words: list[str], here: Here) -> int:
    parser("purge", reads=False).parse_args(words)
    if not here.present:
        raise PersonRequired(
            t("Only a person at a terminal takes everything away."),
            hint=t("Run it yourself in a terminal of your own."),
        )
    there = [path for path in _ours(here.locations) if path.exists()]
    if not there:
        write([t("There is nothing of Askline here.")])
        return problems.DONE
    records = Records(here.locations.state).read()
    write([t("This goes for good, with every ask and every answer in it:")])
    write(f"  {path}" for path in there)
    write(
        f"  {t('our entry in {0}', file)}" for file in dict.fromkeys(each.file for each in records)
    )
    write([t("What a project remembers stays in the project, in .askline.")])
    if agreed(t("Take all this away?")):
        _take_back(here)
        starting.stop(here.locations, stay=False)
        for path in there:
            _remove(path)
        write([t("Askline has gone; what is left is the program itself.")])
    return problems.DONE


def _take_back(here: Here) -> None:
    if setup.setup(["--undo", "--all", "--yes"], here) != problems.DONE:
        raise InvalidArguments(
            t("Some entry could not be taken back, so nothing else was touched."),
            hint=t("Take it out by hand, then `askline setup --undo --all`, and purge again."),
        )


def _ours(locations: Locations) -> list[Path]:
    return [Path(each) for each in (locations.state, locations.runtime, locations.config)]


def _remove(path: Path) -> None:
    """The directory of a file goes too, where nothing else is in it."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
    with suppress(OSError):
        path.parent.rmdir()

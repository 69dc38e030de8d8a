"""`memory import`: what was settled in AUQ or SwissArmyHammer comes into history.

Reads their files here, where the person is, and changes none of them; what they mean is decided
behind the API. Doing it again brings nothing twice.
"""

import json
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from askline.core.errors import InvalidArguments
from askline.core.speaking import t
from askline.doors.cli import problems
from askline.doors.cli.here import Here
from askline.doors.cli.showing import one_line
from askline.doors.cli.words import parser, write, write_json

Shape = dict[str, Any]

LARGEST = 1024 * 1024
"""Bytes of a file that is read."""
AT_ONCE = 100
ENOUGH = 1024 * 1024
"""Characters of one call; a larger one would not be taken."""
AUQ_FILES = ("request", "status", "answers")


def take_over(words: list[str], here: Here) -> int:
    options = parser("memory import")
    options.add_argument("source", choices=[*SOURCES], metavar="SOURCE")
    options.add_argument("dir", nargs="?", help=t("where its files are, if not in the usual place"))
    options.add_argument("--dry-run", action="store_true", help=t("only say how many there are"))
    said = options.parse_intermixed_args(words)
    usual, read = SOURCES[said.source]
    directory = Path(os.path.join(here.cwd or "/", said.dir) if said.dir else usual(here))  # noqa: PTH118 - a text
    if not directory.is_dir():
        raise InvalidArguments(
            t("There is no directory {0}.", directory), hint=t("Name it after the source.")
        )
    records = read(directory)
    done = _counted(records) if said.dry_run else _sent(here, said.source, records)
    if said.json:
        write_json(done)
    else:
        write(_told(done, dry=said.dry_run))
    return problems.DONE


def auq_place(here: Here) -> str:
    """Where AUQ keeps its sessions, as AUQ itself decides it."""
    environ = here.environ
    data = environ.get("XDG_DATA_HOME") or f"{environ.get('HOME', '')}/.local/share"
    return environ.get("AUQ_SESSION_DIR") or f"{data}/auq/sessions"


def auq_records(directory: Path) -> Iterator[Shape]:
    for session in sorted(directory.iterdir()):
        parts = {name: _json(session / f"{name}.json") for name in AUQ_FILES}
        if parts["request"] is not None:
            yield {"name": session.name, **{name: part or {} for name, part in parts.items()}}


def hammer_place(here: Here) -> str:
    return f"{here.cwd or '/'}/.swissarmyhammer/questions"


def hammer_records(directory: Path) -> Iterator[Shape]:
    """A project's own directory may be named too."""
    inside = directory / ".swissarmyhammer" / "questions"
    questions = (inside if inside.is_dir() else directory).resolve()
    project = questions.parent.parent if questions.parent.name.startswith(".") else questions
    for path in sorted(questions.iterdir()):
        text = _text(path) if path.suffix in {".yaml", ".yml"} else None
        if text is not None:
            changed = path.stat().st_mtime
            yield {"name": path.name, "text": text, "project": str(project), "changed": changed}


SOURCES: Final = {
    "auq": (auq_place, auq_records),
    "swissarmyhammer": (hammer_place, hammer_records),
}


def _counted(records: Iterator[Shape]) -> Shape:
    return {"found": sum(1 for _ in records)}


def _sent(here: Here, source: str, records: Iterator[Shape]) -> Shape:
    done: Shape = {"imported": 0, "known": 0, "refused": []}
    for batch in _batches(records):
        reply: Shape = here.through(lambda client, batch=batch: client.take_over(source, batch))
        done = {name: before + reply[name] for name, before in done.items()}
    return done


def _batches(records: Iterator[Shape]) -> Iterator[list[Shape]]:
    batch: list[Shape] = []
    size = 0
    for record in records:
        length = len(json.dumps(record))
        if batch and (len(batch) == AT_ONCE or size + length > ENOUGH):
            yield batch
            batch, size = [], 0
        batch.append(record)
        size += length
    if batch:
        yield batch


def _told(done: Mapping[str, Any], *, dry: bool) -> Iterator[str]:
    if dry:
        yield t("{0} records are there.", done["found"])
        return
    yield t("{0} imported, {1} were here already.", done["imported"], done["known"])
    for refused in done["refused"]:
        yield f"  {t('not {0}: {1}', one_line(refused['name']), one_line(refused['problem']))}"


def _json(path: Path) -> Shape | None:
    text = _text(path)
    try:
        said: object = json.loads(text) if text else None
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else None  # pyright: ignore[reportUnknownVariableType] - JSON


def _text(path: Path) -> str | None:
    """Of a plain file of a decent size; of nothing else."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
            return None
        return path.read_bytes().decode("utf-8-sig", errors="replace")
    except OSError:
        return None

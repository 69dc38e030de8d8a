"""Forward-only migrations: ordered SQL files, and a table of those that were applied.

One series per store, for all of its tables. A file's name is `NNNN_what.pre.sql` or
`NNNN_what.post.sql`: `pre` may run while replicas of the previous version still work, `post` only
when none is left. A file that was applied is never edited.
"""

from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal

Phase = Literal["pre", "post"]


@dataclass(frozen=True, slots=True)
class Migration:
    name: str
    phase: Phase
    sql: str


def migrations(package: str) -> list[Migration]:
    """The series of a store, in order; within a number `pre` before `post`."""
    series = [_read(file) for file in files(package).joinpath("migrations").iterdir()]
    return sorted(series, key=lambda each: (each.name, each.phase == "post"))


def _read(file: Traversable) -> Migration:
    name, phase, _ = file.name.rsplit(".", 2)
    return Migration(name, "post" if phase == "post" else "pre", file.read_text(encoding="utf-8"))

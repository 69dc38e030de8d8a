"""The directories of a journal, opened one by one and never through a symbolic link.

A project is somebody's repository: a link in it could lead a write or a look anywhere. The project's
own path is the user's and may be what it likes.
"""

import os
from collections.abc import Generator
from contextlib import contextmanager

from askline.memory.ports import Place

QUESTIONS = "questions"

_OPEN = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


@contextmanager
def opened(project: str, *parts: str, make: bool = False) -> Generator[int]:
    """A handle of the directory; with `make` the parts are made where they are missing.

    Raises: OSError. The project itself is never made.
    """
    if not os.path.isabs(project):  # noqa: PTH117 - a text from outside, no path of ours
        raise FileNotFoundError("A journal needs the whole path of its project.")
    handle = os.open(project, _OPEN)
    try:
        for part in parts:
            inner = _inside(handle, part, make=make)
            os.close(handle)
            handle = inner
        yield handle
    finally:
        os.close(handle)


@contextmanager
def questions_in(project: str, place: Place, *, make: bool = False) -> Generator[int]:
    with opened(project, place, QUESTIONS, make=make) as handle:
        yield handle


def _inside(above: int, name: str, *, make: bool) -> int:
    if make:
        try:
            os.mkdir(name, 0o755, dir_fd=above)
        except FileExistsError:
            pass
        else:
            os.fsync(above)
    return os.open(name, _OPEN | os.O_NOFOLLOW, dir_fd=above)

"""How the warden starts one command: no shell, and nothing inherited that was not given.

The environment is the message's, standard input is empty, every descriptor is closed but those of
the output and of values that travel in files. Standard library only.
"""

import os
import resource
from signal import SIGINT, SIGPIPE, SIGXFSZ

from askline.runner import tree


def launch(message: "dict[str, Any]", nothing: int, outputs: list[int], files: list[int]) -> int:
    """Start it and give its process's number.

    Raises:
        OSError: the directory or the program is not there, or may not be used.
        ValueError: a NUL in a word.
    """
    argv: list[str] = list(message["argv"])
    for index, each in zip(message["files"], files, strict=True):
        # Inherited under the number it has here; nothing else is started before it is closed.
        os.set_inheritable(each, True)
        argv[index] = f"/dev/fd/{each}"
    _enter(message["cwd"])
    environment = {**message["env"], tree.TAG: message["id"]}
    program = found(argv[0], environment.get("PATH", os.defpath))
    _bound_files(message["file_bytes"])
    return os.posix_spawn(
        program,
        argv,
        environment,
        file_actions=[
            (os.POSIX_SPAWN_DUP2, nothing, 0),
            (os.POSIX_SPAWN_DUP2, outputs[0], 1),
            (os.POSIX_SPAWN_DUP2, outputs[-1], 2),
        ],
        setsid=True,
        setsigmask=[],
        setsigdef=[SIGINT, SIGPIPE, SIGXFSZ],
    )


def _enter(directory: str) -> None:
    """A path that was real when it was approved may lead elsewhere by a link that was put on it."""
    os.chdir(directory)
    here = os.getcwd()  # noqa: PTH109 - standard library only, and as the kernel says it
    if here != directory:
        os.chdir("/")
        raise OSError(f"the directory is not the one that was shown: {directory} leads to {here}")


def found(program: str, path: str) -> str:
    """As a shell finds it. A name with a slash is the path itself."""
    if "/" in program:
        return program
    for directory in path.split(os.pathsep):
        candidate = f"{directory or '.'}/{program}"
        if os.access(candidate, os.X_OK) and not os.path.isdir(candidate):  # noqa: PTH112
            return candidate
    raise FileNotFoundError(2, f"no program of this name on its PATH: {program}")


def _bound_files(most: int | None) -> None:
    # The soft limit is inherited by what is started next; the warden itself writes no file.
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    soft = hard if most is None or 0 <= hard < most else most
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

"""Files that are whole or not there at all, whoever reads or dies meanwhile; and the port of one text
that outlives its process.

Not for what many write at once: the last writer wins.
"""

import os
import tempfile
from pathlib import Path
from typing import Protocol

PRIVATE = 0o600


class Keep(Protocol):
    """Where one text is kept."""

    def read(self) -> str:
        """Raises: OSError."""
        ...

    def write(self, text: str) -> None:
        """Raises: OSError."""
        ...


def replace_whole(
    file: Path, content: bytes, *, mode: int | None = None, lasting: bool = True
) -> None:
    """Without a mode it keeps the one it has, or is private. `lasting`: also over a power failure.

    Raises: OSError.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if mode is None:
        mode = file.stat().st_mode & 0o777 if file.exists() else PRIVATE
    with tempfile.NamedTemporaryFile(
        dir=file.parent, prefix=f".{file.name}.", delete=False
    ) as fresh:
        fresh.write(content)
        if lasting:
            fresh.flush()
            os.fsync(fresh.fileno())
    made = Path(fresh.name)
    made.chmod(mode)
    made.replace(file)

"""The person's own editor for a long answer: a private file there, its text back.

The command comes from VISUAL or EDITOR and is split as a shell would, without being given to one.
"""

import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

FALLBACK = "vi"


def edited(text: str, environ: Mapping[str, str]) -> str | None:
    """The text as the editor left it; None where there was no editor, or it failed."""
    command = environ.get("VISUAL") or environ.get("EDITOR") or FALLBACK
    with TemporaryDirectory(prefix="askline-") as directory:
        file = Path(directory, "answer.md")
        file.write_text(text, encoding="utf-8")
        try:
            done = subprocess.run([*shlex.split(command), str(file)], check=False)  # noqa: S603 - the person's own
        except (OSError, ValueError):
            return None
        if done.returncode:
            return None
        return file.read_text(encoding="utf-8", errors="replace").rstrip("\n")

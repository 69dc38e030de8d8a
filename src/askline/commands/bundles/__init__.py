"""Ready declarations for common programs, and which of them a project has a use for.

They are beginnings: `askline tools init` writes them into the project, where they are its own.
"""

from collections.abc import Container
from importlib.resources import files
from typing import Final

MARKS: Final = {
    "git": (".git",),
    "python": ("pyproject.toml", "setup.py", "requirements.txt"),
    "uv": ("uv.lock",),
    "node": ("package.json",),
    "rust": ("Cargo.toml",),
    "docker": ("Dockerfile", "Containerfile", "compose.yaml", "compose.yml", "docker-compose.yml"),
    "make": ("Makefile", "makefile", "GNUmakefile"),
    "just": ("justfile", "Justfile", ".justfile"),
}
"""Every bundle, and the files that tell of it."""


def fitting(names: Container[str]) -> list[str]:
    """The bundles for a project with files of these names."""
    return [bundle for bundle, marks in MARKS.items() if any(mark in names for mark in marks)]


def text(bundle: str) -> str:
    return (files(__name__) / f"{bundle}.json").read_text(encoding="utf-8")

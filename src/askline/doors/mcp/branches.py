"""The branch that a project stands on, read from the repository's own files: no git is started.

A guess for people to look at. Whatever is unusual (no repository, a detached head, a file that
cannot be read) is simply no branch.
"""

from pathlib import Path

HEAD_SIZE = 4096
BRANCH = "ref: refs/heads/"
LINK = "gitdir: "


def branch_of(project: str) -> str | None:
    """Also of a worktree or a submodule, and from below the repository's root."""
    start = Path(project)
    for directory in (start, *start.parents):
        found = directory / ".git"
        try:
            if found.is_dir():
                return _branch(found)
            if found.is_file():
                link = _beginning(found)
                return _branch(directory / link[len(LINK) :]) if link.startswith(LINK) else None
        except (OSError, ValueError):
            return None
    return None


def _branch(repository: Path) -> str | None:
    head = _beginning(repository / "HEAD")
    return head[len(BRANCH) :] if head.startswith(BRANCH) else None


def _beginning(file: Path) -> str:
    with file.open(encoding="utf-8", errors="replace") as opened:
        return opened.read(HEAD_SIZE).strip()

"""Which language somebody set, read at once: every command asks for it before it says a word.

The whole loader of settings takes longer than most commands do. What is wrong with the file is said by
whoever loads it; here it counts as nothing set.
"""

from pathlib import Path


def wanted(file: str) -> str | None:
    """None where the system's language is meant."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None
    if "language" not in text:
        return None
    import tomllib  # noqa: PLC0415 - for those who set it

    try:
        said = tomllib.loads(text).get("language")
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    return said if isinstance(said, str) and said != "auto" else None

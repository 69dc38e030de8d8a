"""Connections to the file, and SQLite's errors in our words."""

import json
import sqlite3
from functools import lru_cache
from pathlib import Path

from askline.core.errors import AsklineError, Internal, StoreUnavailable
from askline.stores.saying import can_say

BUSY_S = 10.0


def connect(path: Path) -> sqlite3.Connection:
    """Raises: StoreUnavailable."""
    try:
        db = sqlite3.connect(
            path,
            timeout=BUSY_S,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=500,
        )
        db.create_function("askline_can_say", -1, _can_say, deterministic=True)
        db.execute("PRAGMA journal_mode = WAL")
        # FULL: an acknowledged answer survives not only kill -9 but power loss.
        db.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error as error:
        raise translated(error, path) from error
    return db


def _can_say(words: str, *texts: str | None) -> bool:
    return can_say(_listed(words), *texts)


@lru_cache(maxsize=8)  # the same for every row of a search
def _listed(words: str) -> list[str]:
    return json.loads(words)


def translated(error: Exception, path: Path) -> AsklineError:
    """What went wrong with the file at `path`, and what to do about it."""
    if isinstance(error, AsklineError):
        return error
    if not isinstance(error, sqlite3.Error):
        # Such as half of a surrogate pair, which no file holds.
        return Internal(
            f"The store could not keep a value: {type(error).__name__}.",
            hint="Nothing was kept. This is a defect of Askline: report it with its log.",
        )
    remedy = (
        f"Free space at {path.parent}"
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        else f"Look at free space and rights of {path.parent}"
    )
    return StoreUnavailable(
        f"The store could not be used: {error}.",
        hint=f"{remedy}, then try again; nothing was stored or settled.",
    )

"""Where the human's standing word is kept: a small file in the user's state, gone when they are back."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from askline.asks.away import Away
from askline.core.whole_files import PRIVATE, replace_whole

NAME = "away.json"


def read(state: str) -> Away | None:
    """None where there is none, and where nobody understands what is there."""
    try:
        said: Any = json.loads((Path(state) / NAME).read_text(encoding="utf-8"))
        until = said["until"]
        return Away(
            words=str(said["words"]),
            since=datetime.fromisoformat(said["since"]),
            until=None if until is None else datetime.fromisoformat(until),
        )
    except (OSError, ValueError, LookupError, TypeError):
        return None


def write(state: str, away: Away) -> None:
    said = {
        "words": away.words,
        "since": away.since.isoformat(),
        "until": away.until.isoformat() if away.until else None,
    }
    replace_whole(Path(state) / NAME, json.dumps(said).encode(), mode=PRIVATE)


def remove(state: str) -> bool:
    """Whether there was one."""
    file = Path(state) / NAME
    there = file.exists()
    file.unlink(missing_ok=True)
    return there

"""How shapes are spelled: one text for one shape, and times in RFC 3339 UTC with milliseconds."""

import json
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]


text_of = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
"""The one spelling of a shape: stored, and hashed."""


def time_text(at: datetime | None) -> str | None:
    if at is None:
        return None
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def read_time(text: str) -> datetime:
    return datetime.fromisoformat(text)

"""What every tool that waits for several things takes: which, how many of them, how long."""

import math
from collections.abc import Mapping
from typing import Any

from askline.asks.fields import Fields, spelled

MOST_IDS = 100


def ids_in(fields: Fields, of: str, *, least: int = 1, see: str = "operation_id") -> list[str]:
    ids = fields.items("ids") or []
    if not least <= len(ids) <= MOST_IDS or not all(isinstance(each, str) for each in ids):
        fields.wrong(
            "ids", f"{least} to {MOST_IDS} ids of {of}", f"{len(ids)} items", f"See `{see}`."
        )
    return ids


def any_will_do(fields: Fields) -> bool:
    mode = fields.text("mode") or "all"
    if mode not in ("any", "all"):
        fields.wrong("mode", "any or all", spelled(mode))
    return mode == "any"


def wait_in(meant: Mapping[str, Any], fields: Fields) -> float:
    """Seconds; fractions are fine, and none given is as long as may be."""
    wait: object = meant.get("wait")
    if wait is None:
        return math.inf
    if isinstance(wait, bool) or not isinstance(wait, int | float) or not wait >= 0:
        fields.wrong("wait", "seconds, 0 or more", spelled(wait))
        return 0.0
    return float(wait)

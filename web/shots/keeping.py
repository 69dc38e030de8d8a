"""Where pictures go: what the docs show into the docs, all others where they can be looked at."""

import os
from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).parents[2] / "docs/assets/web"
LOOK: Final = Path(os.environ.get("ASKLINE_SHOTS", "/tmp/askline-shots")) / "web"  # noqa: S108 - pictures only

SHOWN: Final = (
    *("card-approval", "card-dangerous", "card-deliberate", "card-question", "card-review"),
    *("card-standing", "card-states", "inbox-ask", "inbox-trail"),
    *("admin-people", "admin-routes", "admin-rule", "account"),
    *("operations", "routing", "stats"),
)
"""Each of them light and dark."""
ON_A_PHONE: Final = ("card-question-phone", "inbox-ask-phone", "inbox-list-phone")


def place(name: str) -> Path:
    base, _, look = name.rpartition("-")
    kept = name in ON_A_PHONE or (base in SHOWN and look in {"light", "dark"})
    directory = DOCS if kept else LOOK
    directory.mkdir(parents=True, exist_ok=True)
    return directory / f"{name}.png"

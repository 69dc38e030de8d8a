"""Settings to look at, for people: by name, and where each comes from.

Of a secret it is shown only that there is one, and free tables, which may hold any, are left out.
"""

from typing import Any

from askline.config.keys import Kind, find
from askline.config.settings import Settings
from askline.config.values import guarded


def settings_shape(settings: Settings, file: str) -> dict[str, Any]:
    found = {name: key for name in settings.flat if (key := find(name))}
    shown = {name: key for name, key in found.items() if key.kind is not Kind.TABLE}
    return {
        "file": file,
        "settings": {name: guarded(key, settings.flat[name]) for name, key in shown.items()},
        "sources": {name: settings.sources.get(name, "default") for name in shown},
    }

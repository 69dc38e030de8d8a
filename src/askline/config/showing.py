"""Settings to look at, for people: by name, and where each comes from.

Of a secret it is shown only that there is one.
"""

from typing import Any

from askline.config.keys import find
from askline.config.settings import Settings
from askline.config.values import guarded


def settings_shape(settings: Settings, file: str) -> dict[str, Any]:
    shown = {name: key for name in settings.flat if (key := find(name))}
    return {
        "file": file,
        "settings": {name: guarded(key, settings.flat[name]) for name, key in shown.items()},
        "sources": {name: settings.sources.get(name, "default") for name in shown},
    }

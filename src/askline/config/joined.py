"""Which hub this user's service works for: its address with the token for it, in one private file.

Kept together, so that a token never goes to another address than the one it was given for. The token is
no setting: it is not shown, and nothing but a call to that hub carries it.
"""

import json
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from askline.core.whole_files import PRIVATE, replace_whole


@dataclass(frozen=True, slots=True)
class HubKey:
    url: str
    token: str = field(repr=False)


def read_key(path: str) -> HubKey | None:
    """None where no hub was joined, or what is there is no key."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        said = json.loads(Path(path).read_text(encoding="utf-8"))
        if str(said["url"]).startswith(("https://", "http://")):
            return HubKey(str(said["url"]), str(said["token"]))
    return None


def keep_key(path: str, key: HubKey) -> None:
    """Raises: OSError."""
    said = json.dumps({"url": key.url, "token": key.token})
    replace_whole(Path(path), f"{said}\n".encode(), mode=PRIVATE)


def forget_key(path: str) -> None:
    Path(path).unlink(missing_ok=True)

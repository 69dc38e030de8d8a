"""What the user trusted, in files of their own state: one for each project, with the trusted texts.

Never in the project, where an agent or a command could write it. A file is named by a hash of the
project's real path, so that every spelling of the path is one project.
"""

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any

from askline.commands.loading import Source
from askline.commands.trust import Trusted
from askline.core.errors import StoreUnavailable
from askline.core.locations import Locations, make_private
from askline.core.whole_files import PRIVATE, replace_whole


class DiskTrustBook:
    def __init__(self, locations: Locations) -> None:
        self._locations = locations

    def read(self, project: str) -> Trusted | None:
        try:
            kept: dict[str, Any] = json.loads(self.file(project).read_text(encoding="utf-8"))
            sources = tuple(Source(name, text) for name, text in kept["files"])
            return Trusted(sources, str(kept["at"]))
        except (OSError, ValueError, LookupError, TypeError):
            return None

    def write(self, project: str, trusted: Trusted) -> None:
        kept = {
            "project": os.path.realpath(project),
            "sha256": trusted.sha256,
            "at": trusted.at,
            "files": [[each.name, each.text] for each in trusted.sources],
        }
        try:
            make_private(self._locations.state)
            make_private(self._locations.trust)
            replace_whole(self.file(project), json.dumps(kept).encode(), mode=PRIVATE)
        except OSError as error:
            raise StoreUnavailable(
                f"Trust cannot be kept in {self._locations.trust}: {error.strerror or error}.",
                hint="Mend the directory, and trust again. Nothing was trusted.",
            ) from error

    def file(self, project: str) -> Path:
        name = sha256(os.fsencode(os.path.realpath(project))).hexdigest()[:32]
        return Path(self._locations.trust) / f"{name}.json"

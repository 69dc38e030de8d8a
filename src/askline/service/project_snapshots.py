"""First answers for lines in projects that declare commands, kept up to date while a line is there.

A list of tools with commands is one project's own. It is left with the stamps of all that decided on it,
see `line.declaring`, and left anew whenever the offer is another.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anyio import to_thread
from mcp.server.lowlevel import Server

from askline.commands.workshop import Workshop
from askline.config.declarations import project_of
from askline.config.trusted import DiskTrustBook
from askline.core.locations import Locations
from askline.core.projects import settings_file
from askline.core.version import VERSION
from askline.doors.mcp.callers import Caller
from askline.line import declaring
from askline.service.deciding import SettingsOf
from askline.service.snapshots import leave_for, snapshot_text


@dataclass(frozen=True, slots=True)
class ProjectSnapshots:
    servers: Mapping[str, Server[Any]]
    workshop: Workshop
    locations: Locations
    settings_of: SettingsOf
    era: str

    async def keep_up(self, caller: Caller) -> None:
        """As long as the caller is there; nothing where its list is everybody's."""
        project, profile = caller.project, caller.profile
        if project is None or profile not in declaring.COMMANDING or "\n" in project:
            return
        async with self.workshop.offering.changed() as changes:
            await self._leave(profile, project, again=False)
            async for _ in changes:
                await self._leave(profile, project, again=True)

    async def _leave(self, profile: str, project: str, *, again: bool) -> None:
        """`again` also where what was left seems to hold: programs come and go without a stamp."""
        head = await to_thread.run_sync(self._head, profile, project, again)
        if head is None:
            return
        text = await snapshot_text(self.servers[profile], profile, self.era, project)
        left = f"{head}{declaring.BETWEEN}{text}"
        leave_for(Path(self.locations.state), VERSION, profile, project, left)

    def _head(self, profile: str, project: str, again: bool) -> str | None:
        """None where nothing is to be left. Taken before the list: a file that changes meanwhile must
        not confirm it."""
        settings = (self.locations.config, settings_file(project))
        if not declaring.declares(project, settings):
            return None
        state = self.locations.state
        if not again and declaring.kept(state, VERSION, profile, project) is not None:
            return None
        root = project_of(project)
        paths = self.settings_of(root).tools.paths
        more = [str(Path(root, Path(each).expanduser())) for each in paths]
        trusted = str(DiskTrustBook(self.locations).file(root))
        found = [place for place in (declaring.nearest(project), *more) if place]
        return declaring.head(project, [*found, trusted, *settings, settings_file(root)])

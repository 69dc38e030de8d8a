"""Making a project's journal again from the store, whole: what was removed, lost or never written.

As often as one likes: what stands is left as it is, also where somebody edited it. Deletes nothing.
"""

from dataclasses import dataclass

from askline.asks.reading import Reading
from askline.core.errors import NotAllowed
from askline.core.people import Actor, Project, Right
from askline.memory.digest import asks_of
from askline.memory.journal import Journal


@dataclass(frozen=True, slots=True)
class Rebuilt:
    written: int
    """Files that were made now."""
    stood: int
    """Files that were there."""
    mode: str
    """What the setting says for this project: where it wants no files there are none."""


class Rebuilding:
    def __init__(self, reading: Reading, journal: Journal) -> None:
        self._reading = reading
        self._journal = journal

    async def rebuild(self, actor: Actor, project: Project) -> Rebuilt:
        """Oldest first, so that of two in one second the names come out as they were.

        Raises: NotAllowed; StoreUnavailable, at the first file that cannot be written.
        """
        if not actor.may(Right.OPERATE):
            raise NotAllowed(
                f"{actor.name} may not write journals.", hint="Let the owner of the project do it."
            )
        asks = await asks_of(self._reading, actor, project)
        made = [w.made for ask in reversed(asks) for w in await self._journal.kept(ask)]
        mode = await self._journal.mode(project.path or "")
        return Rebuilt(written=sum(made), stood=len(made) - sum(made), mode=mode)

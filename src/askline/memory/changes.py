"""Who wants to know when a project's memory changes, and is told so.

A hint and nothing more: what changed is found by reading. Each follower is told once at the start,
so that nothing falls between its last look and its following, and many changes at once are told as
one. Hears nothing itself: the scribe does.
"""

from collections.abc import Awaitable, Callable

import anyio

from askline.core.people import Project

Tell = Callable[[], Awaitable[None]]
Where = tuple[str, str]


class Changes:
    def __init__(self) -> None:
        self._followers: dict[Where, dict[anyio.Event, None]] = {}

    async def follow(self, tenant: str, project: Project, tell: Tell) -> None:
        """Forever."""
        where = _where(tenant, project)
        while True:
            changed = anyio.Event()
            self._followers.setdefault(where, {})[changed] = None
            try:
                await tell()
                await changed.wait()
            finally:
                self._gone(where, changed)

    def happened(self, tenant: str, project: Project) -> None:
        for follower in self._followers.get(_where(tenant, project), ()):
            follower.set()

    def anywhere(self) -> None:
        """Something may have changed, nobody knows where."""
        for followers in self._followers.values():
            for follower in followers:
                follower.set()

    def _gone(self, where: Where, changed: anyio.Event) -> None:
        followers = self._followers[where]
        del followers[changed]
        if not followers:
            del self._followers[where]


def _where(tenant: str, project: Project) -> Where:
    return tenant, project.path or project.name

"""Who follows a project's memory is told that it changed: of this project, once for many."""

import anyio
from anyio.lowlevel import checkpoint

from askline.core.background import background
from askline.core.people import Project
from askline.memory.changes import Changes

SHOP, GARDEN = Project(name="shop", path="/shop"), Project(name="garden")


class Follower:
    def __init__(self) -> None:
        self.told = 0

    async def tell(self) -> None:
        self.told += 1
        await checkpoint()


async def test_a_follower_is_told_at_the_start_and_once_for_many_changes_of_its_project() -> None:
    changes, shop, garden = Changes(), Follower(), Follower()

    async def at(project: Project, follower: Follower) -> None:
        await changes.follow("local", project, follower.tell)

    async def at_shop() -> None:
        await at(SHOP, shop)

    async def at_garden() -> None:
        await at(GARDEN, garden)

    counts: list[tuple[int, int]] = []
    with anyio.fail_after(5):
        async with background(at_shop, at_garden, at_shop):
            for happens in (
                lambda: None,
                lambda: [changes.happened("local", SHOP) for _ in range(3)],
                lambda: changes.happened("other", SHOP),
                lambda: changes.happened("local", Project(name="garden")),
                changes.anywhere,
            ):
                await anyio.wait_all_tasks_blocked()
                happens()
                await anyio.wait_all_tasks_blocked()
                counts.append((shop.told, garden.told))

    assert counts == [(2, 1), (4, 1), (4, 1), (4, 2), (6, 3)]
    assert changes._followers == {}


async def test_what_happens_while_a_follower_is_told_is_told_afterwards() -> None:
    changes, told = Changes(), list[int]()

    async def tell() -> None:
        told.append(1)
        if len(told) < 3:
            changes.happened("local", SHOP)
        await checkpoint()

    with anyio.move_on_after(5) as scope:
        async with background(lambda: changes.follow("local", SHOP, tell)):
            await anyio.wait_all_tasks_blocked()
    assert not scope.cancelled_caught
    assert len(told) == 3


def test_what_nobody_follows_is_told_to_nobody() -> None:
    Changes().happened("local", SHOP)
    Changes().anywhere()

"""What every shelf promises: the bytes that lie under a hash have that hash."""

import errno
import hashlib
import os
import stat
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path

import asyncpg
import pytest

from askline.asks.ports import Shelf
from askline.service.hub.ties import open_ties
from askline.stores.ephemeral import EphemeralShelf
from askline.stores.shelf import DiskShelf
from tests.places import PostgresPlace

HOME, ELSEWHERE = "local", "elsewhere"


async def in_postgres(request: pytest.FixtureRequest) -> AsyncGenerator[Shelf]:
    dsn: str = request.getfixturevalue("postgres")
    await PostgresPlace(dsn).empty()
    async with open_ties(dsn) as ties:
        yield ties.shelf


@pytest.fixture(params=["ephemeral", "disk", "postgres"])
async def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Shelf]:
    if request.param == "postgres":
        async for made in in_postgres(request):
            yield made
    else:
        disk = request.param == "disk"
        yield DiskShelf(tmp_path / "shelf") if disk else EphemeralShelf()


@pytest.fixture(params=["ephemeral", "postgres"])
async def shared_shelf(request: pytest.FixtureRequest) -> AsyncGenerator[Shelf]:
    """One that several tenants share; a disk is one user's own."""
    if request.param == "postgres":
        async for made in in_postgres(request):
            yield made
    else:
        yield EphemeralShelf()


@pytest.mark.parametrize("content", [b"", b"a picture", bytes(range(256)) * 5000])
async def test_what_was_put_is_taken_by_its_hash(shelf: Shelf, content: bytes) -> None:
    sha256 = await shelf.put(HOME, content)

    assert sha256 == hashlib.sha256(content).hexdigest()
    assert await shelf.take(HOME, sha256) == content
    assert await shelf.size(HOME, sha256) == len(content)


async def test_putting_the_same_twice_is_harmless(shelf: Shelf) -> None:
    assert await shelf.put(HOME, b"twice") == await shelf.put(HOME, b"twice")


@pytest.mark.parametrize("name", ["0" * 64, "../../etc/passwd", "", "A" * 64])
async def test_what_is_not_a_known_hash_is_not_there(shelf: Shelf, name: str) -> None:
    assert await shelf.take(HOME, name) is None
    assert await shelf.size(HOME, name) is None
    assert not await shelf.discard(HOME, name, datetime.max.replace(tzinfo=UTC))


async def test_files_on_disk_are_for_their_owner_alone(tmp_path: Path) -> None:
    sha256 = await DiskShelf(tmp_path).put(HOME, b"secret")

    file = tmp_path / sha256[:2] / sha256
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


async def test_what_is_discarded_is_gone_and_what_is_not_there_was_not(shelf: Shelf) -> None:
    sha256 = await shelf.put(HOME, b"old")

    assert await shelf.discard(HOME, sha256, datetime.max.replace(tzinfo=UTC))
    assert await shelf.take(HOME, sha256) is None
    assert not await shelf.discard(HOME, sha256, datetime.max.replace(tzinfo=UTC))


async def test_a_file_that_was_put_down_again_stays_on_disk(tmp_path: Path) -> None:
    shelf = DiskShelf(tmp_path)
    sha256 = await shelf.put(HOME, b"again")
    file = tmp_path / sha256[:2] / sha256
    os.utime(file, (0, 0))
    await shelf.put(HOME, b"again")

    assert not await shelf.discard(HOME, sha256, datetime(2001, 1, 1, tzinfo=UTC))
    assert await shelf.take(HOME, sha256) == b"again"


async def test_a_row_that_was_put_down_again_stays(postgres: str) -> None:
    async with open_ties(postgres) as ties:
        sha256 = await ties.shelf.put(HOME, b"again")

        assert not await ties.shelf.discard(HOME, sha256, datetime(2001, 1, 1, tzinfo=UTC))
        assert await ties.shelf.take(HOME, sha256) == b"again"


async def test_a_file_is_whose_who_put_it_down(shared_shelf: Shelf) -> None:
    for who in ("ada", "bo", "ada"):
        sha256 = await shared_shelf.put(HOME, b"both", by=who)

    sizes = [await shared_shelf.size(HOME, sha256, by=who) for who in ("ada", "bo", "eve", "")]
    assert sizes == [4, 4, None, None]
    assert await shared_shelf.size(HOME, sha256) == 4


async def test_what_a_version_put_down_that_did_not_keep_who_is_anybodys(postgres: str) -> None:
    async with open_ties(postgres) as ties:
        sha256 = await ties.shelf.put(HOME, b"earlier", by="ada")
        db = await asyncpg.connect(postgres)
        await db.execute("UPDATE attachments SET put_by = NULL")
        await db.close()
        await ties.shelf.put(HOME, b"earlier", by="bo")

        assert await ties.shelf.size(HOME, sha256, by="ada") == 7


async def test_knowing_a_hash_gives_no_tenant_a_file_of_another(shared_shelf: Shelf) -> None:
    sha256 = await shared_shelf.put(HOME, b"ours")

    assert await shared_shelf.take(ELSEWHERE, sha256) is None
    assert await shared_shelf.size(ELSEWHERE, sha256) is None
    assert not await shared_shelf.discard(ELSEWHERE, sha256, datetime.max.replace(tzinfo=UTC))
    assert await shared_shelf.take(HOME, sha256) == b"ours"


def files_in(directory: Path) -> list[Path]:
    return [each for each in directory.rglob("*") if each.is_file()]


async def test_what_cannot_be_written_leaves_nothing_on_the_shelf(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            await DiskShelf(tmp_path).put(HOME, b"large")

    assert files_in(tmp_path) == []


async def test_what_a_crash_left_unfinished_goes_and_what_is_being_written_stays(
    tmp_path: Path,
) -> None:
    directory = tmp_path / hashlib.sha256(b"next").hexdigest()[:2]
    directory.mkdir()
    old, fresh = directory / "old.tmp", directory / "fresh.tmp"
    for each in (old, fresh):
        each.touch()
    os.utime(old, (0, 0))

    await DiskShelf(tmp_path).put(HOME, b"next")

    assert (old.exists(), fresh.exists()) == (False, True)

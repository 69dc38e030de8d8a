"""What every shelf promises: the bytes that lie under a hash have that hash."""

import hashlib
import stat
from pathlib import Path

import pytest

from askline.asks.ports import Shelf
from askline.stores.ephemeral import EphemeralShelf
from askline.stores.shelf import DiskShelf


@pytest.fixture(params=["ephemeral", "disk"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Shelf:
    return EphemeralShelf() if request.param == "ephemeral" else DiskShelf(tmp_path / "shelf")


@pytest.mark.parametrize("content", [b"", b"a picture", bytes(range(256)) * 5000])
async def test_what_was_put_is_taken_by_its_hash(shelf: Shelf, content: bytes) -> None:
    sha256 = await shelf.put(content)

    assert sha256 == hashlib.sha256(content).hexdigest()
    assert await shelf.take(sha256) == content
    assert await shelf.size(sha256) == len(content)


async def test_putting_the_same_twice_is_harmless(shelf: Shelf) -> None:
    assert await shelf.put(b"twice") == await shelf.put(b"twice")


@pytest.mark.parametrize("name", ["0" * 64, "../../etc/passwd", "", "A" * 64])
async def test_what_is_not_a_known_hash_is_not_there(shelf: Shelf, name: str) -> None:
    assert await shelf.take(name) is None
    assert await shelf.size(name) is None


async def test_files_on_disk_are_for_their_owner_alone(tmp_path: Path) -> None:
    sha256 = await DiskShelf(tmp_path).put(b"secret")

    file = tmp_path / sha256[:2] / sha256
    assert stat.S_IMODE(file.stat().st_mode) == 0o600

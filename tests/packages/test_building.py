"""What is published: complete without Node.js, and the same to the byte wherever it is built."""

import os
import shutil
import subprocess
import tarfile
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUILT = "src/askline/doors/http/static"
READ = ("pyproject.toml", "README.md", "LICENSE")


def copied(place: Path, mode: int) -> Path:
    """A checkout whose pages were built, as far as a build looks at it."""
    shutil.copytree(
        ROOT / "src", place / "src", ignore=shutil.ignore_patterns("__pycache__", "static")
    )
    for name in READ:
        shutil.copy(ROOT / name, place / name)
    (place / BUILT).mkdir()
    (place / BUILT / "askline-card.js").write_text("export {}\n", encoding="utf-8")
    for file in place.rglob("*.py"):
        file.chmod(mode)
    return place


def built(place: Path, day: str) -> dict[str, bytes]:
    """Built from the source archive, as `uv build` does by default, without Node.js on the path."""
    env = {**os.environ, "PATH": _path_of_uv(), "SOURCE_DATE_EPOCH": day, "TZ": "Asia/Tokyo"}
    command = ["uv", "build", "--quiet", "--out-dir", str(place / "dist"), str(place)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    files = [*(place / "dist").glob("askline-*")]
    return {file.name: file.read_bytes() for file in files}


def _path_of_uv() -> str:
    uv = shutil.which("uv")
    assert uv is not None
    return str(Path(uv).parent)


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return built(copied(tmp_path_factory.mktemp("one"), 0o644), "0")


def test_two_builds_in_two_places_are_the_same_to_the_byte(
    one: dict[str, bytes], tmp_path: Path
) -> None:
    (elsewhere := tmp_path / "quite" / "elsewhere").mkdir(parents=True)

    other = built(copied(elsewhere, 0o600), "1900000000")

    assert one == other


def test_built_pages_are_in_the_archive_and_in_the_wheel(one: dict[str, bytes]) -> None:
    [sdist] = [BytesIO(file) for name, file in one.items() if name.endswith(".tar.gz")]
    [wheel] = [BytesIO(file) for name, file in one.items() if name.endswith(".whl")]

    with tarfile.open(fileobj=sdist) as archive:
        assert any(name.endswith("static/askline-card.js") for name in archive.getnames())
    with zipfile.ZipFile(wheel) as archive:
        assert "askline/doors/http/static/askline-card.js" in archive.namelist()

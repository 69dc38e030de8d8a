"""Pictures in the docs stay small, and the recording asks nobody for anything."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
ASSETS = DOCS / "assets"
RECORDING = ASSETS / "recording" / "askline.svg"


def test_no_picture_is_large_and_all_together_are_not() -> None:
    sizes = {file.name: file.stat().st_size for file in ASSETS.rglob("*.png")}

    assert {name: size for name, size in sizes.items() if size > 150_000} == {}
    assert sum(sizes.values()) + RECORDING.stat().st_size < 2_500_000


def test_the_recording_stands_still_for_whoever_wants_no_motion() -> None:
    film = RECORDING.read_text()

    assert len(film.encode()) <= 300_000
    assert "prefers-reduced-motion" in film
    assert "prefers-color-scheme:dark" in film
    assert "<script" not in film
    assert set(re.findall(r"https?://[^\"']+", film)) == {"http://www.w3.org/2000/svg"}

"""Two hundred files that nobody would write, and disks that take none: no crash, no wrong count."""

import random
import shutil
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import anyio
import pytest

from askline.memory.digest import Sought
from askline.memory.entries import Entry
from askline.memory.ports import Place
from askline.memory.writing import file_text
from askline.stores.journal import files
from askline.stores.journal.files import DiskJournal
from tests.builders import ADA, NOON
from tests.unit.memory import House

GOOD = Entry(at=NOON, question="Which?", answer='"this": é\n\0🎉', by="human")
CLOSED = b"question: 'a\nanswer: [b\n"
"""Before anything else: whatever follows, no parser gets to the end of it."""


def hostile(number: int) -> bytes:
    """The same for the same number, in every run."""
    chance = random.Random(number)
    noise = chance.randbytes(chance.randrange(2_000))
    text = file_text(replace(GOOD, ask=f"x{number}")).encode()
    kinds = (
        lambda: CLOSED + noise,
        lambda: text[: chance.randrange(40, len(text) - 60)].rpartition(b"answer")[0],
        lambda: b"\xff\xfe" + text,
        lambda: b"[" * chance.randrange(1_000, 100_000),
        lambda: b"question: a\nanswer: " + b"[" * chance.randrange(1_000, 100_000),
        lambda: b"question: a\nanswer: " + b"[a, " * chance.randrange(100, 1_000),
        lambda: b"{a: " * chance.randrange(1_000, 50_000),
        lambda: b"a: &a [b]\n" + b"c: [*a, *a]\n" * 1_000 + text,
        lambda: text + b"---\n" + text,
        lambda: text + text,
        lambda: b"- " + text.replace(b"\n", b"\n  "),
        lambda: b"question: !!python/object/apply:os.abort []\n" + noise.replace(b"\n", b""),
        lambda: b"question: a\nanswer: b\n#" + b"x" * chance.randrange(262_144, 600_000),
        lambda: b'question: "' + b"\\" * chance.randrange(1_001, 200_001, 2),
        lambda: b"? " * chance.randrange(100, 5_000),
        lambda: b"question: >\n" + b" \t" * 5_000 + b"\n",
        lambda: b"%YAML 9.9\n---\n\0" + noise,
        lambda: b"",
    )
    return kinds[number % len(kinds)]()


async def test_two_hundred_hostile_files_neither_crash_a_summary_nor_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "PATIENCE_S", 60.0)
    house = House(tmp_path, "on")
    known = [await house.answered(f"Known {number}?", "yes") for number in range(5)]
    for ask in known:
        await house.memory.journal.keep(ask)
    questions = tmp_path / ".askline/questions"
    for number in range(200):
        (questions / f"20261114_13{number // 60:02}{number % 60:02}_bad.yaml").write_bytes(
            hostile(number)
        )
    for number in range(7):
        one = replace(GOOD, ask=f"g{number}", at=NOON + timedelta(seconds=number))
        await house.files.write(str(tmp_path), Place.SWISSARMYHAMMER, one)
    by_hand = tmp_path / ".swissarmyhammer/questions/mine.yaml"
    by_hand.write_text("question: Tabs?\nanswer: no\n")

    with anyio.fail_after(120):
        summary = await house.summary()
        entries = await house.entries()

    assert (summary.count, summary.total, len(entries)) == (13, 13, 13)
    assert sum(entry.get("source") == "file" for entry in entries) == 8
    assert (await house.memory.digest.found(ADA, house.project, Sought())).total == 13


TRIED = """
import sys
from datetime import UTC, datetime

import anyio

from askline.core.errors import StoreUnavailable
from askline.memory.entries import Entry
from askline.memory.ports import Place
from askline.stores.journal.files import DiskJournal

async def tried(project):
    journal, written = DiskJournal(), 0
    at = datetime(2026, 11, 14, 12, tzinfo=UTC)
    try:
        for written in range(100):
            entry = Entry(at=at, question="Which?", answer="x" * 10_000, ask=f"a{written}")
            await journal.write(project, Place.ASKLINE, entry)
    except StoreUnavailable as error:
        print(error.message)
    unfinished = [path async for path in anyio.Path(project).rglob("*.tmp")]
    print(written, len(await journal.read(project, ())), len(unfinished))

anyio.run(tried, sys.argv[1])
"""
"""Writes entries until one fails, then reads: how many of each, and how much is left unfinished."""


def on_a_disk(*options: str, project: Path) -> list[str]:
    """What is said of a project in a world with another file system."""
    bubblewrap = shutil.which("bwrap") or "bwrap"
    command = [bubblewrap, "--dev-bind", "/", "/", *options, sys.executable, "-c", TRIED]
    done = subprocess.run(
        [*command, str(project)], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.splitlines()


needs_bubblewrap = pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap")


@needs_bubblewrap
def test_a_full_disk_is_told_and_what_was_written_before_is_read(tmp_path: Path) -> None:
    said, counts = on_a_disk("--size", "200000", "--tmpfs", str(tmp_path), project=tmp_path)

    written, read, left_over = map(int, counts.split())
    assert "cannot be written: No space left on device" in said
    assert 5 < written == read < 100
    assert left_over == 0


@needs_bubblewrap
def test_a_read_only_directory_is_told_and_can_be_read(tmp_path: Path) -> None:
    anyio.run(DiskJournal().write, str(tmp_path), Place.ASKLINE, GOOD)
    here = str(tmp_path)

    said, counts = on_a_disk("--ro-bind", here, here, project=tmp_path)

    assert "cannot be written: Read-only file system" in said
    assert counts == "0 1 0"

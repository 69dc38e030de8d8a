"""Where a replica spends its processor time: py-spy looks at it a hundred times a second."""

import subprocess
import tempfile
from collections import Counter
from pathlib import Path
from types import TracebackType
from typing import Self

from bench.measuring import say

TOP = 15
RATE = 100
PARTS = {
    "who comes in": (
        "askline/people/",
        "doors/http/hub_ways",
        "stores/postgres/people",
        "stores/postgres/keys",
    ),
    "events": ("doors/http/stream", "doors/http/feed"),
    "the desk and the store": ("askline/asks/", "askline/stores/"),
    "the door": ("askline/doors/",),
    "Starlette": ("starlette/",),
    "uvicorn and h11": ("uvicorn/", "h11/"),
}
"""The first that occurs in a stack, looked at from its end, has it."""


class Profile:
    def __init__(self, pid: int, seconds: float) -> None:
        self._pid = pid
        self._seconds = seconds
        self._out = Path(tempfile.mkdtemp()) / "stacks"

    def __enter__(self) -> Self:
        words = ["record", "--pid", str(self._pid), "--rate", str(RATE), "--format", "raw"]
        span = ["--duration", str(max(1, int(self._seconds))), "--output", str(self._out)]
        self._spy = subprocess.Popen(
            ["uv", "tool", "run", "py-spy", *words, *span],  # noqa: S607 - as a user would
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        _, self._complaint = self._spy.communicate(timeout=120)

    def tell(self) -> None:
        if not self._out.exists():
            say("profile", "py-spy could not look:", self._complaint[-200:])
            return
        stacks = [line.rpartition(" ") for line in self._out.read_text().splitlines()]
        total = sum(int(times) for _, _, times in stacks)
        own: Counter[str] = Counter()
        parts: Counter[str] = Counter()
        for stack, _, times in stacks:
            frames = stack.split(";")
            own[_short(frames[-1])] += int(times)
            parts[_part(frames)] += int(times)
        for name, counts in (("by part", parts), (f"top {TOP}, own time", own)):
            say(f"profile of a replica, {name}", f"{total} samples")
            for what, times in counts.most_common(TOP):
                say(f"    {what}", f"{times / total * 100:.1f} %")


def _part(frames: list[str]) -> str:
    for frame in reversed(frames):
        for part, places in PARTS.items():
            if any(place in frame for place in places):
                return part
    return "the loop and the rest"


def _short(frame: str) -> str:
    """Without its line."""
    return frame.rpartition(":")[0] + ")" if ":" in frame else frame

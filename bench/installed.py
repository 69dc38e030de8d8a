"""`just bench-installed`: what starts cost an installation with bytecode, against one that has none yet.

Both are made from the wheel in dist/; the one without is kept from writing any, so each of its starts is a
first one. Processor time is compared, which other programs on the machine do not change much.
"""

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.measuring import say

ROOT = Path(__file__).parents[1]
UV = shutil.which("uv") or "uv"
LISTING = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
STARTS = {
    "askline --version": ("--version",),
    "askline list, service running": ("list",),
    "askline mcp to tools/list": ("mcp",),
}


def main(*, runs: int) -> None:
    [wheel] = (ROOT / "dist").glob("askline-*.whl")
    with tempfile.TemporaryDirectory(prefix="askline-") as room:
        compiled = installed(Path(room) / "with", wheel, "--compile-bytecode")
        plain = installed(Path(room) / "without", wheel)
        env = {"PATH": "/usr/bin:/bin", "HOME": room, "PYTHONDONTWRITEBYTECODE": "1"}
        run(compiled, ("list",), env)
        for what, words in STARTS.items():
            with_, without = list[float](), list[float]()
            for _ in range(runs):
                without.append(run(plain, words, env))
                with_.append(run(compiled, words, env))
            tell(what, statistics.median(with_), statistics.median(without))
        run(compiled, ("service", "stop"), env)


def installed(place: Path, wheel: Path, *more: str) -> Path:
    """The command of an environment with nothing else in it."""
    environ = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    for words in (
        ("venv", "--quiet", str(place)),
        ("pip", "install", "--quiet", *more, "--python", str(place), str(wheel)),
    ):
        subprocess.run([UV, *words], env=environ, check=True)
    return place / "bin" / "askline"


def run(command: Path, words: tuple[str, ...], env: dict[str, str]) -> float:
    """Seconds of processor time that one start took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [str(command), *words], env=env, input=LISTING, text=True, capture_output=True, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def tell(what: str, with_: float, without: float) -> None:
    seen = f"{with_ * 1000:.0f} ms with bytecode, {without * 1000:.0f} ms without"
    say(what, f"{seen}: {with_ / without:.2f}")


if __name__ == "__main__":
    main(runs=3 if "--quick" in sys.argv[1:] else 11)

"""`scripts/try-start PAGE…`: run these pages, or all of them, and say how it went."""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.clients.start.pages import every
from tests.clients.start.playing import play
from tests.clients.start.rooms import build


def main(names: list[str]) -> int:
    pages = every()
    if unknown := [name for name in names if name not in pages]:
        sys.stderr.write(f"There is no page {', '.join(unknown)}. There are: {', '.join(pages)}.\n")
        return 2
    failed = 0
    with tempfile.TemporaryDirectory(prefix="askline-wheel-") as directory:
        wheels = build(Path(directory))
        for name in names or pages:
            try:
                done = play(pages[name], wheels)
            except (AssertionError, subprocess.TimeoutExpired) as wrong:
                failed += 1
                sys.stdout.write(f"{name}: FAILED\n{wrong}\n")
            else:
                more = f", {done.not_run} not run" if done.not_run else ""
                sys.stdout.write(f"{name}: {done.commands} commands, {done.seconds:.1f} s{more}\n")
            sys.stdout.flush()
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

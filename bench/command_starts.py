"""How long one small command takes: against C, a login shell, no sandbox, and a heavy service."""

import statistics
import subprocess
import time
from collections.abc import Callable
from functools import partial
from itertools import chain
from pathlib import Path

from askline.runner.model import Confinement
from bench.command_rivals import BLOCK, Rival, Workplace, ratio, seconds
from bench.measuring import say

BALLAST = 500 << 20
LOGIN_FILES = """
[ -r /usr/share/bash-completion/bash_completion ] && . /usr/share/bash-completion/bash_completion
eval "$(python3 -c 'print("export FROM_PYTHON=1")')"
command -v node >/dev/null && eval "$(node -e 'console.log("export FROM_NODE=1")')"
"""
"""A developer's, and mild: many a version manager does more."""


def login_shell(at: Workplace) -> Callable[[], float]:
    home = at.directory / "login"
    home.mkdir()
    Path(home, ".bash_profile").write_text(LOGIN_FILES)

    def start() -> float:
        began = time.perf_counter()
        env = {"HOME": str(home), "PATH": "/usr/local/bin:/usr/bin:/bin"}
        subprocess.run(["/bin/bash", "-lc", "/bin/true"], env=env, check=True)
        return time.perf_counter() - began

    return start


async def main(at: Workplace, rival: Rival, rounds: int) -> None:
    shell = login_shell(at)
    taken: dict[str, list[list[float]]] = {}
    async with at.runner() as runner:
        sandboxed = partial(at.run, Confinement.REQUIRED, "/bin/true")
        bare = partial(at.run, Confinement.OFF, "/bin/true")
        await seconds(runner, sandboxed, BLOCK)
        await seconds(runner, bare, BLOCK)
        for each in range(rounds):
            taken.setdefault("c", []).append(rival.seconds(BLOCK))
            taken.setdefault("sandboxed", []).append(await seconds(runner, sandboxed, BLOCK))
            taken.setdefault("bare", []).append(await seconds(runner, bare, BLOCK))
            taken.setdefault("shell", []).append([shell()] if each % 4 == 0 else taken["shell"][-1])
            ballast = bytearray(b"x") * BALLAST
            taken.setdefault("heavy", []).append(await seconds(runner, sandboxed, BLOCK))
            del ballast
    report(taken)


def report(taken: dict[str, list[list[float]]]) -> None:
    middle = {name: statistics.median(chain(*each)) * 1e3 for name, each in taken.items()}
    times = ", ".join(f"{name} {value:.2f}" for name, value in middle.items())
    say("medians of /bin/true, ms", times)
    ours = taken["sandboxed"]
    say("runner / C posix_spawn", f"{ratio(ours, taken['c']):.2f}", "wanted 2.5")
    shell = 1 / ratio(ours, taken["shell"])
    say("runner / login shell", f"1/{shell:.0f}", "wanted 1/20")
    say("sandboxed / unsandboxed", f"{ratio(ours, taken['bare']):.2f}", "wanted 1.3")
    say("with 500 MB ballast / without", f"{ratio(taken['heavy'], ours):.2f}", "wanted 1.3")

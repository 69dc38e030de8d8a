"""`just bench-commands`: what it costs to run a command, as ratios within this run.

`--quick` makes everything small: to see that the benches run, not to quote them.
"""

import os
import sys
from functools import partial

import anyio

from bench import command_crowds, command_kills, command_output, command_starts
from bench.command_rivals import Rival, workplace
from bench.measuring import say


def main(*, quick: bool) -> None:
    say("load of the machine", "{:.1f} {:.1f} {:.1f}".format(*os.getloadavg()))
    with workplace() as at:
        rival = Rival(at.directory)
        anyio.run(partial(command_starts.main, at, rival, rounds=2 if quick else 20))
        anyio.run(partial(command_crowds.main, at, rival, rounds=2 if quick else 7, runs=300))
        anyio.run(command_output.main, at, (1 << 26) if quick else (1 << 30))
        command_kills.main(at, rounds=1 if quick else 5)
    say("load of the machine", "{:.1f} {:.1f} {:.1f}".format(*os.getloadavg()))


if __name__ == "__main__":
    main(quick="--quick" in sys.argv[1:])

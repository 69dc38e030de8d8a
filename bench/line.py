"""`just bench-line`: what the line and the service cost, as ratios within this run.

`--quick` makes everything small: to see that the benches run, not to quote them.
"""

import sys

from bench import line_calls, line_crashes, line_crowds, line_starts


def main(*, quick: bool) -> None:
    line_starts.main(runs=3 if quick else 25)
    line_calls.main(calls=50 if quick else 1_000, answers=10 if quick else 200)
    line_crashes.main(agents=5 if quick else 50, kills=3 if quick else 6)
    line_crowds.main(
        agents=3 if quick else 20, waiting=20 if quick else 1_000, idle_s=1 if quick else 20
    )


if __name__ == "__main__":
    main(quick="--quick" in sys.argv[1:])

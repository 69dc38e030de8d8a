"""`just bench-web`: what the pages cost, as differences and ratios within this run.

`--quick` makes everything small: to see that the benches run, not to quote them.
"""

import json
import sys
from pathlib import Path

from bench import web_paint, web_push
from bench.browser import a_browser
from bench.measuring import say

SIZES = Path(__file__).parents[1] / "src/askline/doors/http/static/sizes.json"
WANTED = {
    "askline-card": 18 * 1024,
    "askline-inbox": 30 * 1024,
    "askline-app": 20 * 1024,
    "askline-operations": 16 * 1024,
    "askline-settings": 8 * 1024,
}


def main(*, quick: bool) -> None:
    sizes: dict[str, int] = json.loads(SIZES.read_text())
    for name, size in sizes.items():
        wanted = f"wanted at most {WANTED[name]:,}" if name in WANTED else ""
        say(f"{name}, compressed", f"{size:,} bytes", wanted)
    with a_browser() as browser:
        web_push.main(browser, asks=5 if quick else 300, answers=5 if quick else 100)
        web_paint.main(browser, many=50 if quick else 1_000, rounds=3 if quick else 15)


if __name__ == "__main__":
    main(quick="--quick" in sys.argv[1:])

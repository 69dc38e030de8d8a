"""The line starts in tens of milliseconds because it imports next to nothing."""

import subprocess
import sys
from pathlib import Path

from tests.invariants import invariant

SOURCE = Path(__file__).parents[2] / "src"

LOOK = f"""
import sys
sys.path.insert(0, {str(SOURCE)!r})
before = set(sys.modules)
import askline.line.main
print(*sorted(name for name in set(sys.modules) - before if not name.startswith("askline")))
"""

ALLOWED = {
    *("_collections_abc", "_json", "_signal", "_socket", "_stat", "fcntl", "genericpath"),
    *("os", "os.path", "posixpath", "select", "stat"),
}


@invariant("I8")
def test_the_line_imports_a_few_small_modules_and_nothing_else() -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", LOOK], capture_output=True, text=True, check=True
    )

    assert set(done.stdout.split()) <= ALLOWED

"""The steps of a composite action, run as a runner does: each in bash, with what it names put in.

Knows the expressions that the recipe uses and no other; what the runner brings along is not played.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from ruamel.yaml import YAML

GITHUB = {"github.run_id": "77", "github.job": "release"}
SHELLS = {"bash": ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c")}
EXPRESSION = re.compile(r"\$\{\{ (\S+) \}\}")


@dataclass(frozen=True)
class Step:
    command: tuple[str, ...]
    env: dict[str, str]


def steps(action: Path, **inputs: str) -> list[Step]:
    """What it runs itself; actions of other houses are left out."""
    told = cast("Any", YAML(typ="safe")).load(action.read_text(encoding="utf-8"))
    given: dict[str, str] = {
        name: inputs.get(name) or each.get("default", "") for name, each in told["inputs"].items()
    }
    known = GITHUB | {f"inputs.{name}": _filled(said, GITHUB) for name, said in given.items()}
    return [
        Step(
            (*SHELLS[step["shell"]], step["run"]),
            {name: _filled(said, known) for name, said in step.get("env", {}).items()},
        )
        for step in told["runs"]["steps"]
        if "run" in step
    ]


def _filled(text: str, known: dict[str, str]) -> str:
    return EXPRESSION.sub(lambda found: known[found[1]], text)

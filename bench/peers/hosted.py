"""Packages that talk to a service of their vendor's: asked once without an account, to see what they say.

No account is made and nothing is sent that could reach a person. What they say is recorded in place of
figures.
"""

import subprocess
from dataclasses import dataclass
from pathlib import Path

from bench.peers.installing import Failed, python_package, version_of
from bench.peers.room import room

ASKS = {
    "humanlayer": """
from humanlayer import HumanLayer
print(HumanLayer(verbose=False).human_as_tool()("Shall we?"))
""",
    "gotohuman": """
from gotohuman import GotoHuman
print(GotoHuman(agent_id="a").create_review("form").set_review_data({"q": "Shall we?"}).send_request())
""",
}
TYPED = "Yes"
BESIDE = {"gotohuman": ("httpx",)}
"""What a package imports and does not declare."""


@dataclass(frozen=True)
class NotRun:
    name: str
    version: str
    said: str


def asked(package: str, within: Path) -> NotRun:
    try:
        programs = python_package(package, within, *BESIDE.get(package, ()))
    except Failed as failed:
        return NotRun(package, "", failed.why)
    with room() as place:
        done = subprocess.run(
            [str(programs / "python"), "-c", ASKS[package]],
            env=place.environment(),
            cwd=place.project,
            input=f"{TYPED}\n",
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    said = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    return NotRun(package, version_of(programs, package), said[-1] if said else "nothing")

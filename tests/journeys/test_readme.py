"""What the README tells to type does what it says."""

import re
import shlex
import subprocess
from pathlib import Path

from tests.journeys.agents import ASKLINE, Home, home

README = Path(__file__).parents[2] / "README.md"


def tried() -> list[str]:
    """The commands below "Try it"."""
    found = re.search(r"## Try it\n\n<!-- [^\n]*\n```sh\n(.*?)```", README.read_text(), re.DOTALL)
    assert found
    return [line.split("#")[0].strip() for line in found[1].splitlines()]


def words(command: str) -> list[str]:
    return [*ASKLINE, *shlex.split(command)[1:]]


def test_what_the_readme_asks_is_listed_and_answered_and_the_asker_gets_it() -> None:
    asks, lists, answers = tried()

    with home() as room:
        waiting = background(room, asks.removesuffix("&"))
        short_id = room.pending(1)[0]["short_id"]
        listed = room.run(*words(lists)[len(ASKLINE) :])
        answered = room.run(*words(answers.replace("ID", short_id))[len(ASKLINE) :])
        said, _ = waiting.communicate(timeout=30)

    assert short_id in listed.stdout
    assert answered.returncode == waiting.returncode == 0
    assert said == "Yes\n"


def background(room: Home, command: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        words(command), env=room.env, cwd=room.project, stdout=subprocess.PIPE, text=True
    )

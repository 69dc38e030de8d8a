"""Two installations of one user: the newest serves, and nobody who waits notices the change."""

import shutil
import subprocess
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from askline.core.locations import Locations
from askline.core.version import VERSION
from tests.invariants import invariant
from tests.journeys.agents import JUNE, MODERN, Agent, Home, home

CHECKOUT = Path(__file__).parents[2]
OLDER, NEWER = "98.0.0", "99.0.0"


def installed(version: str, where: Path) -> list[str]:
    """The command of a wheel built as `version` and installed into an environment of its own."""
    source, room = where / f"source-{version}", where / version
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(CHECKOUT / name, source)
    shutil.copytree(CHECKOUT / "src", source / "src")
    for name in ("pyproject.toml", "src/askline/core/version.py"):
        file = source / name
        file.write_text(file.read_text().replace(f'"{VERSION}"', f'"{version}"', 1))
    subprocess.run(["uv", "build", "--quiet", "--wheel", "--out-dir", where, source], check=True)
    subprocess.run(["uv", "venv", "--quiet", room], check=True)
    (wheel,) = where.glob(f"askline-{version}-*.whl")
    python = room / "bin" / "python"
    subprocess.run(["uv", "pip", "install", "--quiet", "--python", python, wheel], check=True)
    return [str(room / "bin" / "askline")]


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> Generator[dict[str, list[str]]]:
    where = tmp_path_factory.mktemp("installations")
    yield {version: installed(version, where) for version in (OLDER, NEWER)}
    shutil.rmtree(where)


def version_of(place: Home) -> str:
    return place.json("service", "status")["version"]


def until_version(place: Home, version: str) -> None:
    end = time.monotonic() + 20
    while place.run("service", "status").returncode != 0 or version_of(place) != version:
        assert time.monotonic() < end, f"version {version} does not serve"
        time.sleep(0.05)


@pytest.mark.timeout(180)
@invariant("I7")
def test_a_newer_line_retires_an_older_service_once_and_for_good(
    commands: dict[str, list[str]],
) -> None:
    with home() as place:
        waiting = [Agent(place, JUNE, command=commands[OLDER]) for _ in range(5)]
        calls = [agent.ask(f"{n}?") for n, agent in enumerate(waiting)]
        asks = place.pending(5)
        assert version_of(place) == OLDER

        newcomer = Agent(place, MODERN, command=commands[NEWER])
        newcomer.call("tools/list")
        until_version(place, NEWER)

        serving = place.service()
        for ask in asks:
            place.answer(ask, ask["questions"][0]["question"])
        assert [agent.answer_to(call) for agent, call in zip(waiting, calls, strict=True)] == [
            f"{n}?" for n in range(5)
        ]
        assert place.service() == serving
        assert retirements(place) == 1

        newcomer.close()
        late = Agent(place, JUNE, command=commands[OLDER])
        call = late.ask("Late?")
        place.pending(1)
        place.kill_service()
        (ask,) = place.pending(1)
        assert version_of(place) == NEWER, "an older line has brought the older service back"
        place.answer(ask, "in time")
        assert late.answer_to(call) == "in time"
        for agent in (*waiting, late):
            agent.close()


def retirements(place: Home) -> int:
    log = Path(Locations.from_environment(place.env).log)
    return log.read_text().count("retired by version")

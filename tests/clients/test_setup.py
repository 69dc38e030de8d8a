"""After `askline setup` real clients find the line by themselves, and a person answers through it."""

import subprocess
from pathlib import Path

import pytest

from tests.clients.conversation import Call, Words
from tests.clients.installing import installed
from tests.clients.known import CLAUDE, CODEX, Client
from tests.clients.model import Model, scripted_model
from tests.clients.play import ASK, PROMPT, START_S
from tests.clients.scene import Scene, a_scene, running
from tests.clients.setups import SETUPS, SetUp, ready
from tests.clients.terminal import a_terminal
from tests.journeys.agents import Home

pytestmark = [pytest.mark.clients, pytest.mark.timeout(600)]


each_setup = pytest.mark.parametrize(
    "setup",
    [
        pytest.param(
            setup,
            id=setup.name,
            marks=() if setup.client in (CLAUDE, CODEX) else pytest.mark.nightly,
        )
        for setup in SETUPS
    ],
)


def person(scene: Scene, client: Client) -> Home:
    """Whoever has the client on the path."""
    path = f"{installed(client.name).parent}:{scene.env['PATH']}"
    return Home({**scene.env, "PATH": path}, scene.project)


def ask_it(scene: Scene, setup: SetUp) -> str:
    command = [str(installed(setup.client.name)), *setup.listed]
    env = {**scene.env, **setup.client.env(scene)}
    done = subprocess.run(
        command,
        env=env,
        cwd=scene.project,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.stdout + done.stderr


def connected(scene: Scene) -> str:
    """What the doctor says of the client that is connected."""
    found = scene.human.json("doctor")["findings"]
    return next(each["says"] for each in found if each["check"] == "connected")


def answered(scene: Scene, client: Client, model: Model, value: str) -> str:
    """Its model asks, a person answers, and this is what the model reads."""

    def called() -> bool:
        return any(isinstance(move, Call) for move in model.moves())

    def ended() -> bool:
        return bool(model.results()) and isinstance(model.moves()[-1], Words)

    command, env = client.prompted(scene, PROMPT), client.env(scene)
    stage = a_terminal if client.needs_terminal else running
    with stage(scene, command, env):
        assert model.wait_until(called, START_S), "nobody asked"
        [ask] = scene.human.pending(1, within=START_S)
        assert client.shown in connected(scene)
        scene.human.answer(ask, value)
        assert model.wait_until(ended, 60), "the turn never ended"
    return model.results()[-1]


@each_setup
def test_a_client_that_was_set_up_is_healthy_and_hears_its_human(setup: SetUp) -> None:
    with scripted_model(ASK) as model, a_scene(model.url) as scene:
        ready(scene, setup)
        done = person(scene, setup.client).run("setup", setup.name, "--yes", within=60)
        assert done.returncode == 0, done.stderr

        said = ask_it(scene, setup)
        assert "askline" in said
        assert setup.healthy in said
        assert "SQLite" in answered(scene, setup.client, model, "SQLite")


@each_setup
def test_what_was_set_up_is_taken_back_to_the_byte(setup: SetUp) -> None:
    with a_scene("http://127.0.0.1:9") as scene:
        before = ready(scene, setup)
        human, files = person(scene, setup.client), _files(scene.home)
        words = ("setup", setup.name, "--instruct", "--own-questions-off", "--hook", "--yes")
        assert human.run(*words, within=60).returncode == 0
        assert {name: (scene.home / name).read_text() for name in before} != before

        done = human.run("setup", "--undo", "--all", "--yes", within=60)

        assert done.returncode == 0, done.stderr
        assert {name: (scene.home / name).read_text() for name in before} == before
        assert _files(scene.home) == files


def _files(home: Path) -> set[Path]:
    """All but what we keep for ourselves."""
    kept = home / ".local"
    return {file for file in home.rglob("*") if file.is_file() and kept not in file.parents}

"""Recipes without an SDK: a program, a script, a step of a workflow."""

import sys
from collections.abc import Generator
from contextlib import AbstractContextManager

import pytest

from tests.recipes.stage import RECIPES, Stage, Started, a_stage, fetching
from tests.recipes.workflow import Step, steps

PYTHON = (sys.executable, str(RECIPES / "plain-python" / "agent.py"), "import-7")
SHELL = str(RECIPES / "shell" / "release.sh")
ACTION = RECIPES / "github-action"

pytestmark = pytest.mark.timeout(300)


@pytest.fixture(scope="module")
def stage() -> Generator[Stage]:
    """One for all: they ask different things."""
    with a_stage() as stage:
        stage.scene.human.json("list")  # the Python client starts no service
        yield stage


def test_a_program_that_was_killed_takes_up_its_ask_again(stage: Stage) -> None:
    with stage.running(*PYTHON) as first:
        ask = stage.asked(first)
        first.kill()
    stage.answer(ask, "SQLite")
    with stage.running(*PYTHON) as again:
        said = again.said()

    assert said == "Imported into SQLite."
    assert stage.stored_like(ask) == 1


def test_a_script_that_was_killed_takes_up_its_ask_again(stage: Stage) -> None:
    with stage.running(SHELL, "2.0") as first:
        ask = stage.asked(first)
        first.kill()
    with stage.running(SHELL, "2.0") as again:
        stage.answer(ask, "tonight")
        said = again.said()

    assert said == "Releasing 2.0: tonight."
    assert stage.stored_like(ask) == 1


def test_a_script_hears_a_no(stage: Stage) -> None:
    with stage.running(SHELL, "2.1") as started:
        ask = stage.asked(started)
        stage.client.reject(ask["id"], reason="It is Friday.")
        said = started.said()

    assert said == "Not releasing 2.1: somebody said no."


def test_a_job_that_is_run_again_has_the_answer_as_its_output(stage: Stage) -> None:
    _, asking = steps(ACTION / "action.yml", question="Release?", options="now,never")
    with job(stage, asking) as first:
        ask = stage.asked(first)
        first.kill()
    stage.answer(ask, "now")
    with job(stage, asking) as again:
        again.said()

    assert (stage.scene.root / "output").read_text().splitlines()[1] == "now"
    assert stage.stored_like(ask) == 1


@pytest.mark.nightly
def test_the_action_installs_the_askline_that_it_stands_beside(stage: Stage) -> None:
    install, _ = steps(ACTION / "action.yml")
    with job(stage, install) as installing:
        installing.said()
    with stage.running(f"{stage.scene.home}/.local/bin/askline", "--version") as installed:
        said = installed.said()

    assert said.startswith("askline ")


def job(stage: Stage, step: Step) -> AbstractContextManager[Started]:
    """A step as a runner runs it."""
    runner = {
        "GITHUB_ACTION_PATH": str(ACTION),
        "GITHUB_OUTPUT": str(stage.scene.root / "output"),
    }
    return stage.running(*step.command, **fetching(), **runner, **step.env)

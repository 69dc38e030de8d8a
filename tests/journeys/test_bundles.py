"""The bundles, run for real where their programs are: exactly the words that would run."""

import os
import shutil
from pathlib import Path
from subprocess import run
from typing import Any

import pytest

from askline.commands.bundles import MARKS, text
from askline.commands.loading import Source, load
from askline.commands.run import run_of
from askline.commands.tools import Tool

ALL = load([Source(f"{name}.json", text(name)) for name in MARKS])
TOOLS = {tool.name: tool for tool in ALL.tools}

GIT = {
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
    "GIT_CONFIG_GLOBAL": "/dev/null",
}


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not shutil.which(program), reason=f"there is no {program} here")


def output(tool: Tool, project: Path, **given: Any) -> str:
    """What the program says to exactly the words that would run."""
    planned = run_of(tool, given, project=str(project), real=lambda path: str(Path(path).resolve()))
    environ = {"PATH": os.environ["PATH"], "HOME": str(Path.home()), **GIT, **dict(planned.env)}
    program = shutil.which(planned.argv[0])
    assert program
    done = run(
        [program, *planned.argv[1:]],
        cwd=planned.cwd,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=50,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_git_runs_as_it_is_declared(tmp_path: Path) -> None:
    run(["git", "init", "-q", "-b", "main", str(tmp_path)], check=True)
    (tmp_path / "a file").write_text("one\n")

    assert output(TOOLS["git_status"], tmp_path, short=True) == '?? "a file"\n'
    output(TOOLS["git_add"], tmp_path, paths=["a file"])
    assert "+one" in output(TOOLS["git_diff"], tmp_path, staged=True)
    output(TOOLS["git_commit"], tmp_path, message="First: it's $HOME\n\nand more")
    (tmp_path / "a file").write_text("two\n")
    output(TOOLS["git_add"], tmp_path, all=True)
    output(TOOLS["git_restore"], tmp_path, staged=True, paths=["a file"])
    output(TOOLS["git_commit"], tmp_path, message="Second", all=True)
    assert "First: it's $HOME" in output(TOOLS["git_log"], tmp_path, oneline=True)
    assert "Second" not in output(TOOLS["git_log"], tmp_path, revision="HEAD~1")
    assert "-one" in output(TOOLS["git_show"], tmp_path, revision="HEAD")
    assert "-one" in output(TOOLS["git_diff"], tmp_path, revision="HEAD~1")
    output(TOOLS["git_switch"], tmp_path, create="side")
    output(TOOLS["git_switch"], tmp_path, branch="main")
    assert "side" in output(TOOLS["git_branch"], tmp_path, all=True)


def test_python_runs_as_it_is_declared(tmp_path: Path) -> None:
    (tmp_path / "hello.py").write_text("print('hello')\n")
    (tmp_path / "test_it.py").write_text("import unittest\n")

    assert output(TOOLS["python_version"], tmp_path).startswith("Python 3")
    assert output(TOOLS["python_script"], tmp_path, file="hello.py") == "hello\n"
    output(TOOLS["python_compile"], tmp_path, paths=["hello.py"])


@needs("npm")
def test_node_runs_as_it_is_declared(tmp_path: Path) -> None:
    scripts = '{"name": "x", "scripts": {"test": "echo tested", "build": "echo built"}}'
    (tmp_path / "package.json").write_text(scripts)

    assert output(TOOLS["npm_version"], tmp_path)[0].isdecimal()
    assert "tested" in output(TOOLS["npm_test"], tmp_path)
    assert "built" in output(TOOLS["npm_build"], tmp_path)
    assert "tested" in output(TOOLS["npm_run"], tmp_path, script="test")
    assert "x" in output(TOOLS["npm_ls"], tmp_path)


@needs("make")
def test_make_runs_as_it_is_declared(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text("all:\n\t@echo made\nother:\n\t@echo other\n")

    assert output(TOOLS["make_run"], tmp_path) == "made\n"
    assert output(TOOLS["make_run"], tmp_path, target="other", jobs=2) == "other\n"
    assert output(TOOLS["make_list"], tmp_path, target="other") == "echo other\n"


def test_just_runs_as_it_is_declared(tmp_path: Path) -> None:
    (tmp_path / "justfile").write_text("hello:\n    @echo hello\n")

    assert "hello" in output(TOOLS["just_list"], tmp_path)
    assert "echo hello" in output(TOOLS["just_show"], tmp_path, recipe="hello")
    assert output(TOOLS["just_run"], tmp_path, recipe="hello") == "hello\n"


@needs("cargo")
def test_rust_runs_as_it_is_declared(tmp_path: Path) -> None:
    run(["cargo", "init", "--lib", "--name", "shop", "-q", str(tmp_path)], check=True)

    assert output(TOOLS["cargo_version"], tmp_path).startswith("cargo")
    output(TOOLS["cargo_check"], tmp_path, tests=True)
    assert "test tests::it_works ... ok" in output(TOOLS["cargo_test"], tmp_path, filter="it_works")


@needs("uv")
def test_uv_runs_as_it_is_declared(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "shop"\nversion = "1"\n')

    output(TOOLS["uv_lock"], tmp_path)
    assert "shop" in output(TOOLS["uv_tree"], tmp_path, depth=1)


def engine() -> bool:
    """Whether there is an engine behind the program."""
    program = shutil.which("docker")
    return bool(
        program and run([program, "info"], capture_output=True, check=False).returncode == 0
    )


@pytest.mark.skipif(not engine(), reason="there is no engine for containers here")
def test_docker_runs_as_it_is_declared(tmp_path: Path) -> None:
    assert "CONTAINER ID" in output(TOOLS["docker_ps"], tmp_path, all=True)
    assert "REPOSITORY" in output(TOOLS["docker_images"], tmp_path)

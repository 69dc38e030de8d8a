"""A command inside the sandbox cannot get out of it, as root and as an unprivileged user."""

import json
import shutil
import socket
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

import askline
from askline.commands.ports import How
from askline.runner.model import Confinement
from askline.runner.runner import running
from tests.journeys.sandboxed import PYTHON, Scene, scene, who

PACKAGE = Path(askline.__file__).parent
ESCAPES = Path(__file__).with_name("escapes.py")
pytestmark = pytest.mark.skipif(
    not shutil.which("bwrap") or not Path(PYTHON).exists(), reason="needs bubblewrap and Python"
)


def listening(path: Path) -> socket.socket:
    made = socket.socket(socket.AF_UNIX)
    made.bind(str(path))
    made.listen()
    path.chmod(0o777)
    return made


async def attempts(at: Scene, run_with: Confinement, package: Path, *only: str) -> list[str]:
    """What was possible; the sockets stand where they can be seen, as those of a machine do."""
    shutil.copy(ESCAPES, at.project / "escapes.py")
    paths = [at.outside / "docker.sock", at.project / "agent.sock"]
    with (
        listening(paths[0]),
        listening(paths[1]),
        socket.create_server(("127.0.0.1", 0)) as server,
        secret_keeper(),
    ):
        words = (at.outside, at.around.home, ",".join(map(str, paths)), server.getsockname()[1])
        argv = (PYTHON, "escapes.py", *map(str, words), str(package), ",".join(only))
        ended, printed = await at.through(at.run(*argv, confinement=run_with))
    assert (ended.how, ended.exit_code) == (How.EXITED, 0), printed
    first, *rest = printed.splitlines()
    assert rest == [] if only else ["still here"]
    return [name for name, done in json.loads(first).items() if done]


@contextmanager
def secret_keeper() -> Generator[None]:
    with subprocess.Popen(["sleep", "60"], env={"PASSWORD": "hunter2"}) as process:
        yield
        process.kill()


@pytest.mark.parametrize("actor", who())
async def test_nothing_that_was_tried_gets_out(actor: str) -> None:
    with scene(actor) as at:
        assert await attempts(at, Confinement.REQUIRED, PACKAGE) == []

        kept = {each.name: each.read_text() for each in at.outside.iterdir() if each.is_file()}
        assert kept == {"victim": "keep", "removed": "keep", "moved": "keep"}


async def test_without_a_sandbox_the_same_tries_succeed() -> None:
    harmless = (
        *("write outside", "write through a link", "truncate", "remove", "hard link out"),
        *("change mode", "change time", "move away", "move out", "hooks", "new hook"),
        *("declarations", "git's settings", "repository moved aside", "private key"),
        *("the service's store", "another process's environment", "loopback"),
        *("dial docker.sock", "dial agent.sock", "declarations moved aside"),
    )
    with scene("oneself") as at:
        tried = await attempts(at, Confinement.OFF, at.outside, *harmless)

    assert tried == list(harmless)


@pytest.mark.parametrize("actor", who())
async def test_work_in_the_project_goes_on_as_ever(actor: str) -> None:
    work = "echo new > made && mkdir -p a/b && mv made a/b/ && cat a/b/made"
    with scene(actor) as at:
        ended, printed = await at.through(at.run("sh", "-c", f"{work} && echo $TMPDIR > $TMPDIR/x"))

        assert (ended.exit_code, printed) == (0, "new\n")
        assert (at.project / "a/b/made").read_text() == "new\n"
        assert not await anyio.Path("/tmp/x").exists()  # noqa: S108


@pytest.mark.parametrize("actor", who())
async def test_the_network_is_there_where_it_is_declared(actor: str) -> None:
    with scene(actor) as at, socket.create_server(("127.0.0.1", 0)) as server:
        dial = (
            f"import socket; socket.create_connection({server.getsockname()}, 5); print('through')"
        )

        _, printed = await at.through(at.run(PYTHON, "-c", dial, network=True))

        assert printed == "through\n"


async def test_unix_sockets_are_there_where_they_are_declared() -> None:
    with scene("oneself") as at, listening(at.project / "own.sock"):
        dial = "import socket; socket.socket(socket.AF_UNIX).connect('own.sock'); print('through')"

        _, printed = await at.through(at.run(PYTHON, "-c", dial, unix_sockets=True))

        assert printed == "through\n"


async def test_what_the_user_replaces_stays_protected() -> None:
    with scene("oneself") as at, anyio.fail_after(30):
        async with running(at.around) as runner:
            await (await runner.start(at.run("true"))).wait()
            (at.project / ".git").rename(at.project / "old")
            (at.project / ".git").mkdir()
            (at.project / ".git/config").write_text("[user]\n")

            attack = at.run("sh", "-c", "echo '[core] fsmonitor=x' > .git/config", name="attack")
            ended = await (await runner.start(attack)).wait()

        assert ended.exit_code != 0
        assert (at.project / ".git/config").read_text() == "[user]\n"


async def test_a_reduced_sandbox_holds_except_where_it_says_so() -> None:
    inside = ["declarations", "hooks", "git's settings", "repository moved aside"]
    tries = (
        *("write outside", "write through a link", "truncate", "remove", "move out", "move away"),
        *("hard link out", "hard link in", "private key", "the service's store", "loopback"),
        *("another process's environment", "input", "descriptors", "a terminal", "kernel keys"),
        *("kernel settings", "dial docker.sock", "send to docker.sock", "dial agent.sock"),
    )
    known = ["change mode", "change time", *inside]
    with scene("oneself") as at:
        alone = replace(at, around=replace(at.around, bubblewrap=None))

        possible = await attempts(alone, Confinement.REDUCED, at.outside, *tries, *known)

    assert possible == known


@pytest.mark.parametrize("actor", who())
async def test_an_opened_cache_opens_neither_programs_nor_secrets(actor: str) -> None:
    attack = "cd ~/.cargo && echo x > cache; echo x > bin/git; mv bin old; cat credentials.toml"
    with scene(actor) as at:
        _, printed = await at.through(at.run("sh", "-c", attack, writable=("~/.cargo",)))

        cargo = Path(at.around.home, ".cargo")
        assert (cargo / "cache").read_text() == "x\n"
        assert [each.name for each in (cargo / "bin").iterdir()] == []
        assert "secret" not in printed


async def test_a_project_that_is_only_read_cannot_be_written() -> None:
    with scene("oneself") as at:
        run = at.run("sh", "-c", "cat code.txt; echo x > new", project_writable=False)
        ended, printed = await at.through(run)

        assert ended.exit_code != 0
        assert printed.startswith("code")
        assert not (at.project / "new").exists()


@pytest.mark.parametrize("actor", who())
async def test_a_value_travels_in_a_file_that_only_its_command_has(actor: str) -> None:
    with scene(actor) as at:
        run = at.run("sh", "-c", 'cat "$1"; ls /proc/self/fd', "sh", "")
        _, printed = await at.through(replace(run, files=((4, "words\n"),)))
        _, other = await at.through(at.run("ls", "/proc/self/fd", name="other"))

        assert printed.startswith("words\n")
        assert other.split() == ["0", "1", "2", "3"]

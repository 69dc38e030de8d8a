"""The warden's own side, and the post between it and the service, where things go wrong."""

import errno
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic

import anyio
import pytest

from askline.commands.ports import How
from askline.runner import confining, tree
from askline.runner import watch as watch_module
from askline.runner.launching import found
from askline.runner.means import BOOT, Launch, Means
from askline.runner.model import Bounds, Order, Sandbox
from askline.runner.post import Post, WardenLost
from askline.runner.warden import DIED, NO_ROOM
from askline.runner.watch import Watch
from tests.unit.runner_house import house, measured

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="wardens are for Linux")

NOTHING = {
    "keep": False,
    "landlock": None,
    "network": False,
    "filter": False,
    "unix_sockets": False,
}
BOUNDS = {
    "files": list[int](),
    "timeout_s": None,
    "grace_s": 1,
    "output_bytes": 1_000,
    "file_bytes": 1 << 62,
}


SOON = 0.0
"""A moment that is over."""
ONE_FREE = (
    "import os, resource as r; from askline.runner import warden; serve = warden.Warden.serve;"
    "warden.Warden.serve = lambda self: (free := os.dup(0), os.close(free), r.setrlimit("
    "r.RLIMIT_NOFILE, (free + 1, r.getrlimit(r.RLIMIT_NOFILE)[1])), serve(self));"
)
"""There is room for a single descriptor more."""
NO_PATIENCE = "from askline.runner import tree; tree.PATIENCE_S = -1;"


def warden(
    directory: Path, first: str = "", /, **wanted: object
) -> tuple[socket.socket, subprocess.Popen[bytes]]:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    package = str(Path(confining.__file__).parents[1])
    launch = Launch(
        Means.NONE, (), (measured(directory).interpreter, "-I", "-S"), package, json.dumps(wanted)
    )
    argv = [first + each if each == BOOT else each for each in launch.argv(theirs.fileno())]
    process = subprocess.Popen(argv, pass_fds=[theirs.fileno()])
    theirs.close()
    ours.settimeout(20)
    return ours, process


def test_a_warden_in_a_namespace_of_its_own_needs_no_keeper(tmp_path: Path) -> None:
    control, process = warden(tmp_path, **{**NOTHING, "filter": True, "unix_sockets": True})
    assert control.recv(100) == b'{"ready": true}'
    with (tmp_path / "out").open("wb") as out:
        words = {"id": "op", "argv": ["true"], "cwd": "/", "env": {"A": "b"}, **BOUNDS}
        socket.send_fds(control, [json.dumps(words).encode()], [out.fileno()])
        control.send(b'{"stop": "another"}')

    ended = json.loads(control.recv(1_000))
    control.close()

    assert (ended["how"], ended["exit_code"]) == ("exited", 0)
    assert process.wait(20) == 0


def test_a_warden_goes_when_the_service_went_without_listening(tmp_path: Path) -> None:
    control, process = warden(tmp_path, **NOTHING)
    with control:
        # Its first word has arrived, and nobody will ever read it.
        assert control.recv(100, socket.MSG_PEEK)

    assert process.wait(20) == 0


def test_a_warden_that_cannot_end_what_is_left_goes_and_takes_it_along(tmp_path: Path) -> None:
    control, process = warden(tmp_path, NO_PATIENCE, **NOTHING)
    control.recv(100)
    with (tmp_path / "out").open("wb") as out:
        leaving = ["sh", "-c", "setsid sleep 60 & echo $!"]
        words = {"id": "op", "argv": leaving, "cwd": "/", "env": {"A": "b"}, **BOUNDS}
        socket.send_fds(control, [json.dumps(words).encode()], [out.fileno()])

    with control:
        assert json.loads(control.recv(1_000))["exit_code"] == 0
        assert process.wait(20) == 0

    # Here no namespace ends with it.
    os.kill(int((tmp_path / "out").read_text()), signal.SIGKILL)


def test_a_warden_without_room_for_descriptors_says_so_and_goes_on(tmp_path: Path) -> None:
    control, process = warden(tmp_path, ONE_FREE, **NOTHING)
    control.recv(100)
    words = {"id": "op", "argv": ["sleep", "60"], "cwd": "/", "env": {"A": "b"}, **BOUNDS}
    said = list[dict[str, str]]()
    with control, (tmp_path / "out").open("wb") as out:
        for given, message in (
            ([out.fileno()] * 2, words),
            ([out.fileno()] * 2, {"long": True, "id": "op"}),
            ([out.fileno()], words),
        ):
            socket.send_fds(control, [json.dumps(message).encode()], given)
            said.append(json.loads(control.recv(1_000)))

    assert process.wait(20) == 0
    assert [each["how"] for each in said] == ["failed_to_start"] * 3
    assert [each["why"] for each in said][:2] == [NO_ROOM, NO_ROOM]
    assert "Too many open files" in said[2]["why"]


async def test_what_cannot_be_sent_now_does_not_mean_that_the_warden_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as at:
        await at.through(at.run("true"))
        with monkeypatch.context() as patched, anyio.fail_after(20):
            patched.setattr(socket, "send_fds", too_many)
            with pytest.raises(OSError, match="Too many references"):
                await at.runner.start(at.run("true", name="second"))

        ended, _ = await at.through(at.run("true", name="third"))

    assert ended.how is How.EXITED


def opened() -> set[str]:
    return {each.name for each in Path("/proc/self/fd").iterdir()}


def too_many(*_: object, **__: object) -> None:
    raise OSError(errno.ETOOMANYREFS, "Too many references")


async def test_without_room_for_a_warden_nothing_is_left_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = opened()
    with pytest.raises(FileNotFoundError):
        post(str(tmp_path / "nowhere"))
    monkeypatch.setattr(os, "memfd_create", too_many)
    with pytest.raises(OSError, match="Too many references"):
        post("true")

    assert opened() == before


async def test_a_value_that_has_no_room_is_said_and_nothing_is_left_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as at:
        await at.through(at.run("true"))
        run = replace(at.run("cat", "", name="second"), files=((1, "x" * 10),))
        before = opened()
        with monkeypatch.context() as patched:
            patched.setattr("builtins.open", too_many)
            with pytest.raises(OSError, match="Too many references"):
                await at.runner.start(run)

        assert opened() == before


async def test_a_warden_that_hears_nothing_any_more_is_killed_when_its_time_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch_module, "BEYOND_S", 0.2)
    async with house(tmp_path) as at:
        run = at.run("sh", "-c", "echo here; sleep 60", bounds=Bounds(timeout_s=1, grace_s=0))
        started = await at.begun(run, "here")
        (keeper,) = at.runner.wardens()
        for each in (keeper, *tree.children(keeper)):
            os.kill(each, signal.SIGSTOP)

        with anyio.fail_after(20):
            ended = await started.wait()
            again, _ = await at.through(at.run("true", name="again"))

    assert (ended.how, again.how) == (How.INTERRUPTED, How.EXITED)


def test_a_warden_whose_keeper_died_too_early_does_not_begin(tmp_path: Path) -> None:
    begin = "from askline.runner.warden import not_without; not_without(0)"
    python = measured(tmp_path).interpreter

    assert subprocess.run([python, "-I", "-S", "-c", begin], check=False).returncode == DIED


def post(*argv: str) -> Post:
    return Post(Launch(Means.NONE, argv, (), "/", ""))


async def test_a_warden_that_is_gone_is_lost_to_whoever_speaks_or_listens() -> None:
    made = post("true")

    with anyio.fail_after(20), pytest.raises(WardenLost):
        await made.hear()
    with pytest.raises(WardenLost):
        await made.tell({"stop": "op"})
    assert await made.close() == ""


async def test_a_warden_killed_before_it_listened_is_lost() -> None:
    made = post("sh", "-c", "exec sleep 60")
    await made.tell({"stop": "op"})
    os.kill(made.pid, signal.SIGKILL)

    with anyio.fail_after(20), pytest.raises(WardenLost):
        await made.hear()
    await made.close()


async def test_whoever_tells_more_than_is_heard_waits() -> None:
    made = post("sh", "-c", "exec sleep 60")
    with anyio.fail_after(20):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_tell_until_lost, made)
            await anyio.wait_all_tasks_blocked()
            os.kill(made.pid, signal.SIGKILL)
    await made.close()


async def _tell_until_lost(made: Post) -> None:
    with suppress(WardenLost):
        while True:
            await made.tell({"stop": "x" * 60_000})


async def test_a_command_that_never_reached_its_warden_was_not_begun(tmp_path: Path) -> None:
    watch = Watch(post("true"), Means.NONE, "")
    run = Order("op", ("true",), "/", {}, Sandbox("/"), str(tmp_path / "out"))
    with anyio.fail_after(20), pytest.raises(WardenLost):
        await watch.post.hear()

    with pytest.raises(WardenLost):
        await watch.begin(run, lambda: None)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(watch.stop, "op")
        tasks.start_soon(watch.listen)

    assert watch.gone.is_set()
    assert watch.idle


async def test_a_warden_that_was_just_sent_home_is_replaced(tmp_path: Path) -> None:
    async with house(tmp_path) as at:
        await at.through(at.run("true"))
        (first,) = at.runner.wardens()
        for watch in at.runner._watches.values():
            watch.post.dismiss()

        ended, _ = await at.through(at.run("true", name="next"))

        assert ended.how is How.EXITED
        assert at.runner.wardens() != [first]


def test_a_program_is_found_as_a_shell_finds_it(tmp_path: Path) -> None:
    (tmp_path / "sh").mkdir()

    assert found("sh", f"{tmp_path}:/bin") == "/bin/sh"
    assert found("./sh", "/bin") == "./sh"
    with pytest.raises(FileNotFoundError):
        found("sh", str(tmp_path))


def test_wardens_import_the_standard_library_and_what_they_are_made_of() -> None:
    source = str(Path(confining.__file__).parents[2])
    look = (
        f"import sys; sys.path.insert(0, {source!r}); before = set(sys.modules);"
        "import askline.runner.warden; print(*(set(sys.modules) - before - sys.stdlib_module_names))"
    )
    python = [sys.executable, "-I", "-S", "-c", look]
    found = subprocess.run(python, capture_output=True, text=True, check=True).stdout.split()

    ours = {
        "askline",
        *(f"askline.runner{each}" for each in ("", ".confining", ".launching", ".tree", ".warden")),
    }
    assert {each for each in found if each.split(".")[0] not in sys.stdlib_module_names} == ours


def test_processes_that_are_gone_have_nothing() -> None:
    nobody = 1 << 30

    assert tree.children(nobody) == []
    assert tree.session(nobody) == 0
    assert tree.owner(nobody, SOON) is None
    assert tree._gone(nobody)
    tree.send(nobody, signal.SIGKILL)
    tree.send_group(nobody, signal.SIGKILL)


def test_a_process_that_is_becoming_another_program_keeps_its_owner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = iter([b"", b"", b"HOME=/\0ASKLINE_OPERATION=k7\0"])

    def environment(pid: int) -> bytes:
        assert pid == 1
        return next(shown)

    monkeypatch.setattr(tree, "_environment", environment)

    assert tree.owner(1, monotonic() + 5) == "k7"


def test_who_shed_its_environment_or_has_ended_is_nobodys() -> None:
    with subprocess.Popen(["/bin/sleep", "60"], env={}) as bare:
        assert tree.owner(bare.pid, SOON) is None
        bare.kill()
        os.waitid(os.P_PID, bare.pid, os.WEXITED | os.WNOWAIT)
        assert tree.owner(bare.pid, SOON) is None


def test_a_machine_whose_calls_are_not_known_gets_no_filter() -> None:
    with pytest.raises(OSError, match="no list of system calls for abacus"):
        confining.forbid_sockets_and_keys(unix_sockets=False, machine="abacus")


def test_what_the_kernel_refuses_is_an_error() -> None:
    with pytest.raises(OSError, match="Invalid argument"):
        confining.die_with_parent(1 << 20)

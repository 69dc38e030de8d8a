"""Run inside the sandbox: tries to get out, and prints as JSON what of it was possible.

Arguments: the outside, the house, sockets, a port of this machine, the warden's package; and which
to try alone, where there is no sandbox and some would do harm.
"""

import ctypes
import json
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

outside, house, named, port, package, only = sys.argv[1:]
OUT, HOUSE = Path(outside), Path(house)
STDIN_READ = 10


def write(path: str) -> Callable[[], object]:
    return lambda: Path(path).write_text("mine")


def open_only(path: str) -> Callable[[], object]:
    return lambda: os.close(os.open(path, os.O_WRONLY))


def through_a_link() -> None:
    Path("link").symlink_to(outside)
    Path("link/through").write_text("mine")


def dial(path: str) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.connect(path)


def send_to(path: str) -> None:
    one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with one, other:
        one.sendto(b"hello", path)


def dial_tcp() -> None:
    with socket.create_connection(("127.0.0.1", int(port)), timeout=2):
        pass


def find_secret() -> None:
    for each in Path("/proc").glob("[0-9]*/environ"):
        try:
            found = b"hunter2" in each.read_bytes()
        except OSError:
            continue
        if found:
            return
    raise FileNotFoundError


def steal_input() -> None:
    if not os.read(0, STDIN_READ):
        raise EOFError


def find_descriptors() -> None:
    # The fourth is the look itself.
    if {each.name for each in Path("/proc/self/fd").iterdir()} <= {"0", "1", "2", "3"}:
        raise FileNotFoundError


def move_aside(name: str) -> Callable[[], object]:
    return lambda: Path(name).rename(name + ".old")


def new_namespace() -> None:
    if ctypes.CDLL(None, use_errno=True).unshare(0x10000000):
        raise PermissionError


def ptrace_warden() -> None:
    if ctypes.CDLL(None, use_errno=True).ptrace(16, 1, 0, 0):
        raise PermissionError


def keys() -> None:
    keyctl = 250 if os.uname().machine == "x86_64" else 219
    if ctypes.CDLL(None, use_errno=True).syscall(keyctl, 0, -4, 1) < 0:
        raise PermissionError


def terminal() -> None:
    os.close(os.open("/dev/tty", os.O_RDWR))


TRIES: dict[str, Callable[[], object]] = {
    "write outside": write(outside + "/new"),
    "write through a link": through_a_link,
    "truncate": lambda: os.truncate(OUT / "victim", 0),
    "remove": (OUT / "removed").unlink,
    "move out": lambda: Path("code.txt").rename(OUT / "code.txt"),
    "move away": lambda: (OUT / "moved").rename("stolen"),
    "hard link out": lambda: (OUT / "linked").hardlink_to("code.txt"),
    "hard link in": lambda: Path("linked").hardlink_to(OUT / "victim"),
    "change mode": lambda: (OUT / "victim").chmod(0o777),
    "change time": lambda: os.utime(OUT / "victim", (1, 1)),
    "private key": (HOUSE / ".ssh/id_ed25519").read_text,
    "the service's store": (HOUSE / ".local/state/askline/askline.db").read_text,
    "another process's environment": find_secret,
    "input": steal_input,
    "descriptors": find_descriptors,
    "a terminal": terminal,
    "loopback": dial_tcp,
    "declarations": write(".askline/tools/demo.json"),
    "new declaration": write(".askline/tools/more.json"),
    "declarations moved aside": move_aside(".askline"),
    "hooks": write(".git/hooks/pre-commit"),
    "new hook": write(".git/hooks/post-commit"),
    "git's settings": write(".git/config"),
    "another repository in common": write(".git/commondir"),
    "a working tree's settings": write(".git/config.worktree"),
    "repository moved aside": move_aside(".git"),
    "hooks moved aside": move_aside(".git/hooks"),
    "the warden's program": write(package + "/runner/warden.py"),
    "the warden's memory": open_only("/proc/1/mem"),
    "the warden's environment": lambda: Path("/proc/1/environ").read_bytes(),
    "trace the warden": ptrace_warden,
    "kernel settings": open_only("/proc/sys/kernel/core_pattern"),
    "a namespace": new_namespace,
    "kernel keys": keys,
    **{f"dial {Path(name).name}": lambda name=name: dial(name) for name in named.split(",")},
    **{f"send to {Path(name).name}": lambda name=name: send_to(name) for name in named.split(",")},
}


def possible(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except (OSError, EOFError):
        return False
    return True


chosen = only.split(",") if only else list(TRIES)
sys.stdout.write(json.dumps({name: possible(TRIES[name]) for name in chosen}) + "\n")
if not only:
    # The warden is the first process here, and deaf to what comes from below.
    for signal in range(1, 65):
        os.kill(os.getppid(), signal)
    sys.stdout.write("still here\n")

"""Finds, starts and replaces the user's service, for every process that needs it.

The line imports this module and has to start within 20 ms, so it uses a few small modules of the
standard library and nothing else: no socket, no subprocess, no signal. One process starts the
service at a time (a lock that the others sleep on); the service itself holds another for as long
as it lives, so there is never a second one.
"""
# ruff: noqa: PTH105, PTH116, PTH123, S606

import os
import sys
from _socket import AF_UNIX, SOCK_STREAM, socket
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, LOCK_UN, flock
from time import monotonic, sleep, time  # noqa: TID251 - compared with a file's own time

from askline.core.version import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from askline.core.locations import Locations

GIVE_UP_S = 30.0
STOP_S = 10.0
PONG_S = 5.0
"""A service that does not answer a ping for so long hangs, unless it has only just been started."""
LOOK_S = 1.0
"""So long is waited for a first sign, before anybody thinks of a hung service."""
BOOT_S = 30.0
AGAIN_S = 5.0
"""A start that has led to nothing for so long is tried once more."""

STEP_S = 0.005

LONGEST_PART = 18
"""Digits of a version's number; Python refuses to read thousands of them."""

SIGTERM, SIGKILL = 15, 9

PASSED_ON = (
    *("ASKLINE_CONFIG", "ASKLINE_HUB", "ASKLINE_LOG", "ASKLINE_TOKEN"),
    *("HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TMPDIR", "TZ", "USER"),
    *("DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"),
    *("SSL_CERT_DIR", "SSL_CERT_FILE", "COVERAGE_PROCESS_CONFIG", "COVERAGE_FILE"),
)
"""The service outlives the agent that happened to start it, and has no use for that one's secrets."""


def dial(path: str) -> "socket | None":
    """A connection, if somebody listens there."""
    connection = socket(AF_UNIX, SOCK_STREAM)
    try:
        connection.connect(path)
    except OSError:
        connection.close()
        return None
    return connection


class Reach:
    """An attempt to reach the service, step by step: whoever makes it can do other things between.

    Where no service listens, the one who gets the start lock starts it; all others only dial again.
    """

    __slots__ = ("_deadline", "_locations", "_lock", "_started")

    def __init__(self, locations: "Locations", give_up_s: float = GIVE_UP_S) -> None:
        self._locations = locations
        self._deadline = monotonic() + give_up_s
        self._started = -AGAIN_S
        self._lock: int | None = None

    @property
    def hopeless(self) -> bool:
        return monotonic() > self._deadline

    def step(self) -> "socket | None":
        """A connection, or one more thing done for it."""
        connection = dial(self._locations.socket)
        if connection is not None:
            self.end()
        elif self._may_start() and monotonic() - self._started >= AGAIN_S:
            self._started = monotonic()
            _spawn(self._locations)
        return connection

    def end(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _may_start(self) -> bool:
        if self._lock is None:
            lock = os.open(self._locations.start_lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                flock(lock, LOCK_EX | LOCK_NB)
            except BlockingIOError:
                os.close(lock)
                return False
            self._lock = lock
        return True


def connect(locations: "Locations", give_up_s: float = GIVE_UP_S) -> "socket | None":
    """A connection to the service, which is started if there is none; None after `give_up_s`."""
    reach = Reach(locations, give_up_s)
    while (connection := reach.step()) is None and not reach.hopeless:
        sleep(STEP_S)
    reach.end()
    return connection


def ensure(locations: "Locations", give_up_s: float = GIVE_UP_S) -> bool:
    """Whether a service runs and answers, after doing what can be done for it."""
    deadline = monotonic() + give_up_s
    while (left := deadline - monotonic()) > 0:
        connection = connect(locations, left)
        if connection is not None and answers(connection, min(left, LOOK_S)):
            return True
        replace_hung(locations)
    return False


def answers(connection: "socket", within_s: float) -> bool:
    """Whether the other end says that it is alive; the connection is used up."""
    connection.settimeout(within_s)
    try:
        connection.sendall(b"!ping\n")
        return connection.recv(16).startswith(b"!pong")
    except OSError:
        return False
    finally:
        connection.close()


def silent(locations: "Locations") -> bool:
    """Whether a service that had its time to start listens and gives no sign; it may be slow."""
    connection = None if _booting(locations) else dial(locations.socket)
    return connection is not None and not answers(connection, LOOK_S)


def replace_hung(locations: "Locations") -> None:
    """Kill a service that listens and does not answer, unless it has only just been started.

    It loses nothing: every commit is done.
    """

    def replace() -> None:
        connection = None if _booting(locations) else dial(locations.socket)
        if connection is not None and not answers(connection, PONG_S):
            _end(locations, SIGKILL)

    _under_start_lock(locations, replace)


def retire(locations: "Locations") -> None:
    """Ask a service that is older than this installation to make room, and wait until it has gone."""

    def make_room() -> None:
        # First, so that no older line that loses its service now starts the older one again.
        record_launcher(locations)
        connection = dial(locations.socket)
        if connection is None:
            return
        connection.settimeout(PONG_S)
        try:
            connection.sendall(f"!retire {VERSION}\n".encode())
            while connection.recv(4096):
                pass
        except OSError:
            pass
        finally:
            connection.close()

    _under_start_lock(locations, make_room)


def running_pid(locations: "Locations") -> int | None:
    """The process that holds the service's lock."""
    try:
        lock = os.open(locations.service_lock, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        flock(lock, LOCK_SH | LOCK_NB)
        flock(lock, LOCK_UN)
    except BlockingIOError:
        return int(os.read(lock, 32) or b"0") or None
    else:
        return None
    finally:
        os.close(lock)


def stop(locations: "Locations", *, stay: bool = True) -> bool:
    """End the service; False if none runs. With `stay`, lines wait for a request to start it again."""
    if running_pid(locations) is None:
        return False
    if stay:
        os.close(os.open(locations.stopped, os.O_CREAT | os.O_WRONLY, 0o600))
    _end(locations, SIGTERM)
    return True


def claim(locations: "Locations") -> int | None:
    """The service's lock, taken for life; None if another service has it."""
    lock = os.open(locations.service_lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    for _ in range(100):  # a predecessor may be dying just now
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            sleep(0.02)
        else:
            # Over what stands there: on a full disk there is room for it, and for nothing new.
            os.pwrite(lock, b"%-20d" % os.getpid(), 0)
            return lock
    os.close(lock)
    return None


def record_launcher(locations: "Locations") -> None:
    """Leave word that this installation is the newest, unless a newer one has served here."""
    if _launcher(locations) != _own_command():
        return
    unfinished = f"{locations.launcher}.new"
    try:
        with open(unfinished, "w", encoding="utf-8") as file:
            file.write("\0".join((VERSION, *_own_command())))
        os.replace(unfinished, locations.launcher)
    except OSError:
        return  # a full disk: there is still an installation that runs, our own


def version_key(version: str) -> tuple[int, ...]:
    """Compares versions; whatever is not a number ends it."""
    parts: list[int] = []
    for part in version.split("."):
        if not part.isdecimal() or len(part) > LONGEST_PART:
            break
        parts.append(int(part))
    return tuple(parts)


def _under_start_lock(
    locations: "Locations", work: "Callable[[], socket | None]"
) -> "socket | None":
    lock = os.open(locations.start_lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        flock(lock, LOCK_EX)
        return work()
    finally:
        os.close(lock)


def _spawn(locations: "Locations") -> None:
    """Start the service so that it outlives our process group, our session and our terminal."""
    if child := os.fork():
        os.waitpid(child, 0)
        return
    try:
        os.setsid()
        if os.fork():
            os._exit(0)
        _become_service(locations)
    finally:
        os._exit(127)


def _become_service(locations: "Locations") -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    log = os.open(locations.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for source, target in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(source, target)
    os.closerange(3, 1024)
    os.chdir("/")
    command = _launcher(locations)
    os.execve(command[0], command, _environment(locations))


def _environment(locations: "Locations") -> dict[str, str]:
    kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    kept.update((name, value) for name, value in os.environ.items() if name.startswith("LC_"))
    if locations.home:
        kept["ASKLINE_HOME"] = locations.home
    return kept


def _launcher(locations: "Locations") -> list[str]:
    """The command of the newest installation known here: an old line starts no old service."""
    try:
        with open(locations.launcher, encoding="utf-8") as file:
            version, *command = file.read().split("\0")
    except OSError:
        return _own_command()
    newer = version_key(version) > version_key(VERSION)
    usable = newer and len(command) > 1 and os.access(command[0], os.X_OK)
    return command if usable else _own_command()


def _own_command() -> list[str]:
    return [sys.executable, "-m", "askline", "service", "run"]


def _booting(locations: "Locations") -> bool:
    try:
        return time() - os.stat(locations.service_lock).st_mtime < BOOT_S
    except OSError:
        return True


def _end(locations: "Locations", signal: int) -> None:
    """Signal the service and wait until its lock is free; the last resort is SIGKILL."""
    deadline, pid, told = monotonic() + STOP_S, running_pid(locations), False
    while pid is not None and running_pid(locations) == pid:
        late = monotonic() > deadline
        try:
            # Told once: it may be in the middle of what it does to end.
            if late or not told:
                os.kill(pid, SIGKILL if late else signal)
        except ProcessLookupError:
            return
        told = True
        sleep(0.01)

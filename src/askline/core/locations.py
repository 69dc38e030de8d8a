"""Where every process finds the socket, the state and the configuration.

The line imports this module and has to start within 20 ms, so it imports `os` and nothing else:
no pathlib, no dataclasses, no typing. Paths are plain strings.

All processes of a user must meet, and many clients hand their servers little more of the
environment than HOME. So HOME and our own variables decide, and nothing else that one process may
have and another not: no XDG variable, no runtime directory of the login session.

Working out a path makes nothing: `make_private` does that, for whoever is about to write. What to
do where nothing can be written is the caller's to decide. Windows has no places here yet.
"""
# ruff: noqa: PTH100, PTH101, PTH103, PTH111, PTH114, PTH117, PTH118

import os

TYPE_CHECKING = False  # type checkers know the name; importing it would cost more than this module
if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_SOCKET_PATH = 100
"""In bytes. Linux has room for 107, macOS for 103, and a temporary name needs a few of them."""

_SOCKET = "askline.sock"
_SYSTEM = os.uname().sysname


class Locations:
    """The paths of one user, or of one ASKLINE_HOME. Read-only."""

    __slots__ = ("_config", "_home", "_runtime", "_state")

    def __init__(self, *, home: str | None, state: str, runtime: str, config: str) -> None:
        self._home = home
        self._state = state
        self._runtime = runtime
        self._config = config

    @classmethod
    def from_environment(
        cls, environ: "Mapping[str, str]" = os.environ, *, system: str = _SYSTEM
    ) -> "Locations":
        """The paths these variables mean, all of them absolute.

        A process that starts another one somewhere else hands `home` on in place of a relative
        ASKLINE_HOME.

        Raises:
            FileNotFoundError: a variable holds a relative path, and the current directory is gone.
        """
        home = _own(environ, "ASKLINE_HOME")
        state = _state(environ, home, system)
        return cls(
            home=home,
            state=state,
            runtime=_runtime(os.path.join(home, "run") if home else os.path.join(state, "run")),
            config=_config(environ, home),
        )

    @property
    def home(self) -> str | None:
        """What ASKLINE_HOME names: everything below lies in it. None for the user's own places."""
        return self._home

    @property
    def state(self) -> str:
        """The directory of what must survive a reboot."""
        return self._state

    @property
    def runtime(self) -> str:
        """The directory of the socket and the locks."""
        return self._runtime

    @property
    def config(self) -> str:
        return self._config

    @property
    def socket(self) -> str:
        return os.path.join(self._runtime, _SOCKET)

    @property
    def api_socket(self) -> str:
        """Where the HTTP API answers; the other socket is for lines."""
        return os.path.join(self._runtime, "api.sock")

    @property
    def stopped(self) -> str:
        """A file that says: stopped on purpose, start again only for somebody's request."""
        return os.path.join(self._runtime, "stopped")

    @property
    def launcher(self) -> str:
        """Names the newest installation that ever served here."""
        return os.path.join(self._state, "launcher")

    @property
    def start_lock(self) -> str:
        """Held by the one process that is starting the service."""
        return os.path.join(self._runtime, "start.lock")

    @property
    def service_lock(self) -> str:
        """Held by the service for as long as it lives."""
        return os.path.join(self._runtime, "service.lock")

    @property
    def database(self) -> str:
        return os.path.join(self._state, "askline.db")

    @property
    def sealing_key(self) -> str:
        """Seals what clients are given to bring back, also to the next service."""
        return os.path.join(self._state, "sealing-key")

    @property
    def hub_key(self) -> str:
        """Which hub was joined, and the token for it."""
        return os.path.join(self._state, "hub-key")

    @property
    def attachments(self) -> str:
        return os.path.join(self._state, "attachments")

    @property
    def trust(self) -> str:
        """The directory of what the user trusted, by project."""
        return os.path.join(self._state, "trust")

    @property
    def operations(self) -> str:
        """The directory of what commands wrote, by operation."""
        return os.path.join(self._state, "operations")

    @property
    def log(self) -> str:
        return os.path.join(self._state, "service.log")


def make_private(directory: str) -> None:
    """Make `directory` where it is missing; either way it is ours alone afterwards.

    Raises:
        PermissionError: it is a symbolic link, someone else's, or open to others for good.
        OSError: it cannot be made.
    """
    if os.path.islink(directory):
        raise PermissionError(f"{directory} is a symbolic link; a private directory must be real.")
    os.makedirs(directory, 0o700, exist_ok=True)
    # Looked at only now, and not through links: whoever made it first may not have been us.
    found = os.lstat(directory)
    if found.st_uid != os.geteuid():
        raise PermissionError(f"{directory} belongs to user {found.st_uid}, not to {os.geteuid()}.")
    if found.st_mode & 0o077 and not _closed(directory):
        raise PermissionError(
            f"{directory} is open to other users, and its mode cannot be changed."
        )


def _closed(directory: str) -> bool:
    """Some file systems refuse a new mode, others accept it and do nothing: the look decides."""
    try:
        os.chmod(directory, 0o700)
    except OSError:
        return False
    return not os.lstat(directory).st_mode & 0o077


def _state(environ: "Mapping[str, str]", home: str | None, system: str) -> str:
    if home:
        return os.path.join(home, "state")
    own = ("Library", "Application Support") if system == "Darwin" else (".local", "state")
    return os.path.join(_user_home(environ), *own, "askline")


def _config(environ: "Mapping[str, str]", home: str | None) -> str:
    if named := _own(environ, "ASKLINE_CONFIG"):
        return named
    directory = home or os.path.join(_user_home(environ), ".config", "askline")
    return os.path.join(directory, "config.toml")


def _runtime(wanted: str) -> str:
    if len(os.fsencode(os.path.join(wanted, _SOCKET))) <= LONGEST_SOCKET_PATH:
        return wanted
    # /tmp belongs to everybody; `make_private` refuses what somebody else put there. Links are
    # resolved so that two spellings of one home still meet at one socket.
    return f"/tmp/askline-{os.geteuid()}-{checksum(os.path.realpath(wanted))}"  # noqa: S108


def _own(environ: "Mapping[str, str]", name: str) -> str | None:
    """One of our own variables. Clients pass them on without a shell, so `~` is expanded here."""
    path = environ.get(name)
    if not path:
        return None
    if path == "~" or path.startswith("~/"):
        path = _user_home(environ) + path[1:]
    try:
        return os.path.abspath(path)
    except FileNotFoundError:
        raise FileNotFoundError(
            f"{name} is {path!r}, relative to a current directory that no longer exists."
        ) from None


def _user_home(environ: "Mapping[str, str]") -> str:
    home = environ.get("HOME") or os.path.expanduser("~")
    # A user without a home keeps a bare "~" here: better no right to write than a directory "~".
    return home if os.path.isabs(home) else "/"


def checksum(path: str) -> str:
    """FNV-1a, 32 bits: the same in every process, and no import."""
    value = 0x811C9DC5
    for byte in os.fsencode(path):
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return f"{value:08x}"

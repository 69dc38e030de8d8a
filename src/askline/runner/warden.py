"""The warden: starts commands inside the sandbox, ends them with all they started, says how.

A process of its own, standard library only, started once inside each sandbox, which all its
children inherit. It hears the service on one socket: a message starts a command (its output's
files come as descriptors with it) or stops one. Closing the socket ends the warden and everything
below it; in a process namespace of its own the kernel sees to that even if the warden is killed.

Not done here: no policy, no paths, no reading of output.
"""

import json
import os
import resource
import select
import socket
import sys
from contextlib import suppress
from signal import SIG_IGN, SIGINT, SIGKILL, SIGTERM, signal
from time import monotonic

from askline.runner import confining, tree
from askline.runner.launching import launch

LOOK_S = 0.1
"""So often sizes and deadlines are looked at, while anything runs."""
LONGEST_MESSAGE = 1 << 17
MOST_DESCRIPTORS = 64
DIED = 70
NO_ROOM = "there is no room for the descriptors of its output"


class Held:
    """A command that runs."""

    __slots__ = ("began", "cap", "deadline", "grace", "how", "id", "kill_at", "outputs", "pid")

    def __init__(self, message: "dict[str, Any]", pid: int, outputs: list[int]) -> None:
        self.id: str = message["id"]
        self.pid = pid
        self.outputs = outputs
        self.began = monotonic()
        timeout = message["timeout_s"]
        self.deadline: float | None = None if timeout is None else self.began + timeout
        self.grace: float = message["grace_s"]
        self.cap: int = message["output_bytes"]
        self.how = "exited"
        self.kill_at: float | None = None


class Warden:
    def __init__(self, control: socket.socket, adopted: tree.Adopted) -> None:
        self._control = control
        self._adopted = adopted
        self._held: dict[int, Held] = {}
        self._next_look = 0.0
        self._nothing = os.open(os.devnull, os.O_RDONLY)
        self._events = select.epoll()
        self._events.register(control.fileno(), select.EPOLLIN)

    def serve(self) -> None:
        """Until the other side closes, or something is left that only leaving ends."""
        listening = True
        while listening:
            ended: list[int] = []
            for descriptor, _ in self._events.poll(LOOK_S if self._held else None):
                if descriptor == self._control.fileno():
                    listening = self._hear()
                else:
                    ended.append(descriptor)
            if ended:
                self._ended(ended)
                # What cannot be ended one by one ends with the first process of its namespace.
                listening = listening and bool(self._held or not self._adopted.all())
            if self._held and (now := monotonic()) >= self._next_look:
                self._next_look = now + LOOK_S
                self._look(now)

    def _hear(self) -> bool:
        try:
            data, descriptors, flags, _ = socket.recv_fds(
                self._control, LONGEST_MESSAGE, MOST_DESCRIPTORS
            )
        except ConnectionError:
            return False
        if not data:
            return False
        for each in descriptors:
            os.set_inheritable(each, False)
        message = json.loads(data)
        if "stop" in message:
            for held in self._held.values():
                if held.id == message["stop"]:
                    self._stop(held, "cancelled")
        elif flags & socket.MSG_CTRUNC:
            _close(descriptors)
            self._say(id=message["id"], how="failed_to_start", why=NO_ROOM)
        else:
            if message.get("long"):
                message = _read_whole(descriptors.pop())
            self._start(message, descriptors)
        return True

    def _start(self, message: "dict[str, Any]", descriptors: list[int]) -> None:
        count = len(descriptors) - len(message["files"])
        outputs, files = descriptors[:count], descriptors[count:]
        try:
            pid = launch(message, self._nothing, outputs, files)
            ended = _watched(pid)
        except (OSError, ValueError) as problem:
            _close(outputs)
            self._say(id=message["id"], how="failed_to_start", why=str(problem))
            return
        finally:
            _close(files)
        self._held[ended] = Held(message, pid, outputs)
        self._events.register(ended, select.EPOLLIN)

    def _ended(self, descriptors: list[int]) -> None:
        """All that ended since the last look, so that what they left is looked for only once."""
        words = [self._reaped(each) for each in descriptors]
        self._end_strays()
        for each in words:
            self._say(**each)

    def _reaped(self, descriptor: int) -> "dict[str, Any]":
        held = self._held.pop(descriptor)
        self._events.unregister(descriptor)
        os.close(descriptor)
        # Before it is waited for: as long as it is not, its number belongs to nobody else.
        tree.send_group(held.pid, SIGKILL)
        _, status = os.waitpid(held.pid, 0)
        _close(held.outputs)
        code = os.waitstatus_to_exitcode(status)
        return {
            "id": held.id,
            "how": held.how,
            "exit_code": code if code >= 0 else None,
            "signal": -code if code < 0 else None,
            "elapsed_s": monotonic() - held.began,
        }

    def _look(self, now: float) -> None:
        for held in self._held.values():
            if held.kill_at is not None:
                if now >= held.kill_at:
                    tree.send_group(held.pid, SIGKILL)
            elif held.deadline is not None and now >= held.deadline:
                self._stop(held, "timed_out")
            elif sum(os.fstat(each).st_size for each in held.outputs) > held.cap:
                self._stop(held, "too_much_output")
        self._end_strays()

    def _stop(self, held: Held, how: str) -> None:
        if held.kill_at is not None:
            return
        held.how = how
        held.kill_at = monotonic() + held.grace
        below = tree.descendants(held.pid)
        tree.send_group(held.pid, SIGTERM)
        for each in below:
            tree.send(each, SIGTERM)

    def _end_strays(self) -> None:
        self._adopted.end_strays({each.pid: each.id for each in self._held.values()})

    def _say(self, **words: "Any") -> None:
        self._control.send(json.dumps(words).encode())


def _watched(pid: int) -> int:
    """What tells of its end. Without it nobody would ever hear of it: then it does not go on."""
    try:
        return os.pidfd_open(pid)
    except OSError:
        tree.send_group(pid, SIGKILL)
        os.waitpid(pid, 0)
        raise


def _read_whole(descriptor: int) -> "dict[str, Any]":
    with open(descriptor, "rb") as long:
        long.seek(0)
        return json.loads(long.read())


def _close(descriptors: list[int]) -> None:
    for each in descriptors:
        os.close(each)


def keep() -> None:
    """Return in a second process, which the first outlives only to end what that one leaves.

    For where no process namespace does it: if either of the two is killed, the other ends all.
    """
    confining.adopt_orphans()
    keeper = os.getpid()
    if inner := os.fork():
        os.waitpid(inner, 0)
        leave(tree.Adopted())
    confining.die_with_parent(SIGTERM)
    not_without(keeper)


def not_without(parent: int) -> None:
    """For a parent that died before it could be tied to."""
    if os.getppid() != parent:
        os._exit(DIED)


def leave(adopted: tree.Adopted) -> None:
    adopted.end_all()
    os._exit(0)


def main(descriptor: str, sandbox: str) -> None:
    """`sandbox` is what `means` wants the warden to do to itself, as JSON."""
    control = socket.socket(fileno=int(descriptor))
    # It came here open for good; a command that had it could start others as it likes.
    control.set_inheritable(False)
    wanted = json.loads(sandbox)
    if wanted["keep"]:
        keep()
    adopted = tree.Adopted()
    # The first process of a namespace is deaf to every signal from below that it has no ear for.
    signal(SIGINT, SIG_IGN)
    if wanted["keep"]:
        signal(SIGTERM, lambda _signal, _frame: leave(adopted))
    confining.adopt_orphans()
    confining.conceal()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if landlock := wanted["landlock"]:
        confining.drop_capabilities()
        confining.landlock(landlock["writable"], landlock["readable"], network=wanted["network"])
    if wanted["filter"]:
        confining.forbid_sockets_and_keys(unix_sockets=wanted["unix_sockets"])
    control.send(b'{"ready": true}')
    with suppress(ConnectionError):
        Warden(control, adopted).serve()
    leave(adopted)


TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

if __name__ == "__main__":
    main(*sys.argv[1:])

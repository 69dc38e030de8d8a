"""What a process gives up for good, for itself and for all it starts: Landlock, seccomp, and more.

The warden calls this inside the sandbox, so it is standard library only and knows the kernel's
numbers itself. Linux on x86-64 and ARM64. Everything here is one way: nothing takes it back.

Not done here: which paths and why. That is `sandbox`'s.
"""

import ctypes
import os
import platform
import stat
import struct

_LIBC = ctypes.CDLL(None, use_errno=True)

_PDEATHSIG, _DUMPABLE, _SECCOMP, _SUBREAPER, _NO_NEW_PRIVS = 1, 4, 22, 36, 38
_FILTER_MODE = 2
_CAPABILITIES = 0x20080522
"""The version of the capabilities' layout: two words for each of three sets."""

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION_ONLY, _PATH_BENEATH = 1, 1
_READ = 1 << 0 | 1 << 2 | 1 << 3  # execute, read a file, list a directory
_OF_FILES = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15  # all that a rule for a file may name
_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}
"""How many rights on files each version knows; from the fifth on sixteen."""
_TCP, _SCOPES = 0b11, 0b11  # bind and connect; abstract sockets and signals
_NETWORK_SINCE, _SCOPES_SINCE = 4, 6

_LOAD, _EQUAL, _AT_LEAST, _MASK, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
_ALLOW, _DENY, _ABSENT = 0x7FFF0000, 0x00050000 | 1, 0x00050000 | 38  # EPERM, ENOSYS
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT, _SECOND_ARGUMENT = 0, 4, 16, 24
_UNIX, _KIND, _DATAGRAM, _RAW = 1, 0xF, 2, 3
# The architecture's mark; socket, socketpair; io_uring_setup, add_key, request_key, keyctl.
_CALLS = {
    "x86_64": (0xC000003E, 41, 53, (425, 248, 249, 250)),
    "aarch64": (0xC00000B7, 198, 199, (425, 217, 218, 219)),
}
_OTHER_TABLE = 0x40000000
"""On x86-64 numbers from here on are the same calls once more."""


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent dies."""
    _prctl(_SUBREAPER, 1)


def conceal() -> None:
    """Nobody without privileges reads this process's memory, environment or descriptors."""
    _prctl(_DUMPABLE, 0)


def die_with_parent(signal: int) -> None:
    """Sent when the *thread* that started this process ends."""
    _prctl(_PDEATHSIG, signal)


def drop_capabilities() -> None:
    """Root becomes a user like others, who owns much; `no_new_privs` keeps it so."""
    _prctl(_NO_NEW_PRIVS, 1)
    nothing = struct.pack("6I", 0, 0, 0, 0, 0, 0)
    _checked(_LIBC.capset(struct.pack("Ii", _CAPABILITIES, 0), nothing))


def landlock_version() -> int:
    """Zero or less where this kernel has none."""
    return _LIBC.syscall(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_ONLY))


def landlock(writable: list[str], readable: list[str], *, network: bool) -> None:
    """Only these places from now on; what does not exist is left out.

    Raises:
        OSError: the kernel has no Landlock, or refuses.
    """
    version = landlock_version()
    rights = (1 << _RIGHTS.get(version, 16)) - 1
    tcp = 0 if network or version < _NETWORK_SINCE else _TCP
    ruleset = struct.pack("QQQ", rights, tcp, _SCOPES if version >= _SCOPES_SINCE else 0)
    size = 8 if version < _NETWORK_SINCE else 16 if version < _SCOPES_SINCE else 24
    rules = _checked(_LIBC.syscall(_CREATE, ruleset, ctypes.c_size_t(size), ctypes.c_uint32(0)))
    for places, allowed in ((writable, rights), (readable, _READ)):
        for place in places:
            _allow(rules, place, allowed)
    _prctl(_NO_NEW_PRIVS, 1)
    _checked(_LIBC.syscall(_RESTRICT, rules, ctypes.c_uint32(0)))
    os.close(rules)


def _allow(rules: int, place: str, rights: int) -> None:
    try:
        found = os.open(place, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not stat.S_ISDIR(os.fstat(found).st_mode):
        rights &= _OF_FILES
    rule = struct.pack("=Qi", rights, found)
    _checked(_LIBC.syscall(_ADD, rules, ctypes.c_int(_PATH_BENEATH), rule, ctypes.c_uint32(0)))
    os.close(found)


def forbid_sockets_and_keys(*, unix_sockets: bool, machine: str = platform.machine()) -> None:
    """No kernel keys, no second way to make a socket, and no unix socket unless allowed.

    A path in the file system is enough to talk to a container engine or an agent of keys, and
    neither namespaces nor Landlock stand between. Pairs of connected sockets stay, except those
    that could still be sent elsewhere from.

    Raises:
        OSError: the kernel refuses, or its numbers are not known for this machine.
    """
    if machine not in _CALLS:
        raise OSError(f"no list of system calls for {machine}")
    program = b"".join(_filter(*_CALLS[machine], unix_sockets=unix_sockets))
    kept = ctypes.create_string_buffer(program, len(program))
    described = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(kept))
    _prctl(_NO_NEW_PRIVS, 1)
    _checked(_LIBC.prctl(_SECCOMP, _FILTER_MODE, described, 0, 0))


def _filter(
    mark: int, socket: int, pair: int, absent: tuple[int, ...], *, unix_sockets: bool
) -> list[bytes]:
    """Steps of (what, if true skip, if false skip, value), as the kernel's filter machine reads."""
    steps = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, mark),
        (_RETURN, 0, 0, _DENY),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _OTHER_TABLE),
        (_RETURN, 0, 0, _DENY),
    ]
    for call in absent:
        steps += [(_EQUAL, 0, 1, call), (_RETURN, 0, 0, _ABSENT)]
    if not unix_sockets:
        steps += _no_unix_sockets(socket, pair)
    steps.append((_RETURN, 0, 0, _ALLOW))
    return [struct.pack("HBBI", *step) for step in steps]


def _no_unix_sockets(socket: int, pair: int) -> list[tuple[int, int, int, int]]:
    return [
        (_EQUAL, 0, 4, socket),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_EQUAL, 0, 1, _UNIX),
        (_RETURN, 0, 0, _DENY),
        (_RETURN, 0, 0, _ALLOW),
        (_EQUAL, 0, 5, pair),
        (_LOAD, 0, 0, _SECOND_ARGUMENT),
        (_MASK, 0, 0, _KIND),
        (_EQUAL, 1, 0, _DATAGRAM),
        (_EQUAL, 0, 1, _RAW),
        (_RETURN, 0, 0, _DENY),
    ]


def _prctl(option: int, value: int) -> None:
    _checked(_LIBC.prctl(option, value, 0, 0, 0))


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result

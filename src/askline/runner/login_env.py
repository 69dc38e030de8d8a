"""The environment of the user's own terminal, read once, and what of it a command may have.

A shell with its login files costs a command a hundred times its own start, so they are read once.
What comes through is named here, or by a declaration: paths and languages, and no variable whose
name or value looks like a secret. What cannot be read in time is replaced by what this process has.
"""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress

import anyio.to_thread

WITHIN_S = 10.0
MOST = 1 << 20

ALLOWED = re.compile(
    r"PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_[A-Z]+|TZ|EDITOR|TMPDIR"
    r"|[A-Z0-9_]*(?:_HOME|_ROOT|_DIR|_PREFIX|PATH|_VERSION)"
    r"|VIRTUAL_ENV|CONDA_[A-Z_]+|SSL_CERT_(?:FILE|DIR)|(?i:https?|no|all)_(?i:proxy)"
)
SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASS|CRED|AUTH|COOKIE|SESSION|PRIVATE", re.IGNORECASE)
SECRET_VALUE = re.compile(
    r"://[^/\s:@]*:[^/\s@]+@|-----BEGIN|\b(?:gh[pousr]_|sk-|xox[abp]-|AKIA)\w"
)
NEVER = re.compile(r"LD_.*|DYLD_.*|XDG_RUNTIME_DIR|ASKLINE_.*|.*_SOCK(?:ET)?|DBUS_.*|DISPLAY")

CALM = {
    "CI": "1",
    "DEBIAN_FRONTEND": "noninteractive",
    "GIT_PAGER": "cat",
    "GIT_TERMINAL_PROMPT": "0",
    "NO_COLOR": "1",
    "PAGER": "cat",
    "PYTHONUNBUFFERED": "1",
    "TERM": "dumb",
}
"""There is nobody to ask and nothing to colour. A declaration may say otherwise."""

_SAY = "import json, os; print('\\0' + json.dumps(dict(os.environ)) + '\\0')"


async def captured(environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """What the user's login shell sets, or `environ` where it does not tell in time."""
    return await anyio.to_thread.run_sync(_captured, dict(environ))


def _captured(environ: dict[str, str], within_s: float = WITHIN_S) -> dict[str, str]:
    # Words of ours in a shell's own quotes: neither holds a quote.
    program = f"'{sys.executable}' -I -S -c \"{_SAY}\""
    shell = environ.get("SHELL") or "/bin/sh"
    try:
        process = subprocess.Popen(  # noqa: S603 - the user's own shell, with words of ours
            [shell, "-i", "-l", "-c", program],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environ,
            start_new_session=True,
        )
    except OSError:
        return environ
    with process:
        try:
            printed, _ = process.communicate(timeout=within_s)
        except subprocess.TimeoutExpired as late:
            printed = late.output or b""  # it may have told already and wait for something else
        finally:
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
    return told(printed) or environ


def told(printed: bytes) -> dict[str, str]:
    """The environment among whatever else login files print; nothing if it is not there."""
    for part in printed[-MOST:].split(b"\0"):
        if part.startswith(b"{"):
            with suppress(ValueError):
                return json.loads(part)
    return {}


def allowed(
    environ: Mapping[str, str],
    *,
    passed: Iterable[str] = (),
    declared: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """What a command finds. `passed` names what the declaration wants by name, secrets included."""
    chosen = {name: value for name, value in environ.items() if _harmless(name, value)}
    wanted = {name: environ[name] for name in passed if name in environ}
    return {**chosen, **CALM, **wanted, **(declared or {})}


def _harmless(name: str, value: str) -> bool:
    return bool(
        ALLOWED.fullmatch(name)
        and not NEVER.fullmatch(name)
        and not SECRET_NAME.search(name)
        and not SECRET_VALUE.search(value)
    )

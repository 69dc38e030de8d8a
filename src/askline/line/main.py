"""`askline mcp`: the process that an MCP client starts. Standard library only, and little of it."""
# ruff: noqa: PTH109, SIM105 - importing pathlib or contextlib would cost more than it saves

import os
import sys

from askline.core.locations import Locations, make_private
from askline.core.projects import directory, settings_file
from askline.core.version import VERSION
from askline.line.choosing import decided
from askline.line.pump import Pump
from askline.line.snapshot import load, shipped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from signal import SIG_DFL, SIGINT, signal
else:
    from _signal import SIG_DFL, SIGINT, signal

WIRE = 1
WRONG = 2
"""How a process ends that was called in a wrong way."""

LABELS = (
    *("AGENT_SESSION_ID", "AI_AGENT", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ID"),
    *("CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS", "CLAUDE_PROJECT_DIR", "COPILOT_AGENT_SESSION_ID"),
    *("GEMINI_CLI", "OPENCODE", "QWEN_CODE_SESSION_ID", "TERM_PROGRAM", "TMUX_PANE"),
)
"""What may be told of the environment: which agent, which conversation, which project. No secrets."""


def main(words: "list[str]", in_process: "Callable[[list[str]], int]") -> int:
    profile = value_of(words, "--profile")
    if profile is not None and profile not in (known := shipped()):
        profiles = ", ".join(known)
        sys.stderr.write(f"askline: there is no profile {profile!r}; profiles: {profiles}\n")
        return WRONG
    if "--in-process" in words:
        return in_process(words)
    locations = Locations.from_environment()
    try:
        make_private(locations.state)
        make_private(locations.runtime)
    except OSError as error:
        sys.stderr.write(f"askline: {error}; without a service all runs in this process\n")
        return in_process(words)
    signal(SIGINT, SIG_DFL)  # whoever runs a client in the background has it ignored
    snapshot = load(locations.state, VERSION, profile or expected(locations))
    try:
        Pump(locations, snapshot, hello_form(os.environ), profile).run()
    except (BrokenPipeError, SystemExit):
        pass
    os._exit(0)  # nothing to clean up: the service notices


def expected(locations: Locations) -> str | None:
    """The profile that the service will decide on, where that is known."""
    project = directory(os.environ, _cwd()) or "/"
    files = (locations.config, settings_file(project))
    return decided(locations.state, VERSION, files)


def value_of(words: "list[str]", name: str) -> str | None:
    for word, following in zip(words, (*words, "")[1:], strict=True):
        if word == name:
            return following or None
        if word.startswith(f"{name}="):
            return word.partition("=")[2] or None
    return None


def hello_form(environ: "Mapping[str, str]") -> str:
    """The line's own facts as JSON, with places for profile, connection, turn, next number and
    repeats."""
    from _json import encode_basestring_ascii as text  # noqa: PLC0415 - json itself is not imported

    labels = ",".join(f"{text(name)}:{text(environ[name])}" for name in LABELS if name in environ)
    cap = environ.get("ASKLINE_WAIT_CAP_S", "")
    facts = (
        f'"wire":{WIRE},"version":{text(VERSION)},"pid":{os.getpid()},"cwd":{text(_cwd())},'
        f'"cap_s":{_number(cap)},"labels":{{{labels}}}'
    ).replace("%", "%%")
    return "{" + facts + ',"profile":%s,"connection":"%s","again":%d,"next":%d,"replay":[%s]}'


def _cwd() -> str:
    try:
        return os.getcwd()
    except OSError:
        return "/"


def _number(text: str) -> str:
    """A number of seconds as JSON; anything that is none, or endless, counts as not said."""
    try:
        value = float(text)
    except ValueError:
        return "null"
    return str(value) if 0 <= value < float("inf") else "null"

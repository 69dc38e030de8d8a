"""`askline mcp`: the process that an MCP client starts. Standard library only, and little of it."""
# ruff: noqa: PTH109, SIM105 - importing pathlib or contextlib would cost more than it saves

import os
import sys

from askline.core.locations import Locations, make_private
from askline.core.projects import directory, settings_file
from askline.core.version import VERSION
from askline.line.choosing import decided, names
from askline.line.declaring import COMMANDING, declares, kept
from askline.line.pump import Pump
from askline.line.snapshot import Snapshot, load, shipped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from signal import SIG_DFL, SIGINT, signal
else:
    from _signal import SIG_DFL, SIGINT, signal

WIRE = 1
RELAYING = "promptmanager"
"""The profile that can be turned off by settings, and relays to hosts."""
WRONG = 2
"""How a process ends that was called in a wrong way."""

LABELS = (
    *("AGENT_SESSION_ID", "AI_AGENT", "ASKLINE_STREAM", "ASK_USER_CONFIG"),
    *("CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ID"),
    *("CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS", "CLAUDE_PROJECT_DIR", "COPILOT_AGENT_SESSION_ID"),
    *("GEMINI_CLI", "OPENCODE", "QWEN_CODE_SESSION_ID", "TERM_PROGRAM", "TMUX_PANE"),
)
"""What may be told of the environment: which agent, which conversation, which project, which host. No
secrets but the token by which a host knows its own stream."""


def main(words: "list[str]", in_process: "Callable[[list[str]], int]") -> int:
    profile = value_of(words, "--profile")
    if profile is not None and profile not in (known := shipped()):
        profiles = ", ".join(known)
        sys.stderr.write(f"askline: there is no profile {profile!r}; profiles: {profiles}\n")
        return WRONG
    if profile == RELAYING and (trouble := relay_trouble(os.environ)):
        sys.stderr.write(f"askline: {trouble}\n")
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
    apps = "--apps" in words
    signal(SIGINT, SIG_DFL)  # whoever runs a client in the background has it ignored
    snapshot = first_answers(may_be_listed(profile, locations), locations, apps=apps)
    try:
        Pump(locations, snapshot, hello_form(os.environ, apps=apps), profile).run()
    except (BrokenPipeError, SystemExit):
        pass
    os._exit(0)  # nothing to clean up: the service notices


def relay_trouble(environ: "Mapping[str, str]") -> str | None:
    """What is wrong with the file of a host that keeps its own endpoints, if there is such a host."""
    if not environ.get("ASK_USER_CONFIG"):
        return None
    from askline.core.errors import AsklineError  # noqa: PLC0415 - for the few who have such a host
    from askline.core.relay_config import read_config  # noqa: PLC0415 - as above

    try:
        read_config(environ["ASK_USER_CONFIG"])
    except AsklineError as error:
        return f"{error}"
    return None


def may_be_listed(profile: str | None, locations: Locations) -> str | None:
    """The profile whose tools a client may hear of before the service speaks."""
    if profile is None:
        return expected(locations)
    switched = profile == RELAYING and names(settings_files(locations), RELAYING.encode())
    return None if switched else profile


def first_answers(profile: str | None, locations: Locations, *, apps: bool) -> Snapshot:
    """What a client may hear before the service speaks; no list where that might be wrong here."""
    snapshot = load(locations.state, VERSION, profile, apps=apps)
    project = directory(os.environ, _cwd()) or "/"
    if profile not in COMMANDING or not declares(project, settings_files(locations)):
        return snapshot
    own = kept(locations.state, VERSION, profile, project)
    return snapshot.without_lists() if own is None else Snapshot(own, apps=apps)


def expected(locations: Locations) -> str | None:
    """The profile that the service will decide on, where that is known."""
    return decided(locations.state, VERSION, settings_files(locations))


def settings_files(locations: Locations) -> "tuple[str, str]":
    return locations.config, settings_file(directory(os.environ, _cwd()) or "/")


def value_of(words: "list[str]", name: str) -> str | None:
    for word, following in zip(words, (*words, "")[1:], strict=True):
        if word == name:
            return following or None
        if word.startswith(f"{name}="):
            return word.partition("=")[2] or None
    return None


def hello_form(environ: "Mapping[str, str]", *, apps: bool = False) -> str:
    """The line's own facts as JSON, with places for profile, connection, turn, next number and
    repeats."""
    from _json import encode_basestring_ascii as text  # noqa: PLC0415 - json itself is not imported

    labels = ",".join(f"{text(name)}:{text(environ[name])}" for name in LABELS if name in environ)
    cap = environ.get("ASKLINE_WAIT_CAP_S", "")
    facts = (
        f'"wire":{WIRE},"version":{text(VERSION)},"pid":{os.getpid()},"cwd":{text(_cwd())},'
        f'"cap_s":{_number(cap)},"apps":{"true" if apps else "false"},"labels":{{{labels}}}'
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

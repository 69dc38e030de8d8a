"""`hook`: what a client asks its human by itself comes to the inbox too.

Clients start this for many events, so it filters by itself and says nothing to what is not its own:
no output and exit code 0 let the client ask as ever, and so does every failure. It waits only as long
as its client bears, and takes the ask back when its client has gone.
"""

import json
import select
import signal
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePath
from time import monotonic
from types import FrameType
from typing import Any, Final, TextIO, cast

from askline.asks.prompts import QUESTIONS, Decision, Prompt, asked, decided
from askline.core.errors import AsklineError
from askline.doors.cli import problems
from askline.doors.cli.here import Here
from askline.doors.cli.transcripts import Transcript
from askline.doors.cli.words import parser, seconds

Json = dict[str, Any]

EVENT: Final = "PermissionRequest"
MOST: Final = 4 << 20
"""Bytes of an event that are read; whatever is longer, nobody could look at."""
SHORTEST_S: Final = 10.0
GRACE_S: Final = 5.0
ENDINGS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
LOOK_S: Final = 2.0
"""How often is looked whether the client has gone on."""


def as_claude_code(decision: Decision) -> Json:
    """As Claude Code wants it, and Codex, which takes no more than this."""
    said: Json = {"behavior": "allow" if decision.allowed else "deny"}
    if decision.message is not None:
        said["message"] = decision.message
    if decision.input is not None:
        said["updatedInput"] = decision.input
    return {"hookSpecificOutput": {"hookEventName": EVENT, "decision": said}}


def as_opencode(decision: Decision) -> Json:
    if decision.allowed:
        return {"reply": "once"}
    return {"reply": "reject", "message": decision.message}


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One client's way with hooks."""

    title: str
    hold_s: float
    sign: str | None = None
    """A variable that only this client sets: others run its hooks as well, with other rules."""
    answers_questions: bool = False
    reply: Callable[[Decision], Json] = as_claude_code


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One prompt on its way to the inbox."""

    body: Json
    hold: float
    transcript: Transcript


class Ending:
    """The client has gone on and ends us: while we wait at once; while the ask is on its way or taken back
    that is done first, so that nothing stands in the inbox for nobody."""

    def __init__(self) -> None:
        self._came = False
        self._welcome = False

    def __call__(self, _signal: int = 0, _frame: FrameType | None = None) -> None:
        self._came = True
        if self._welcome:
            raise SystemExit

    @contextmanager
    def may_come(self) -> Generator[None]:
        """Raises: SystemExit, also for what came before."""
        try:
            self._welcome = True
            if self._came:
                raise SystemExit
            yield
        finally:
            self._welcome = False


KINDS: Final = {
    # Its own dialog stays usable meanwhile, and whoever answers first counts.
    "claude-code": Kind(
        title="Claude Code", hold_s=600.0, sign="CLAUDECODE", answers_questions=True
    ),
    # It shows nothing of its own until we have ended.
    "codex": Kind(title="Codex", hold_s=30.0),
    # Our plugin starts it, and ends it when its own dialog was faster.
    "opencode": Kind(title="OpenCode", hold_s=3600.0, reply=as_opencode),
}


def hook(words: list[str], here: Here) -> int:
    options = parser("hook", reads=False)
    options.add_argument("--client", choices=[*KINDS], default="claude-code")
    options.add_argument("--hold", type=seconds, help="wait at most so many seconds")
    try:
        said = options.parse_args(words)
    except SystemExit as end:
        # Code 2 would be a refusal to some clients, and a typing error decides nothing.
        return problems.INTERNAL if end.code else problems.DONE
    try:
        sys.stdout.write(_replied(here, said.client, said.hold))
    except (AsklineError, OSError, ValueError) as trouble:
        problems.say(f"askline hook: {type(trouble).__name__}; the client asks by itself.")
    return problems.DONE


def _replied(here: Here, client: str, hold: float | None) -> str:
    """The human's word as the client wants it; nothing where there is none."""
    kind, event = KINDS[client], _event(sys.stdin.buffer.read(MOST))
    prompt = _prompt(event, kind, here.environ)
    body = prompt and asked(prompt)
    if not prompt or not body:
        return ""
    said = Said(
        body={**body, **_asker(client, event)},
        hold=max(SHORTEST_S, hold or kind.hold_s),
        transcript=Transcript(event.get("transcript_path"), prompt.tool, prompt.input),
    )
    decision = _decided(here, prompt, said)
    return json.dumps(kind.reply(decision)) if decision else ""


def _event(content: bytes) -> Json:
    said: object = json.loads(content)
    return cast("Json", said) if isinstance(said, dict) else {}


def _prompt(event: Json, kind: Kind, environ: Mapping[str, str]) -> Prompt | None:
    tool, given = event.get("tool_name"), event.get("tool_input")
    foreign = kind.sign is not None and not environ.get(kind.sign)
    if event.get("hook_event_name") != EVENT or foreign:
        return None
    if not isinstance(tool, str) or not isinstance(given, dict):
        return None
    prompt = Prompt(client=kind.title, tool=tool, input=cast("Json", given))
    return None if prompt.tool == QUESTIONS and not kind.answers_questions else prompt


def _asker(client: str, event: Json) -> Json:
    session, cwd = event.get("session_id"), event.get("cwd")
    agent = {"name": client, "conversation": session if isinstance(session, str) else None}
    path = cwd if isinstance(cwd, str) and cwd else None
    return {
        "agent": agent,
        **({"project": {"name": PurePath(path).name, "path": path}} if path else {}),
    }


def _decided(here: Here, prompt: Prompt, said: Said) -> Decision | None:
    """The human's word within the time; the ask itself ends with it, whatever happens to us."""
    timeout, ending = {"timeout": round(said.hold * 1000)}, Ending()
    for each in ENDINGS:
        signal.signal(each, ending)
    ask: str = here.through(lambda client: client.create({**said.body, **timeout}))["id"]
    try:
        with ending.may_come():
            result = _outcome(here, ask, said)
    except SystemExit:
        result = None
    if result is None:
        here.through(lambda client: client.cancel(ask, reason="The client has gone on by itself."))
        return None
    return decided(prompt, result)


def is_heard(out: TextIO) -> bool:
    """Whether somebody reads what is written there: a client that was killed tells us nothing else."""
    try:
        look = select.poll()
        look.register(out.fileno(), 0)
        return not look.poll(0)
    except (OSError, ValueError):
        return True  # nobody can tell


def _outcome(here: Here, ask: str, said: Said) -> Json | None:
    """None where the client's own dialog was answered first, or nobody would hear the answer."""
    until = monotonic() + said.hold + GRACE_S
    while is_heard(sys.stdout) and not said.transcript.went_on():
        left = max(0.0, until - monotonic())
        wait = min(LOOK_S, left)
        result = here.through(lambda client, wait=wait: client.outcome(ask, wait, take=True))
        if result["state"] != "pending" or not left:
            return result
    return None

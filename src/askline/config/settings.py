"""What is set, for every process: one loader, frozen values.

Flag before environment before project before user before default. A project's file comes with
somebody's repository, so it may set only what `keys` marks for it; the rest of it is reported in
`problems` and never applied. A mistake of the user's own is an error that names the field.

A hub's token is no setting and stays in the environment. An address that somebody is told by may be
as good as a secret: `keys` marks it, and it is shown only to who asks for just that.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from askline.config import files, values
from askline.config.alerting import Alerts, alerts_of
from askline.config.files import Found
from askline.config.keys import ANY_NAME, KEYS, Kind, find
from askline.config.values import Wrong
from askline.core.errors import FieldProblem, InvalidArguments
from askline.core.locations import Locations
from askline.core.projects import settings_file


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    cap_s: float | None
    """None: whatever the client bears. 0: no cap."""
    first: str
    clients: Mapping[str, float]
    """Caps by the name of the client."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mcp:
    era: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAsk:
    registration: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Auq:
    timeout: float | None
    """None: they wait until somebody answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptManager:
    enabled: bool
    timeout: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Asks:
    detach_grace: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    idle_exit: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Web:
    enabled: bool
    port: int
    embed_origins: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    journal: str
    redact: tuple[str, ...]
    recall: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Tools:
    paths: tuple[str, ...]
    inline_s: float
    at_once: int
    keep_days: int
    keep_mb: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Hub:
    url: str | None
    approvals: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Approvals:
    ask: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    level: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    profile: str
    wait: Wait
    mcp: Mcp
    question_ask: QuestionAsk
    auq: Auq
    promptmanager: PromptManager
    asks: Asks
    service: Service
    web: Web
    memory: Memory
    tools: Tools
    hub: Hub
    log: Log
    language: str | None
    approvals: Approvals
    alerts: Alerts
    flat: Mapping[str, Any] = field(repr=False)
    """Every value by the name of its key."""
    sources: Mapping[str, str]
    """Where a value comes from, by its name; what is missing here is a default."""
    problems: tuple[FieldProblem, ...] = ()
    """What a project's file says and may not, or says wrongly."""


def load(
    environ: Mapping[str, str],
    project: str | None,
    *,
    locations: Locations,
    flags: Mapping[str, Any] | None = None,
) -> Settings:
    """What holds in a project, by any directory of it; or in none.

    Raises: InvalidArguments, for a mistake in the user's file, the environment or a flag.
    """
    user = _sound(files.read(Path(locations.config)), locations.config)
    theirs = _project(project)
    named = _sound(_environment(environ), "the environment")
    flagged = {name: value for name, value in (flags or {}).items() if value is not None}
    given = _sound(files.settled(_nested(flagged)), "the command line")
    sources = {
        "user": user.settings,
        "project": theirs.settings,
        "environment": named.settings,
        "flag": given.settings,
    }
    flat = {key.name: key.default for key in KEYS if ANY_NAME not in key.name}
    for settings in sources.values():
        flat.update(settings)
    whence = {name: source for source, settings in sources.items() for name in settings}
    return _built(flat, whence, tuple(theirs.problems))


def _built(
    flat: Mapping[str, Any], sources: Mapping[str, str], problems: tuple[FieldProblem, ...]
) -> Settings:
    return Settings(
        profile=flat["profile"],
        wait=Wait(cap_s=flat["wait.cap_s"], first=flat["wait.first"], clients=_clients(flat)),
        mcp=Mcp(era=flat["mcp.era"]),
        question_ask=QuestionAsk(registration=flat["question_ask.registration"]),
        auq=Auq(timeout=flat["auq.timeout"]),
        promptmanager=PromptManager(
            enabled=flat["promptmanager.enabled"], timeout=flat["promptmanager.timeout"]
        ),
        asks=Asks(detach_grace=flat["asks.detach_grace"]),
        service=Service(idle_exit=flat["service.idle_exit"]),
        web=Web(
            enabled=flat["web.enabled"],
            port=flat["web.port"],
            embed_origins=flat["web.embed_origins"],
        ),
        memory=Memory(
            journal=flat["memory.journal"],
            redact=flat["memory.redact"],
            recall=flat["memory.recall"],
        ),
        tools=Tools(
            paths=flat["tools.paths"],
            inline_s=flat["tools.inline_s"],
            at_once=flat["tools.at_once"],
            keep_days=flat["tools.keep_days"],
            keep_mb=flat["tools.keep_mb"],
        ),
        hub=Hub(url=flat["hub.url"], approvals=flat["hub.approvals"]),
        log=Log(level=flat["log.level"]),
        language=flat["language"],
        approvals=Approvals(ask=flat["approvals.ask"], deny=flat["approvals.deny"]),
        alerts=alerts_of(flat),
        flat=flat,
        sources=sources,
        problems=problems,
    )


def _clients(flat: Mapping[str, Any]) -> dict[str, float]:
    before, after = "wait.clients.", ".cap_s"
    return {
        name.removeprefix(before).removesuffix(after): value
        for name, value in flat.items()
        if name.startswith(before)
    }


def _project(project: str | None) -> Found:
    """What the project may set; everything else it says is a problem."""
    if project is None:
        return Found()
    file = settings_file(project)
    said = files.read(Path(file))
    found = Found(problems=[*said.problems])
    for name, value in said.settings.items():
        key = find(name)
        if key is None or not key.project:
            found.problems.append(_not_for_projects(name))
        elif key.within and not key.within[0] <= value <= key.within[1]:
            found.problems.append(_out_of_bounds(name, key.within, value))
        elif key.kind is Kind.PATHS and not all(_stays(each, project, file) for each in value):
            found.problems.append(_leads_out(name))
        elif not (key.only_off and value):
            found.settings[name] = value
    return found


def _not_for_projects(name: str) -> FieldProblem:
    allowed = ", ".join(key.name for key in KEYS if key.project)
    return FieldProblem(
        name,
        f"in a project only {allowed}",
        "a setting that only the user may make",
        "It was not applied. Set it in your own config.toml if you want it.",
    )


def _stays(path: str, project: str, file: str) -> bool:
    """Whether it leads to a place below the directory that the settings are of."""
    root = os.path.realpath(Path(file).parent.parent)
    return Path(os.path.realpath(Path(project, Path(path).expanduser()))).is_relative_to(root)


def _leads_out(name: str) -> FieldProblem:
    # The same words whatever is there: a project learns nothing about other places.
    return FieldProblem(
        name,
        "in a project only paths inside it",
        "a path that leads out of it",
        "It was not applied. Set it in your own config.toml if you want it.",
    )


def _out_of_bounds(name: str, within: tuple[float, float], value: float) -> FieldProblem:
    return FieldProblem(
        name,
        f"in a project from {within[0]:g} to {within[1]:g} seconds",
        f"{value:g}",
        "It was not applied; your own setting or the default holds.",
    )


def _environment(environ: Mapping[str, str]) -> Found:
    found = Found()
    for key in KEYS:
        text = environ.get(key.environment, "") if key.environment else ""
        if not text:
            continue
        try:
            found.settings[key.name] = values.read_text(key, f"{key.environment}", text)
        except Wrong as wrong:
            found.problems.append(wrong.problem)
    return found


def _nested(flags: Mapping[str, Any]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for name, value in flags.items():
        *sections, last = name.split(".")
        inner = table
        for section in sections:
            inner = inner.setdefault(section, {})
        inner[last] = value
    return table


def _sound(found: Found, where: str) -> Found:
    if not found.problems:
        return found
    said = "; ".join(
        f"{problem.field}: expected {problem.expected}, got {problem.actual}"
        for problem in found.problems
    )
    raise InvalidArguments(
        f"Settings in {where} are wrong: {said}.",
        hint=found.problems[0].hint or "Correct the named setting; nothing was applied.",
        fields=found.problems,
    )

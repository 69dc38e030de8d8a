"""`doctor`: looks at everything that has to work together, and says what mends what does not."""

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from askline.config.settings import load
from askline.core.errors import AsklineError
from askline.core.speaking import known, t
from askline.core.text import clean
from askline.doors.cli import findings, problems
from askline.doors.cli.away import standing
from askline.doors.cli.declared import Declared
from askline.doors.cli.findings import Finding, State
from askline.doors.cli.here import Here
from askline.doors.cli.operations import UNENDED
from askline.doors.cli.words import parser, write, write_json
from askline.setup import files
from askline.setup.client import Client, Machine, Wish
from askline.setup.clients import CLIENTS
from askline.setup.machine import this_machine
from askline.setup.planning import planned, remembered
from askline.setup.records import Record

Json = dict[str, Any]

NOTHING_WITHIN = ("--unshare-all", "--ro-bind", "/", "/", "true")
PATIENCE_S = 10.0
WIDTH = 12
"""Of what was looked at; more where a language has longer words."""


def doctor(words: list[str], here: Here) -> int:
    said = parser("doctor").parse_args(words)
    found = [*_service(here), *_house(here), *_clients(here)]
    return reported(found, as_json=said.json)


def reported(found: Sequence[Finding], *, as_json: bool) -> int:
    """Write what was found; the exit code tells whether anything is bad."""
    ill = any(finding.state is State.BAD for finding in found)
    if as_json:
        write_json({"ok": not ill, "findings": [finding.shape for finding in found]})
    else:
        states = max(len(t(state)) for state in State)
        checks = max(WIDTH, *(len(t(finding.check)) for finding in found))
        for finding in found:
            write(_told(finding, states, checks))
    return problems.INTERNAL if ill else problems.DONE


def _told(finding: Finding, states: int, checks: int) -> Iterator[str]:
    """`states` and `checks` are how wide their columns are."""
    said = clean(finding.says, multiline=False)
    yield f"{t(finding.state):{states}}  {t(finding.check):{checks}}  {said}"
    if finding.fix:
        yield f"{'':{states + checks + 4}}{clean(finding.fix, multiline=False)}"


def _service(here: Here) -> Iterator[Finding]:
    home = here.at_home
    try:
        health: Json = home.through(lambda client: client.health())
        told: Json = home.through(lambda client: client.alerts())
        unended: Json = home.through(lambda client: client.operations(statuses=UNENDED))
    except AsklineError as error:
        yield findings.bad("service", known(error.message), known(error.hint))
        return
    yield from findings.of_service(health, here.locations.socket)
    yield from findings.of_hub(health.get("hub"))
    yield from findings.of_connected(health.get("clients", ()))
    yield findings.of_alerts(told)
    yield findings.of_operations(unended["operations"])


def _house(here: Here) -> Iterator[Finding]:
    if word := standing(here.locations.state):
        yield findings.note("away", word, t("`askline back`, when you are."))
    state = Path(here.locations.state)
    there = next(each for each in (state, *state.parents) if each.is_dir())
    yield findings.of_disk(shutil.disk_usage(there).free, str(there))
    try:
        settings = load(here.environ, here.cwd, locations=here.locations)
    except AsklineError as error:
        yield findings.bad("settings", known(error.message), known(error.hint))
        return
    yield findings.of_settings(here.locations.config, there=Path(here.locations.config).exists())
    for problem in settings.problems:
        says = t("In the project's file: {0}: expected {1}.", problem.field, problem.expected)
        yield findings.note("settings", says, known(problem.hint))
    bubblewrap = shutil.which("bwrap", path=here.environ.get("PATH"))
    yield findings.of_sandbox(bubblewrap, bubblewrap and tried(bubblewrap))
    if here.cwd is not None:
        yield from _declarations(Declared.at(here))


def tried(bubblewrap: str) -> str | None:
    """What is wrong with it, if anything: it may be installed where the system forbids what it needs."""
    try:
        made = subprocess.run(  # noqa: S603 - a program of the user's own PATH, and fixed words
            [bubblewrap, *NOTHING_WITHIN], capture_output=True, timeout=PATIENCE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as trouble:
        return type(trouble).__name__
    return None if made.returncode == 0 else made.stderr.decode(errors="replace").strip()


def _declarations(declared: Declared) -> Iterator[Finding]:
    loaded = declared.loaded
    yield from findings.of_declarations(
        declared.project, declared.standing, len(loaded.tools), len(loaded.errors)
    )


def _clients(here: Here) -> Iterator[Finding]:
    try:
        records = files.Records(here.locations.state).read()
    except AsklineError as error:
        yield findings.bad("clients", known(error.message), known(error.hint))
        return
    machine = this_machine(here.environ, here.cwd)
    for client in CLIENTS:
        if client.is_here(machine) and client.wants:
            yield _registered(client, machine, records)


def _registered(client: Client, machine: Machine, records: tuple[Record, ...]) -> Finding:
    """Set up for the user or in this project; otherwise what to do for it."""
    for scope in client.wants:
        wish = Wish(machine=machine, scope=scope)
        whole = Wish(machine=machine, scope=scope, options=remembered(client.name, wish, records))
        changes = planned(client, whole, files.read, records)
        if troubles := [change for change in changes if change.trouble]:
            says = t(
                "{0}: {1} is not understood: {2}.",
                client.title,
                troubles[0].file,
                known(troubles[0].trouble or ""),
            )
            return findings.bad("client", says, t("Correct the file by hand."))
        if not any(change.does_something for change in changes):
            says = t("{0} is set up ({1}); a call may take {2}.", client.title, scope, client.limit)
            return findings.fine("client", says)
    listed = any(record.client == client.name for record in records)
    says = (
        t("{0} is set up differently.", client.title)
        if listed
        else t("{0} is not set up.", client.title)
    )
    return findings.note("client", says, t("`askline setup {0}`", client.name))

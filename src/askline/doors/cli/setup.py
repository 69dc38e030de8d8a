"""`setup`: registers the line with agents' clients, after showing what it would change in their files."""

from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from difflib import unified_diff

from askline.core.errors import InvalidArguments
from askline.core.speaking import known, mark, t
from askline.core.text import clean
from askline.doors.cli import problems
from askline.doors.cli.agreeing import agreed
from askline.doors.cli.here import Here
from askline.doors.cli.words import parser, write
from askline.setup import files
from askline.setup.client import Client, Machine, Options, Scope, Wish, told
from askline.setup.clients import CLIENTS, find
from askline.setup.machine import this_machine
from askline.setup.planning import Change, planned, remembered, reverted
from askline.setup.records import Record, Splice

LONGEST_LINE = 400

FOR: dict[Scope, str] = {
    Scope.USER: mark("for you, everywhere"),
    Scope.PROJECT: mark("for everybody in this project"),
    Scope.LOCAL: mark("for you, in this project"),
}


def setup(words: list[str], here: Here) -> int:
    said = _said(words)
    records = files.Records(here.locations.state)
    machine = this_machine(here.environ, here.cwd)
    if said.undo:
        return _undo(said, machine, records)
    wish = Wish(
        machine=machine,
        scope=said.scope or Scope.USER,
        options=Options(
            instruct=said.instruct, own_questions_off=said.own_questions_off, hook=said.hook
        ),
    )
    changes = [
        change for client in _chosen(said, wish) for change in _shown(client, wish, records.read())
    ]
    return _written(said, machine, changes, records)


def _said(words: list[str]) -> Namespace:
    options = parser("setup", reads=False)
    options.add_argument("client", nargs="*", help=t("all that are found, if none is named"))
    options.add_argument("--scope", type=Scope, choices=[*Scope], help=t("for whom (user)"))
    options.add_argument("--instruct", action="store_true", help=t("add a standing instruction"))
    options.add_argument(
        "--own-questions-off",
        action="store_true",
        help=t("turn the client's own question tool off"),
    )
    options.add_argument("--hook", action="store_true", help=t("bring its prompts to the inbox"))
    options.add_argument("--dry-run", action="store_true", help=t("only show what would change"))
    options.add_argument("--undo", action="store_true", help=t("take back what setup did"))
    options.add_argument("--all", action="store_true", help=t("with --undo: for every client"))
    options.add_argument("--yes", action="store_true", help=t("write without asking"))
    said = options.parse_intermixed_args(words)
    if said.all and not said.undo:
        options.error(t("argument --all: goes with --undo"))
    if said.undo and bool(said.client) == said.all:
        options.error(t("argument --undo: name clients, or say --all"))
    for name in said.client:
        find(name)
    return said


def _chosen(said: Namespace, wish: Wish) -> list[Client]:
    if said.client:
        return [find(name) for name in dict.fromkeys(said.client)]
    here = [client for client in CLIENTS if client.is_here(wish.machine)]
    fitting = [client for client in here if wish.scope in client.wants or client.snippet]
    if not fitting:
        known = ", ".join(client.name for client in CLIENTS)
        raise InvalidArguments(
            t("No client was found that can be set up so."), hint=t("Name one: {0}.", known)
        )
    return fitting


def _shown(client: Client, wish: Wish, records: Sequence[Record]) -> Iterable[Change]:
    """What the client needs, told; only what is to be written comes back."""
    whole = Wish(
        machine=wish.machine, scope=wish.scope, options=remembered(client.name, wish, records)
    )
    if client.snippet:
        write([f"{client.title}:", *clean(client.snippet(whole)).splitlines(), ""])
        changes: Sequence[Change] = ()
    else:
        changes = planned(client, whole, files.read, records)
        done = not any(change.does_something or change.trouble for change in changes)
        write(
            [
                f"{client.title}, {t(FOR[wish.scope])}: {t('nothing to do.') if done else ''}".rstrip()
            ]
        )
        for change in changes:
            _show(change, wish.machine)
    if client.snippet or any(change.does_something for change in changes):
        write(f"  {known(note)}" for note in told(client, whole))
    return changes


def _show(change: Change, machine: Machine) -> None:
    name = _tilde(change.file, machine)
    if change.trouble:
        problems.say(t("{0} stays as it is: {1}.", name, known(change.trouble)))
        return
    if change.does_something:
        write(_difference(change, name))


def _difference(change: Change, name: str) -> Iterator[str]:
    """Little around what changes, and of a long line nothing: there may be others' secrets in it."""
    before, after = change.before or "", change.after or ""
    lines = [*unified_diff(before.splitlines(), after.splitlines(), name, name, n=1, lineterm="")]
    if max(map(len, lines)) > LONGEST_LINE:
        splice = Splice.between(before, after)
        gone, new = splice.before, after[splice.at : splice.at + splice.length]
        told = ((sign, text) for sign, text in (("-", gone), ("+", new)) if text)
        lines = [f"--- {name}", f"+++ {name}", *(f"{sign}…{text}…" for sign, text in told)]
    for line in lines:
        inside = line.lstrip(" \t")
        yield line.removesuffix(inside).expandtabs() + clean(inside, multiline=False)


def _written(
    said: Namespace, machine: Machine, changes: Sequence[Change], records: files.Records
) -> int:
    wanted = [change for change in changes if change.does_something]
    if said.dry_run or (wanted and not agreed(t("Write these changes?"), yes=said.yes)):
        return _code(changes)
    for change in changes:
        # First the record: whatever ends us in between, nothing is there that cannot be undone.
        if change.record:
            records.keep(change.record)
        if change.does_something:
            _write(change, machine)
    return _code(changes)


def _undo(said: Namespace, machine: Machine, records: files.Records) -> int:
    known = records.read()
    gone = [each for each in known if _is_meant(each, said)]
    if not gone:
        write([t("There is nothing to take back.")])
        return problems.DONE
    changes = [_reverted(file, gone, known) for file in dict.fromkeys(each.file for each in gone)]
    for change in changes:
        _show(change, machine)
    wanted = [change for change in changes if change.does_something]
    if said.dry_run or (wanted and not agreed(t("Take this back?"), yes=said.yes)):
        return _code(changes)
    for change in wanted:
        _write(change, machine)
    kept = {change.file for change in changes if change.trouble}
    records.forget([each for each in gone if each.file not in kept])
    for heir in (heir for change in changes for heir in change.heirs):
        records.keep(heir)
    return _code(changes)


def _is_meant(record: Record, said: Namespace) -> bool:
    return (said.all or record.client in said.client) and said.scope in (None, record.scope)


def _reverted(file: str, gone: Sequence[Record], known: Sequence[Record]) -> Change:
    mine = [each for each in gone if each.file == file]
    others = [each for each in known if each.file == file and each not in gone]
    return reverted(file, files.read, mine, others)


def _write(change: Change, machine: Machine) -> None:
    files.write(change)
    write(
        [
            f"{t('Removed') if change.after is None else t('Written')}: {_tilde(change.file, machine)}"
        ]
    )


def _code(changes: Iterable[Change]) -> int:
    return problems.USAGE if any(change.trouble for change in changes) else problems.DONE


def _tilde(file: str, machine: Machine) -> str:
    home = f"{machine.home}/"
    return clean(f"~/{file.removeprefix(home)}" if file.startswith(home) else file, multiline=False)

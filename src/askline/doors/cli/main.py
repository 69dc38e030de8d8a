"""The command line: finds the room that knows the word and lets it work.

Only that room is imported: a shell waits for every command, and most need nothing but a socket.
Rules live behind the API; what this door adds is words, exit codes and whether a person is present.
"""

import io
import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from itertools import takewhile

from askline.config.language import wanted
from askline.core.errors import AsklineError
from askline.core.speaking import ENGLISH, chosen, speaking, t
from askline.doors.cli import plain, problems
from askline.doors.cli.commands import COMMANDS, GROUPS, Command
from askline.doors.cli.here import Here, RunHub

FOR_PROGRAMS = frozenset({"--json", "--sarif"})

OpenInbox = Callable[[Here, str, Mapping[str, str]], int]
"""The terminal inbox, which is a door of its own."""


def run(
    argv: list[str],
    run_service: Callable[[], int] | None = None,
    open_inbox: OpenInbox | None = None,
    environ: Mapping[str, str] = os.environ,
    run_hub: RunHub | None = None,
) -> int:
    """Do what the words say; the exit code tells how it went."""
    _write_what_can_be_written()
    here = Here(environ, run_service, run_hub)
    with speaking(language_of(argv, here)):
        return _told(argv, here, open_inbox)


def language_of(argv: list[str], here: Here) -> str:
    """The person's own; what programs read is the same for everybody."""
    if FOR_PROGRAMS & {*argv}:
        return ENGLISH
    try:
        return chosen(wanted(here.locations.config), here.environ)
    except AsklineError:  # there is no place to look; whoever needs one says so
        return ENGLISH


def _told(argv: list[str], here: Here, open_inbox: OpenInbox | None) -> int:
    try:
        return _run(argv, here, open_inbox)
    except AsklineError as error:
        return problems.told(error)
    except SystemExit as end:  # argparse, which has said why
        return end.code if isinstance(end.code, int) else problems.USAGE
    except KeyboardInterrupt:
        return problems.INTERRUPTED
    except BrokenPipeError:
        return _reader_gone()
    except Exception as error:  # noqa: BLE001 - the edge of this door
        return problems.told(problems.unforeseen(error))


def _run(argv: list[str], here: Here, open_inbox: OpenInbox | None) -> int:
    alone = not argv and open_inbox is not None and _at_a_terminal()
    if argv == ["--plain"] or (alone and here.environ.get("TERM") == "dumb"):
        return plain.inbox(here.of("tui"))
    if alone and open_inbox is not None:
        return open_inbox(here.of("tui"), theme_of(here), here.environ)
    if not argv or argv[0] in ("-h", "--help", "help"):
        sys.stdout.write(help_text())
        return problems.DONE
    name = " ".join(argv[:2]) if argv[0] in GROUPS else argv[0]
    command = next((known for known in COMMANDS if known.name == name), None)
    if command is None:
        return _unknown(argv)
    room = import_module(f"askline.doors.cli.{command.room}")
    code: int = getattr(room, command.verb)(argv[len(name.split()) :], here)
    sys.stdout.flush()
    return code


def theme_of(here: Here) -> str:
    from askline.config.settings import load  # noqa: PLC0415 - few commands need it

    return load(here.environ, None, locations=here.locations).flat["tui.theme"]


def _at_a_terminal() -> bool:
    """On every stream: the toolkit reads from the first and draws on the last."""
    streams = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    return all(stream is not None and stream.isatty() for stream in streams)


def help_text() -> str:
    lines = [
        t("usage: askline [--plain | COMMAND …]"),
        "",
        t("The line between AI agents and their humans."),
        "",
    ]
    lines += [t("At a terminal `askline` alone opens the inbox; --plain prompts line by line."), ""]
    width = max(len(command.name) for command in COMMANDS)
    lines += [f"  {command.name:{width}}  {t(command.about)}" for command in COMMANDS]
    return "\n".join([*lines, "", t("`askline COMMAND --help` says more about one of them."), ""])


def _unknown(argv: list[str]) -> int:
    """A word that is none of ours, or a group without its second word."""
    words = [*takewhile(lambda word: not word.startswith("-"), argv[:2])]
    group = [command for command in COMMANDS if command.name.startswith(f"{argv[0]} ")]
    if group and len(words) == 1 and {*argv[1:]} & {"-h", "--help"}:
        sys.stdout.write("\n".join(_short(command) for command in group) + "\n")
        return problems.DONE
    problems.say(t("askline: unknown command: {0}", " ".join(words) or argv[0]))
    for command in group:
        problems.say(f"  {_short(command)}")
    problems.say(f"  {t('hint: {0}', t('`askline --help` lists the commands.'))}")
    return problems.USAGE


def _short(command: Command) -> str:
    return f"askline {command.name} {command.usage}".rstrip()


def _write_what_can_be_written() -> None:
    """A terminal that cannot show a character shows its number instead of an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _reader_gone() -> int:
    """Whoever read our output has enough of it; the interpreter's last flush goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
    return problems.DONE

"""Looking into memory: `memory summary`, `memory search`, `memory export`, `memory rebuild`."""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Any

from askline.core.speaking import t
from askline.core.text import clean
from askline.doors.cli import problems
from askline.doors.cli.here import Here
from askline.doors.cli.words import parser, several, write, write_json

FORMATS = ("markdown", "adr", "json", "yaml")


def summary(words: list[str], here: Here) -> int:
    options = _narrowing(parser("memory summary"))
    options.add_argument("--search", help=t("only with all of these words"))
    said = options.parse_intermixed_args(words)
    found = here.through(
        lambda client: client.memory_summary(
            _project(said, here), limit=said.limit, search=said.search, since=said.since
        )
    )
    if said.json:
        write_json(found)
    else:
        write(found["summary"].splitlines())
    return problems.DONE


def search(words: list[str], here: Here) -> int:
    options = _narrowing(parser("memory search"))
    options.add_argument("text", nargs="+", help=t("all of these words"))
    said = options.parse_intermixed_args(words)
    text = " ".join(said.text)
    found = here.through(
        lambda client: client.memory_entries(
            _project(said, here), limit=said.limit, search=text, since=said.since
        )
    )
    if said.json:
        write_json(found)
        return problems.DONE
    write(line for entry in found["entries"] for line in shown(entry))
    more = found["total"] - len(found["entries"])
    if more:
        write([t("{0} more, older.", more)])
    if not found["total"]:
        write([t("Nothing like it was answered here.")])
    return problems.DONE


def export(words: list[str], here: Here) -> int:
    options = _narrowing(parser("memory export", reads=False))
    options.add_argument("--search", help=t("only with all of these words"))
    options.add_argument("--format", choices=FORMATS, default=FORMATS[0], help=t("of the output"))
    said = options.parse_intermixed_args(words)
    found = here.through(
        lambda client: client.memory_export(
            _project(said, here),
            said.format,
            limit=said.limit,
            search=said.search,
            since=said.since,
        )
    )
    sys.stdout.write(found["text"])
    return problems.DONE


def rebuild(words: list[str], here: Here) -> int:
    options = parser("memory rebuild")
    options.add_argument(
        "--project", help=t("of the project at this path; without it, of this one")
    )
    said = options.parse_intermixed_args(words)
    project = _project(said, here)
    done = here.through(lambda client: client.memory_rebuild(project))
    if said.json:
        write_json(done)
        return problems.DONE
    write(rebuilt(done))
    return problems.DONE


def rebuilt(done: dict[str, Any]) -> Iterator[str]:
    yield t("{0} written, {1} were there.", done["written"], done["stood"])
    if not done["written"] + done["stood"]:
        yield t("memory.journal is {0} here: it may want no files.", done["mode"])
        yield t("`mkdir .askline`, or `askline config set memory.journal on`, and try again.")


def _narrowing(options: ArgumentParser) -> ArgumentParser:
    options.add_argument(
        "--project", help=t("of the project at this path; without it, of this one")
    )
    options.add_argument("--limit", type=several, help=t("the newest so many"))
    options.add_argument("--since", help=t("only from this day or time on"))
    return options


def _project(said: Namespace, here: Here) -> str:
    return os.path.normpath(os.path.join(here.cwd or "", said.project or ""))  # noqa: PTH118 - a text


def shown(entry: dict[str, Any]) -> Iterator[str]:
    """Whose word it is stands beside every answer; a file's is nobody's."""
    whose = (
        t("by {0}", entry["who"] or entry["by"])
        if entry["source"] == "store"
        else t("source: file")
    )
    branch = t(", branch {0}", entry["branch"]) if entry["branch"] else ""
    yield clean(f"{entry['timestamp'][:10]}  {entry['question']}", multiline=False)
    answer = clean(entry["answer"]).split("\n")
    yield from (f"            {line}" for line in answer)
    if entry["note"]:
        yield f"            {t('note: {0}', clean(entry['note'], multiline=False))}"
    yield f"            {clean(f'({whose}{branch})', multiline=False)}"
    if entry["overruled"]:
        yield f"            {t('overruled: answered otherwise on {0}', entry['overruled'][:10])}"

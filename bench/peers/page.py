"""The page of the comparison, and the README's short form of it, made from the cells and the record.

`just peers-page` writes both. Nothing is said here: what is said stands in
`comparison.toml` with its sources, and in `record.json`.
"""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from bench.peers.tables import condition, figures, outcomes

Json = dict[str, Any]

ROOT = Path(__file__).parents[2]
CELLS = Path(__file__).with_name("comparison.toml")
RECORD = Path(__file__).with_name("record.json")
PAGE = ROOT / "docs" / "reference" / "comparison.md"
README = ROOT / "README.md"
SHORT = ("askline", "auq", "feedback", "claude", "awaithumans")
BEGIN, END = "<!-- comparison -->\n", "<!-- end of comparison -->"


def cells() -> Json:
    return tomllib.loads(CELLS.read_text())


def record() -> Json:
    return json.loads(RECORD.read_text())


def page(said: Json, measured: Json) -> str:
    parts = [
        _head(said),
        *(
            f"## {table['title']}\n\n{_table(said, table['peers'], said['rows'])}"
            for table in said["tables"]
        ),
        "## Where another fits better\n\n" + _better(said),
        _measured(measured),
    ]
    return "\n\n".join(parts) + "\n"


def short(said: Json) -> str:
    """For the README: the rows that matter most, links as seen from there."""
    rows = [row for row in said["rows"] if row.get("short")]
    return _table(said, SHORT, rows, from_root=True) + "\n"


def with_short(readme: str, said: Json) -> str:
    before, rest = readme.split(BEGIN)
    return before + BEGIN + short(said) + END + rest.split(END)[1]


def _head(said: Json) -> str:
    versions = [f"{said['peers'][name]} ({version})" for name, version in said["versions"].items()]
    return (
        "# Comparison\n\n"
        "Askline beside others that bring an agent's question to a human. Each cell says where it "
        "is from: ours names a test of this repository or links to a page, theirs links to a public "
        f"place, read on {said['read']}. *Not documented* means that it was not found there, not "
        "that it is not so. Some were [measured](#measured). The page is made from "
        "`bench/peers/comparison.toml` and `bench/peers/record.json`; a cell that is wrong is a "
        "defect.\n\n"
        f"Compared are {', '.join(versions)}."
    )


def _table(said: Json, peers: Any, rows: list[Json], *, from_root: bool = False) -> str:
    lines = ["| | " + " | ".join(said["peers"][peer] for peer in peers) + " |"]
    lines.append("|---" * (len(peers) + 1) + "|")
    for row in rows:
        shown = (_cell(said, row[peer], from_root=from_root) for peer in peers)
        lines.append(f"| {row['asks']} | " + " | ".join(shown) + " |")
    return "\n".join(lines)


def _cell(said: Json, cell: Json, *, from_root: bool) -> str:
    if "proof" in cell:
        return _ours(cell, from_root=from_root)
    link = said["sources"][cell["from"]]
    beginning = PAGE.relative_to(ROOT).as_posix() if from_root and link.startswith("#") else ""
    return f"[{cell['says']}]({beginning}{link})"


def _ours(cell: Json, *, from_root: bool) -> str:
    """The pages know only each other; a test or a file is called by its name there."""
    path, _, name = cell["proof"].partition("::")
    if from_root:
        return f"[{cell['says']}]({path})"
    if path.startswith("docs/"):
        return f"[{cell['says']}](../{path.removeprefix('docs/')})"
    return f"{cell['says']}: `{name or path}`"


def _better(said: Json) -> str:
    def linked(found: re.Match[str]) -> str:
        return said["sources"][found[1]]

    return "\n".join(
        f"- {re.sub(r'{([a-z0-9-]+)}', linked, each['says'])}" for each in said["better"]
    )


def _measured(measured: Json) -> str:
    doors = "; ".join(f"{peer['name']}: {peer['door']}" for peer in measured["peers"])
    came = "; ".join(f"{peer['name']}: {peer['installed']}" for peer in measured["peers"])
    others = "\n".join(
        f"- `{each['name']}` {each['version']} from PyPI was asked once without an account and said: “{each['said']}”"
        for each in measured["not_run"]
    )
    return (
        f"## Measured\n\n{condition(measured)} One client drives every server over stdio, each in an "
        "empty environment with a home of its own, in turn. `just bench-peers` repeats it.\n\n"
        f"Where the human looks and answers: {doors}. How they came here: {came}.\n\n"
        f"{figures(measured)}\n\n"
        "Askline's memory holds the service, its inbox and its store, once for all agents; the others "
        "start a server for each agent. With few rounds on a busy machine times say little, and p99 is the worst.\n\n"
        f"### What became of the ask\n\n{outcomes(measured)}\n\n"
        "*Asked again* is the same call once more, as agents do after a broken one.\n\n"
        f"### Not run\n\n{others or 'None was asked in this run.'}"
    )


if __name__ == "__main__":
    PAGE.write_text(page(cells(), record()))
    README.write_text(with_short(README.read_text(), cells()))

"""The page of the comparison, and the README's short form of it, made from the cells and the record.

`just peers-page` writes both. Nothing is said here: what is said stands in
`comparison.toml` with its sources, and in `record.json`.
"""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from bench.peers.hosted import TYPED
from bench.peers.tables import behind, condition, figures, outcomes

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
        "## Clients with questions of their own\n\nBeside Claude Code and Codex:\n\n"
        + _listed(said, "beside"),
        "## Where another fits better\n\n" + _listed(said, "better"),
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
    first, *rest = (_link(said["sources"][name], from_root=from_root) for name in sources(cell))
    return f"[{cell['says']}]({first})" + "".join(f" ([also]({link}))" for link in rest)


def sources(cell: Json) -> list[str]:
    """The names of where it is said: one, or a few where one says only half of it."""
    named: str | list[str] = cell.get("from", [])
    return [named] if isinstance(named, str) else named


def _link(link: str, *, from_root: bool) -> str:
    beginning = PAGE.relative_to(ROOT).as_posix() if from_root and link.startswith("#") else ""
    return f"{beginning}{link}"


def _ours(cell: Json, *, from_root: bool) -> str:
    """The pages know only each other; a test or a file is called by its name there."""
    path, _, name = cell["proof"].partition("::")
    if from_root:
        return f"[{cell['says']}]({path})"
    if path.startswith("docs/"):
        return f"[{cell['says']}](../{path.removeprefix('docs/')})"
    return f"{cell['says']}: `{name or path}`"


def _listed(said: Json, which: str) -> str:
    def linked(found: re.Match[str]) -> str:
        return said["sources"][found[1]]

    return "\n".join(f"- {re.sub(r'{([a-z0-9-]+)}', linked, each['says'])}" for each in said[which])


def _measured(measured: Json) -> str:
    others = "\n".join(f"- {_not_run(each)}" for each in measured["not_run"])
    return (
        f"## Measured\n\n{condition(measured)} One client drives every server over stdio, each in an "
        "empty environment with a home of its own, in turn; the human thinks for 0.3 to 0.9 seconds, at "
        "random, before an answer is sent. The client itself gives up after 300 s, and after 3 s where a "
        "cut call is looked at. `just bench-peers` repeats it.\n\n"
        f"- **Where the human looks and answers.** {_of_each(measured, 'door')}.\n"
        f"- **Which limit was set for a call.** {_of_each(measured, 'limit')}.\n"
        f"- **How they came here.** {_of_each(measured, 'installed')}.\n\n"
        f"{figures(measured)}\n\n"
        f"**Where another is better:** {behind(measured) or 'nowhere in these rows'}. An empty home is "
        "where Askline is slowest: its first ask waits until the service has started and made its store, "
        "once for each user; the others have none to start. Its memory holds that service, its inbox and "
        "its store, once for all agents, where the others start a server for each. With few rounds on a "
        "busy machine times say little.\n\n"
        f"### What became of the ask\n\n{outcomes(measured)}\n\n"
        "*Asked again* is the same call once more, as agents do after a broken one.\n\n"
        f"### Not run\n\n{others or 'None was asked in this run.'}"
    )


def _of_each(measured: Json, what: str) -> str:
    """What is said of each, once for those of whom the same is said."""
    said = dict[str, list[str]]()
    for peer in measured["peers"]:
        said.setdefault(peer[what], []).append(peer["name"])
    return "; ".join(f"{' and '.join(names)}: {words}" for words, names in said.items())


def _not_run(each: Json) -> str:
    typed = each["said"] == TYPED
    said = "gave back what was typed at its own terminal" if typed else f"said: “{each['said']}”"
    return (
        f"`{each['name']}` {each['version']} from PyPI was asked once without an account and {said}"
    )


if __name__ == "__main__":
    PAGE.write_text(page(cells(), record()))
    README.write_text(with_short(README.read_text(), cells()))

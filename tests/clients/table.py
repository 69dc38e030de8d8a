"""The page of the reference about real clients, made from the record. `just clients-table` writes it."""

from collections.abc import Callable
from pathlib import Path

from tests.clients.conversation import Json
from tests.clients.records import take_over

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "clients.md"
HOLDS = ("70", "130", "370")

HEAD = """\
# Real clients

What the agents' own clients declare and do with Askline: each was run with a scripted model on loopback, its own home and dummy keys, and with the line registered in its own configuration. The page is made from the records of those runs by `just clients-table`; it says what was seen, at these versions, and promises nothing for others.
"""

DECLARED = """\
## What they declare

Revisions are those of the Model Context Protocol; where a client offers two, the line [declines](tools.md#which-era) the newer. *Progress* is whether calls ask to hear of it.

| client | version | name | offers | speaks | capabilities | progress |
|---|---|---|---|---|---|---|
"""

MODEL = """\
## What the model sees

A result says the same twice, as facts (`structuredContent`) and as words; clients show the model one of them or both.

| client | the tool's name | reads |
|---|---|---|
"""

HELD = """\
## How long they wait

A person answered after so many seconds, on the command line. A call ended with the answer, or as `pending` before the client would have given up; then the model called `ask_await`, as `next` says. In no run did a client give up on a call, and none was told a decision that nobody had made.

| client | 70 s | 130 s | 370 s |
|---|---|---|---|
"""

TAIL = """\
## What to know

- Gemini CLI leaves out its own tool `ask_user` where it has no terminal (`-p`) and under the Agent Client Protocol, and with it every tool of that name, ours too; there is no setting against it. In its terminal all is well, and so it was run here.
- Codex begins its first turn a second after the start, without the tools of servers that are not there yet. The line is there after less than a tenth of that, with the service still cold; on a machine that is slower, `required = true` in the server's entry makes Codex wait. It calls our tools without asking for leave, as they are declared to change nothing.
- Codex does not send a form off while the last of its fields is a text field and empty.
- Claude Code and Qwen Code let the model search for tools first; Qwen Code then calls them through a tool of its own.
- Continue does not ask for progress and gives up after 60 seconds; its calls end as `pending` after 50.
"""


def page(record: dict[str, Json]) -> str:
    parts = (
        HEAD,
        DECLARED + _rows(record, _declared),
        MODEL + _rows(record, _model),
        HELD + "".join(_row(*_held(facts)) for facts in record.values()),
        TAIL,
    )
    return "\n".join(parts)


def _rows(record: dict[str, Json], cells: Callable[[Json], list[str]]) -> str:
    return "".join(_row(*cells(facts["declares"])) for facts in record.values())


def _declared(facts: Json) -> list[str]:
    return [
        facts["title"],
        facts["version"],
        f"`{facts['clientInfo']}`",
        ", ".join(facts["offers"]),
        facts["speaks"],
        ", ".join(f"`{name}`" for name in facts["capabilities"]) or "none",
        "yes" if facts["progress"] else "no",
    ]


def _model(facts: Json) -> list[str]:
    return [facts["title"], f"`{facts['tool']}`", " and ".join(facts["shows"])]


def _held(facts: Json) -> list[str]:
    return [facts["declares"]["title"], *(_went(facts[f"held-{seconds}"]) for seconds in HOLDS)]


def _went(hold: Json) -> str:
    pending: list[int] = hold["pending_after"]
    if not pending:
        return "one call"
    return f"{hold['calls']} calls, `pending` after {max(pending)} s"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(take_over()), encoding="utf-8")

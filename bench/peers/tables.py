"""The record as Markdown: what was measured, and what became of the asks."""

from typing import Any

Json = dict[str, Any]

TIMES = (
    ("start to the first list of tools, empty home", "first_start"),
    ("start to the first list of tools, used home", "start"),
    ("ask to shown at the human's door", "shown"),
    ("answer sent to result at the agent", "back"),
)
MEMORY = "memory of all its processes"
AGENTS = 8
UNKNOWN = "not measured"

FATES = (
    ("cut", "the client gives up on the call, the human answers then"),
    ("killed", "`kill -9` to the process that holds the ask, the human answers then"),
    ("all_killed", "`kill -9` to all of it, started again, the human answers then"),
)


def tables(record: Json) -> str:
    return "\n\n".join([condition(record), figures(record), outcomes(record)])


def condition(record: Json) -> str:
    on = record["machine"]
    return (
        f"Measured on {record['date']}: {on['cores']} cores ({on['cpu']}), {on['memory_gb']} GB, "
        f"{on['system']}, Python {on['python']}; {record['rounds']} starts and "
        f"{record['rounds'] * 5} asks of each."
    )


def figures(record: Json) -> str:
    peers = record["peers"]
    rows = [_row("", *(f"{peer['name']} {peer['version']}" for peer in peers)), _line(len(peers))]
    for what, name in TIMES:
        rows.append(_row(f"{what}, median / p99", *(_time(peer, peers[0], name) for peer in peers)))
    for count in (1, AGENTS):
        what = f"{MEMORY}, {count} agent{'s' if count > 1 else ''} waiting: resident / shared pages once"
        rows.append(_row(what, *(_memory(peer, count) for peer in peers)))
    return "\n".join(rows)


def outcomes(record: Json) -> str:
    peers = record["peers"]
    rows = [_row("", *(peer["name"] for peer in peers)), _line(len(peers))]
    for name, what in FATES:
        rows.append(_row(what, *(fate(peer["fates"].get(name, {})) for peer in peers)))
    rows.append(
        _row("two answers at once", *(race(peer["fates"].get("race", {})) for peer in peers))
    )
    rows.append(
        _row("nobody answers", *(silence(peer["fates"].get("silence", {})) for peer in peers))
    )
    return "\n".join(rows)


def fate(facts: Json) -> str:
    if not facts:
        return UNKNOWN
    if not facts["still_shown"]:
        return f"the ask is gone; asked again: {facts['asked_again']}"
    taken = "the answer is taken" if facts["answer_taken"] else "the answer is refused"
    if facts["same_call"] == "the answer":
        return f"still shown, {taken}, the same call returns it"
    return f"still shown, {taken}; asked again: {facts['asked_again']}"


def race(facts: Json) -> str:
    if not facts:
        return UNKNOWN
    heard = " and ".join(facts["agent_heard"]) or "neither"
    return f"{facts['told_sent']} of 2 told that theirs was sent; the agent hears {heard}"


def silence(facts: Json) -> str:
    if not facts:
        return UNKNOWN
    if not facts["agent_heard"]:
        limit = "no limit of its own" if facts["set_s"] is None else f"set to {facts['set_s']} s"
        return f"{limit}: nothing after {facts['after_s']} s"
    said = " ".join(facts["agent_heard"].split())
    return f"after {facts['after_s']} s: “{said}”"


def _time(peer: Json, first: Json, name: str) -> str:
    if f"{name}_ms_median" not in peer["figures"]:
        return UNKNOWN
    median, last = (peer["figures"][f"{name}_ms_{which}"] for which in ("median", "p99"))
    mine = first["figures"].get(f"{name}_ms_median", 0)
    ratio = "" if peer is first or not mine else f" ({median / mine:.1f} times)"
    return f"{median:.0f} / {last:.0f} ms{ratio}"


def _memory(peer: Json, count: int) -> str:
    if f"resident_mb_{count}" not in peer["figures"]:
        return UNKNOWN
    both = (peer["figures"][f"{which}_mb_{count}"] for which in ("resident", "proportional"))
    return " / ".join(f"{value:.0f}" for value in both) + " MB"


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _line(peers: int) -> str:
    return "|" + "---|" * (peers + 1)

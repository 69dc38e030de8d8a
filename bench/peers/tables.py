"""The record as Markdown: what was measured, and what became of the asks."""

from typing import Any

Json = dict[str, Any]

TIMES = (
    ("start to the first list of tools, empty home", "first_start"),
    ("start to the first list of tools, used home", "start"),
    ("start to the first ask shown at the human's door, empty home", "first_shown"),
    ("ask to shown at the human's door", "shown"),
    ("answer sent to result at the agent", "back"),
)
MEMORY = "memory of all its processes"
AGENTS = 8
COUNTS = (1, AGENTS)
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
    """Who has the least of a row is set in bold, whoever it is."""
    peers = record["peers"]
    rows = [_row("", *(f"{peer['name']} {peer['version']}" for peer in peers)), _line(len(peers))]
    for what, name in TIMES:
        cells = [_time(peer, peers[0], name) for peer in peers]
        rows.append(_row(f"{what}, median / worst", *_marked(cells, peers, _median(name))))
    for count in COUNTS:
        what = f"{_memory_of(count)}: resident / shared pages once"
        cells = [_memory(peer, count) for peer in peers]
        rows.append(_row(what, *_marked(cells, peers, *_both(count).values())))
    return "\n".join(rows)


def behind(record: Json) -> str:
    """In which rows another is better than the first, in words."""
    peers = record["peers"]
    looked_at = [(what, _median(name)) for what, name in TIMES]
    looked_at += [
        (f"{_memory_of(count)}, {way}", figure)
        for count in COUNTS
        for way, figure in _both(count).items()
    ]
    found = [(what, _better(peers, figure)) for what, figure in looked_at]
    return "; ".join(f"{what} ({', '.join(names)})" for what, names in found if names)


def _better(peers: list[Json], figure: str) -> list[str]:
    """Who has less than the first."""
    mine = peers[0]["figures"].get(figure, 0)
    return [peer["name"] for peer in peers if peer["figures"].get(figure, mine) < mine]


def _median(name: str) -> str:
    return f"{name}_ms_median"


def _both(count: int) -> dict[str, str]:
    """The two ways to count memory, and their figures."""
    return {
        "resident": f"resident_mb_{count}",
        "with shared pages once": f"proportional_mb_{count}",
    }


def _memory_of(count: int) -> str:
    return f"{MEMORY}, {count} agent{'s' if count > 1 else ''} waiting"


def _least(peers: list[Json], figure: str) -> int | None:
    """Which peer has the least; None where one was not measured."""
    values = [peer["figures"].get(figure) for peer in peers]
    return None if None in values else values.index(min(values))


def _marked(cells: list[str], peers: list[Json], *of: str) -> list[str]:
    """In bold is who has the least of all these figures, if one has."""
    leasts = {_least(peers, figure) for figure in of}
    least = leasts.pop() if len(leasts) == 1 else None
    return [f"**{cell}**" if at == least else cell for at, cell in enumerate(cells)]


def outcomes(record: Json) -> str:
    peers = record["peers"]
    rows = [_row("", *(peer["name"] for peer in peers)), _line(len(peers))]
    for name, what in FATES:
        rows.append(_row(what, *(fate(peer["fates"].get(name, {})) for peer in peers)))
    rows.append(
        _row(
            "asked without waiting, `kill -9` to all of it, answered, fetched by name",
            *(by_id(peer["fates"].get("by_id", {})) for peer in peers),
        )
    )
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


def by_id(facts: Json) -> str:
    if not facts:
        return UNKNOWN
    return facts["heard"] if facts["possible"] else "it has no such call"


def race(facts: Json) -> str:
    if not facts:
        return UNKNOWN
    heard = " and ".join(facts["agent_heard"]) or "neither"
    return f"{facts['told_sent']} of 2 told that theirs was sent; the agent hears {heard}"


def silence(facts: Json) -> str:
    if not facts:
        return UNKNOWN
    if not facts["agent_heard"]:
        return f"a limit of {facts['set_s']} s was set: nothing after {facts['after_s']} s"
    said = " ".join(facts["agent_heard"].split())
    return f"after {facts['after_s']} s: “{said}”"


def _time(peer: Json, first: Json, name: str) -> str:
    if f"{name}_ms_median" not in peer["figures"]:
        return UNKNOWN
    median, last = (peer["figures"][f"{name}_ms_{which}"] for which in ("median", "worst"))
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

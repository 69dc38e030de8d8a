"""`just bench-peers`: the same work for Askline and for the peers that can be installed, in one run.

`--rounds 1` makes it small, to see that it runs; `--part` plays only some of it. `--auq SOURCE` names a
repository of AUQ for when npm has no package; `--keep DIR` keeps the installed peers there; `--record`
writes each part into `record.json` as it ends, from which `just peers-page` makes the page. A record is
of one whole run: figures of two runs do not stand beside each other.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.peers.fates import fates
from bench.peers.hosted import ASKS, asked
from bench.peers.installing import AUQ_SOURCE, auq, feedback
from bench.peers.machine import machine
from bench.peers.ours import Askline
from bench.peers.peer import Peer
from bench.peers.tables import AGENTS, tables
from bench.peers.work import rounds_of_asking, starts, waiting_agents

Json = dict[str, Any]

RECORD = Path(__file__).with_name("record.json")
PARTS = ("fates", "asking", "memory", "starts", "hosted")


def main() -> None:
    told = _told()
    with tempfile.TemporaryDirectory(prefix="peers-", ignore_cleanup_errors=True) as scratch:
        within = Path(told.keep or scratch).resolve()
        within.mkdir(exist_ok=True)
        _say("installing")
        peers, record = _prepared(within, told.auq, told.rounds)
        for part in told.part or PARTS:
            _say(part)
            _play(part, peers, record, within, told.rounds)
            if told.record:
                RECORD.write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n")
    print(tables(record))


def _prepared(within: Path, source: str, rounds: int) -> tuple[Sequence[Peer], Json]:
    auqs, how = auq(within, source)
    peers: list[Peer] = [Askline(), *auqs, feedback(within)]
    came = {"mcp-feedback-enhanced": "PyPI", **{each.name: how for each in auqs}}
    record: Json = {
        "date": datetime.now(UTC).date().isoformat(),  # noqa: TID251  the day of a record is the reader's
        "machine": machine(),
        "rounds": rounds,
        "peers": [_facts(peer, came) for peer in peers],
        "not_run": [],
    }
    return peers, record


def _facts(peer: Peer, came: dict[str, str]) -> Json:
    installed = came.get(peer.name, "this checkout")
    return {
        "name": peer.name,
        "version": peer.version,
        "door": peer.door_is,
        "limit": peer.limit_is,
        "installed": installed,
        "figures": {},
        "fates": {},
    }


def _play(part: str, peers: Sequence[Peer], record: Json, within: Path, rounds: int) -> None:
    match part:
        case "fates":
            for peer, entry in zip(peers, record["peers"], strict=True):
                entry["fates"] = fates(peer)
            return
        case "hosted":
            record["not_run"] = [asdict(asked(package, within)) for package in ASKS]
            return
        case "asking":
            figures = rounds_of_asking(peers, rounds)
        case "memory":
            figures = waiting_agents(peers, AGENTS)
        case _:
            figures = starts(peers, rounds)
    for entry in record["peers"]:
        entry["figures"] |= figures[entry["name"]]


def _say(what: str) -> None:
    print(f"{what} …", file=sys.stderr, flush=True)


def _told() -> argparse.Namespace:
    words = argparse.ArgumentParser(prog="just bench-peers", description=__doc__)
    words.add_argument("--rounds", type=int, default=10, help="starts, and fifths of the asks")
    words.add_argument("--part", action="append", choices=PARTS)
    words.add_argument("--record", action="store_true", help="write record.json")
    words.add_argument("--auq", default=AUQ_SOURCE, metavar="SOURCE")
    words.add_argument("--keep", default=None, metavar="DIR")
    told = words.parse_args()
    if told.record and told.part:
        words.error("a record is of one whole run: leave out --part")
    return told


if __name__ == "__main__":
    main()

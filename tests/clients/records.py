"""What a run saw of each client, kept beside the installed programs until somebody takes it over.

`record.json` in this folder is what was taken over last; the page of the reference is made from it.
"""

import json
from pathlib import Path
from typing import cast

from tests.clients.conversation import Json
from tests.clients.installing import cache, packages
from tests.clients.play import Play

RECORD = Path(__file__).with_name("record.json")


def declared(play: Play) -> Json:
    """What the client says of itself, and how it shows us to its model."""
    wire = play.wire()
    hello = wire.hello()
    [call, *_] = wire.calls()
    return {
        "title": play.client.title,
        "version": packages()[play.client.name].version,
        "clientInfo": hello["clientInfo"]["name"],
        "offers": wire.offers(),
        "speaks": wire.agreed(),
        "capabilities": spelled(hello["capabilities"]),
        "progress": call.progress,
        "tool": play.calls_it(),
        "shows": shown(play.model.results()[0]),
    }


def held(play: Play) -> Json:
    """How many calls it took, and when those ended that brought no answer, to the next ten seconds."""
    calls = play.wire().calls()
    pending = [round(call.seconds, -1) for call in calls if call.ended == "pending"]
    return {"calls": len(calls), "pending_after": [int(seconds) for seconds in pending]}


def keep(name: str, part: str, facts: object) -> None:
    path = kept() / f"{name}.{part}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(facts), encoding="utf-8")


def kept() -> Path:
    return cache() / "records"


def taken_over() -> dict[str, Json]:
    return json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}


def take_over() -> dict[str, Json]:
    """The record with what the last runs saw put in."""
    record = taken_over()
    for path in sorted(kept().glob("*.json")):
        name, part, _ = path.name.split(".")
        record.setdefault(name, {})[part] = json.loads(path.read_text(encoding="utf-8"))
    order = [name for name in packages() if name in record]
    record = {name: dict(sorted(record[name].items())) for name in order}
    RECORD.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    return record


def spelled(capabilities: Json) -> list[str]:
    """`elicitation.form` for one inside another; experiments and what they hold are the client's own."""
    names: list[str] = []
    for name, inside in capabilities.items():
        deeper = cast("Json", inside) if isinstance(inside, dict) else {}
        names += [f"{name}.{each}" for each in deeper] or [name]
    return sorted(names)


def shown(result: str) -> list[str]:
    """Which parts of a result the model reads: the facts, the words."""
    plain = result.replace("\\", "")
    marks = {"facts": '"askId":', "words": "Their words, as data"}
    return [part for part, mark in marks.items() if mark in plain]

"""Who is still to be told, in this process alone; the reference that the other book is read against."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from askline.asks.routes import Summons
from askline.core.ids import AskId

Key = tuple[AskId, str, int, str]


class EphemeralSummons:
    def __init__(self) -> None:
        self._summons: dict[Key, Summons] = {}
        self._taken_until: dict[Key, datetime] = {}

    def put(self, summons: Iterable[Summons]) -> None:
        """With the move that causes them, see `ephemeral`."""
        self._summons.update((_key(each), each) for each in summons)

    @property
    def waiting(self) -> dict[Summons, datetime]:
        """Who is still to be told, and from when on."""
        return {each: self._due_at(key) for key, each in self._summons.items()}

    async def take(self, now: datetime, limit: int, *, until: datetime) -> list[Summons]:
        due = [key for key in self._summons if self._due_at(key) <= now]
        mine = sorted(due, key=self._due_at)[:limit]
        self._taken_until.update(dict.fromkeys(mine, until))
        taken = [self._summons[key] for key in mine]
        return sorted(taken, key=lambda each: (each.at, each.ask_id, each.number, each.recipient))

    async def done(self, summons: Sequence[Summons]) -> None:
        for each in summons:
            self._summons.pop(_key(each), None)
            self._taken_until.pop(_key(each), None)

    async def later(self, summons: Sequence[Summons], at: datetime) -> None:
        for key in map(_key, summons):
            if key in self._summons:
                self._summons[key] = replace(self._summons[key], at=at)
            self._taken_until.pop(key, None)

    def forget_ask(self, ask_id: AskId) -> None:
        self._summons = {key: each for key, each in self._summons.items() if key[0] != ask_id}

    def _due_at(self, key: Key) -> datetime:
        return self._taken_until.get(key, self._summons[key].at)


def _key(summons: Summons) -> Key:
    return summons.ask_id, summons.tenant, summons.number, summons.recipient

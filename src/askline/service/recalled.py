"""Puts recall and rules together over an opened store: what offers, what rules, and what follows the
bell for both.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import anyio

from askline.asks.desk import Desk
from askline.core.clock import Clock
from askline.core.ids import RandomMint
from askline.core.people import Door, local_person
from askline.memory.memory import Memory
from askline.memory.recalling import Recalling
from askline.memory.recollecting import Recollecting
from askline.memory.ruling import RuleWord, Ruling
from askline.stores.keeping import Keeping


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    recalling: Recalling
    ruling: Ruling
    recollecting: Recollecting
    rule_word: RuleWord

    async def run(self) -> None:
        """Forever."""
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self.recollecting.run)
            tasks.start_soon(self.rule_word.run)

    def within(self, memory: Memory) -> Memory:
        return replace(memory, recalling=self.recalling, ruling=self.ruling)


def recall_over(
    desk: Desk, keeping: Keeping, clock: Clock, wanted: Callable[[], bool] = lambda: True
) -> Recall:
    """`wanted` says whether the user wants to be offered earlier answers."""
    reading, bell, keeper = desk.reading, keeping.bell, local_person(Door.API)
    recalling = Recalling(reading, keeping.recollection, wanted)
    return Recall(
        recalling=recalling,
        ruling=Ruling(reading, keeping.rules, clock, RandomMint()),
        recollecting=Recollecting(reading, bell, keeping.recollection, recalling, keeper=keeper),
        rule_word=RuleWord(reading, desk.answering, bell, clock, book=keeping.rules, keeper=keeper),
    )

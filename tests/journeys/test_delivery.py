"""The service dies when its answer is on the way: the client has it, and nobody forgets that."""

import select
import threading
from typing import Any

from tests.journeys.agents import MODERN, Agent, Home, home
from tests.promises import promise

LONG = "x" * 100_000
"""More than a pipe holds, so that the line cannot be done with it before the client reads."""


class SlowReader(Agent):
    """Reads nothing before it may."""

    def __init__(self, home: Home, *words: Any) -> None:
        self.may_read = threading.Event()
        super().__init__(home, MODERN, *words)

    def _read(self) -> None:
        self.may_read.wait(60)
        super()._read()


@promise("ask-once")
@promise("never-lost")
def test_an_answer_that_the_client_has_is_not_given_again_after_the_service_was_killed() -> None:
    with home() as place:
        agent = SlowReader(place)
        first = agent.ask("Which?")
        (ask,) = place.pending(1)
        place.answer(ask, LONG)
        # The line has the whole answer as soon as it writes the first of it.
        assert agent.process.stdout
        assert select.select([agent.process.stdout], [], [], 20)[0]
        place.kill_service()
        agent.may_read.set()
        assert agent.answer_to(first) == LONG

        second = agent.ask("Which?")

        (again,) = place.pending(1)
        assert again["id"] != ask["id"]
        place.answer(again, "that")
        assert agent.answer_to(second) == "that"
        agent.close()

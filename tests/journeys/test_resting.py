"""A service that nobody needs rests, ends, and is back when somebody needs it."""

import time
from pathlib import Path

from askline.core import starting
from tests.invariants import invariant
from tests.journeys.agents import JUNE, Agent, home
from tests.journeys.test_line_crashes import locations


@invariant("I9")
def test_a_service_that_nobody_needs_ends_and_comes_back() -> None:
    with home() as place:
        config = Path(locations(place).config)
        config.parent.mkdir(parents=True, exist_ok=True)
        config.write_text("[service]\nidle_exit = 0.6\n")
        agent = Agent(place, JUNE)
        call = agent.ask("Well?")
        place.answer(place.pending(1)[0], "well")
        assert agent.answer_to(call) == "well"
        agent.close()
        end = time.monotonic() + 20
        while starting.running_pid(locations(place)) is not None:
            assert time.monotonic() < end, "the service does not end"
            time.sleep(0.05)
        assert '"level": "error"' not in Path(locations(place).log).read_text()

        assert place.json("list") == []

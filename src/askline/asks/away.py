"""The human's standing word for agents that ask while nobody is there: "stop", "go on with other work".

It is the human's own, given before, and shown as a rule's: an ask that it settles is rejected with these
words, and nobody is said to have seen it. It never speaks for a person where one is needed, nor to what
is sensitive, nor to what was asked before it was given.
"""

from dataclasses import dataclass
from datetime import datetime

from askline.asks.model import Ask


@dataclass(frozen=True, slots=True, kw_only=True)
class Away:
    words: str
    since: datetime
    until: datetime | None = None

    def holds(self, now: datetime) -> bool:
        return self.since <= now and (self.until is None or now < self.until)

    def speaks_to(self, ask: Ask) -> bool:
        open_to_it = not ask.state.settled and ask.asked_at >= self.since
        return open_to_it and not ask.human_only and not ask.matter.sensitive

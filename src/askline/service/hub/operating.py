"""What an operator of a hub has, put together: acts, limits, audit, usage, and how long asks are kept."""

from askline.asks.pruning import Pruning
from askline.asks.reviewing import Reviewing
from askline.asks.usage import Usage
from askline.core.clock import Clock
from askline.people.allowing import Allowing
from askline.people.limiting import Limiting
from askline.people.limits import TenantLimits
from askline.people.ports import Register
from askline.people.recording import Acts
from askline.service.hub.retaining import Retaining, Told, Turn
from askline.service.hub.ties import Ties


class Operating:
    def __init__(self, register: Register, ties: Ties, clock: Clock, ceiling: TenantLimits) -> None:
        self._register = register
        self._clock = clock
        self._ceiling = ceiling
        self.acts = Acts(register.people, register.acts, clock)
        self.allowing = Allowing(register.limits, ties.holdings, clock, ceiling)
        told = self.allowing.forget
        self.limiting = Limiting(register.people, register.limits, clock, ceiling, told=told)
        self.reviewing = Reviewing(ties.trails)
        self.usage = Usage(ties.usage, clock)

    def retaining(self, pruning: Pruning, turn: Turn, told: Told) -> Retaining:
        most = self._ceiling.retention_days
        limits, acts = self._register.limits, self.acts
        return Retaining(pruning, limits, acts, self._clock, turn, most_days=most, told=told)

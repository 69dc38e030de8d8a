"""Makes the notice that a channel gets: its words, and the addresses that make sense there.

A screen of this machine can open the inbox; a phone cannot, unless the user gave it a way. Buttons
come only with the question that they answer, and each has a link of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from askline.alerts.links import LONGEST_LIFE, choices_of, new_link
from askline.alerts.model import Action, Notice, Reason
from askline.alerts.ports import LinkBook
from askline.alerts.rules import Rules
from askline.alerts.wording import notice_of, shortened
from askline.asks.model import Ask
from askline.core.clock import Clock

LONGEST_LABEL = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """What whoever reads a channel's notices can open."""

    inbox: str | None = None
    links: str | None = None


class Composing:
    def __init__(
        self,
        links: LinkBook,
        clock: Clock,
        rules: Callable[[], Rules],
        reaches: Mapping[str, Reach],
    ) -> None:
        """`reaches` are by the names of the channels."""
        self._links = links
        self._clock = clock
        self._rules = rules
        self._reaches = reaches

    async def notice(self, channel: str, reason: Reason, asks: Sequence[Ask]) -> Notice:
        reach, rules = self._reaches[channel], self._rules()
        page = f"/asks/{asks[0].id}" if len(asks) == 1 else "/"
        linked = len(asks) == 1 and rules.show_questions and reach.links
        actions = await self._actions(asks[0], linked) if linked else ()
        url = f"{reach.inbox}{page}" if reach.inbox else None
        return notice_of(reason, asks, rules, url=url, actions=actions)

    async def _actions(self, ask: Ask, base: str) -> tuple[Action, ...]:
        now = self._clock.now()
        made = [(choice, *new_link(ask, choice, now)) for choice in choices_of(ask)]
        # An old one still says that it is too old, for as long again as it was good.
        await self._links.forget(now - LONGEST_LIFE)
        await self._links.keep([link for _, _, link in made])
        return tuple(
            Action(label=shortened(choice.label, LONGEST_LABEL), url=f"{base}/l/{word}")
            for choice, word, _ in made
        )

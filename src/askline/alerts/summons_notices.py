"""Makes the notice that a contact gets of a summons: words, the way to the ask, and perhaps buttons.

Buttons come only with the question that they answer, and only where the contact's owner lets links go
that decide. Each is that owner's key, and ends with the contact.
"""

from dataclasses import dataclass

from askline.alerts.composing import LONGEST_LABEL
from askline.alerts.contacts import Contact
from askline.alerts.links import LONGEST_LIFE, choices_of, new_link
from askline.alerts.model import Action, Notice, Reason
from askline.alerts.ports import LinkBook
from askline.alerts.rules import Rules
from askline.alerts.wording import notice_of, shortened
from askline.asks.model import Ask
from askline.core.clock import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class SummonsNotices:
    links: LinkBook
    clock: Clock
    url: str
    """Where people find the inbox, and links lead to."""
    show_questions: bool = False

    async def notice(self, contact: Contact, reason: Reason, ask: Ask) -> Notice:
        linked = contact.answers and self.show_questions
        return notice_of(
            reason,
            [ask],
            Rules(show_questions=self.show_questions),
            url=f"{self.url}/asks/{ask.id}",
            actions=await self._actions(contact, ask) if linked else (),
        )

    async def _actions(self, contact: Contact, ask: Ask) -> tuple[Action, ...]:
        now, whose = self.clock.now(), {"by": contact.owner, "contact": contact.id}
        made = [(choice, *new_link(ask, choice, now, **whose)) for choice in choices_of(ask)]
        # An old one still says that it is too old, for as long again as it was good.
        await self.links.forget(now - LONGEST_LIFE)
        await self.links.keep([link for _, _, link in made])
        return tuple(
            Action(label=shortened(choice.label, LONGEST_LABEL), url=f"{self.url}/l/{word}")
            for choice, word, _ in made
        )

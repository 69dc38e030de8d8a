"""That somebody is away: until when, who answers in their place, and what they say meanwhile. Pure.

Only their own word about themselves. Whom it keeps an ask from is said in `finding`.
"""

from dataclasses import dataclass
from typing import Final

from askline.asks.away import Away
from askline.asks.model import AskKind, Matter
from askline.people.model import PersonId

LONGEST_WORDS: Final = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    tenant: str
    person: PersonId
    away: Away
    """With empty words where they left none."""
    deputy: str | None = None
    """The address that takes their place."""


def may_be_said_to(matter: Matter) -> bool:
    """Whether somebody's standing word may settle this: not what needs a person, nor what is sensitive."""
    needs_a_person = matter.human_only or matter.kind is AskKind.APPROVAL
    return not (needs_a_person or matter.sensitive)

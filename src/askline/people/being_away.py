"""The use cases of being away: everybody says it for themselves, and an admin may end it for others."""

from dataclasses import dataclass
from datetime import datetime

from askline.asks import intake
from askline.asks.away import Away
from askline.core.clock import Clock
from askline.core.errors import DeadlinePast, FieldProblem, InvalidArguments, TooLarge
from askline.core.people import Actor
from askline.core.text import as_typed
from askline.people.absences import LONGEST_WORDS, Absence
from askline.people.acts import ActKind
from askline.people.addressing import ToPeople
from askline.people.deciding import parse_person, person_of, standing_of, there
from askline.people.granting import must_administer, unknown
from askline.people.model import PersonId
from askline.people.ports import PeopleBook, RouteBook
from askline.people.recording import Acts
from askline.people.roles import TEAM


@dataclass(frozen=True, slots=True)
class NamedAbsence:
    absence: Absence
    deputy_name: str | None


class BeingAway:
    def __init__(
        self, book: PeopleBook, routes: RouteBook, addressing: ToPeople, acts: Acts, clock: Clock
    ) -> None:
        self._acts = acts
        self._book = book
        self._routes = routes
        self._addressing = addressing
        self._clock = clock

    async def mine(self, actor: Actor) -> NamedAbsence | None:
        """None where one is there, or back. Raises: PersonRequired."""
        me = await self._me(actor)
        found = await self._routes.absence(actor.tenant, me)
        if found is None or not found.away.holds(self._clock.now()):
            return None
        return NamedAbsence(found, await self._name(actor, found.deputy))

    async def go(
        self,
        actor: Actor,
        *,
        words: str | None = None,
        until: datetime | None = None,
        deputy: str | None = None,
    ) -> NamedAbsence:
        """From now on, in place of what was said before.

        Raises: NotFound, InvalidArguments, TooLarge, DeadlinePast, PersonRequired.
        """
        me, now = await self._me(actor), self._clock.now()
        moment = None if until is None else intake.instant(until)
        if moment is not None and moment <= now:
            raise DeadlinePast(
                f"{moment.isoformat()} has passed.", hint="Say when you are back, in UTC; or not."
            )
        stands_in = await self._addressing.addressee(actor, deputy) if deputy else None
        if stands_in is not None and stands_in.address == actor.id:
            raise InvalidArguments(
                "Nobody is their own deputy.", hint="Name somebody else, or a team."
            )
        absence = Absence(
            tenant=actor.tenant,
            person=me,
            away=Away(words=_words(words), since=now, until=moment),
            deputy=stands_in and stands_in.address,
        )
        await self._routes.keep_absence(absence)
        return NamedAbsence(absence, stands_in and stands_in.name)

    async def come_back(self, actor: Actor) -> None:
        """Also for who was there all the time. Raises: PersonRequired."""
        await self._routes.end_absence(actor.tenant, await self._me(actor))

    async def end(self, actor: Actor, person: str) -> None:
        """An admin says that somebody else is back. Raises: NotFound, NotAllowed, PersonRequired."""
        me, them = person_of(actor), parse_person(person)
        roster = await standing_of(self._book, actor, [them])
        must_administer(actor, roster.held_by(me))
        there(roster, them)
        if not await self._routes.end_absence(actor.tenant, them):
            raise unknown("absence of", person)
        await self._acts.note(actor, ActKind.AWAY_ENDED, str(them))

    async def _me(self, actor: Actor) -> PersonId:
        await standing_of(self._book, actor)
        return person_of(actor)

    async def _name(self, actor: Actor, deputy: str | None) -> str | None:
        if deputy is None or deputy.startswith(TEAM):
            return deputy and deputy.removeprefix(TEAM)
        found = await self._book.standing(actor.tenant, parse_person(deputy))
        return found and found.person.name


def _words(said: str | None) -> str:
    words = as_typed(said or "").strip()
    if len(words) > LONGEST_WORDS:
        expected = f"at most {LONGEST_WORDS} characters"
        raise TooLarge(
            f"words: expected {expected}, got {len(words)}.",
            hint="Say it shorter: it is what agents are told.",
            fields=[FieldProblem("words", expected, str(len(words)), code=TooLarge.code)],
        )
    return words

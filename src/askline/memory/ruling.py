"""Rules as people use them: made from an answer of one's own, listed, revoked; and said by themselves.

Only a person makes a rule, and every verb takes who acts. Saying a rule is beside the asking, as with
the standing word: the rule is one more that may answer, and of all who answer one wins.
"""

import logging
from datetime import datetime

from askline.asks.answering import Answering
from askline.asks.model import Ask
from askline.asks.ports import Bell, News, Ring
from askline.asks.reading import Reading
from askline.core.clock import Clock
from askline.core.errors import (
    AsklineError,
    DeadlinePast,
    InvalidArguments,
    NotFound,
    PersonRequired,
)
from askline.core.ids import AskId, Mint, parse_id, short_id
from askline.core.people import Actor, ActorKind, Right
from askline.memory.ports import RuleBook
from askline.memory.recall import given_again, human_word, options_key, place_of, text_key
from askline.memory.rules import Rule, RuleId, Scope, picked_in

log = logging.getLogger(__name__)


class Ruling:
    def __init__(self, reading: Reading, book: RuleBook, clock: Clock, mint: Mint) -> None:
        self._reading = reading
        self._book = book
        self._clock = clock
        self._mint = mint

    async def make(
        self, actor: Actor, ask_id: AskId, scope: Scope, until: datetime | None = None
    ) -> Rule:
        """From now on this is answered as the actor answered it.

        Raises: PersonRequired, InvalidArguments, DeadlinePast.
        """
        _must_be_a_person(actor)
        now = self._clock.now()
        if until is not None and until <= now:
            raise DeadlinePast(
                f"{until.isoformat()} has passed.", hint="Give a later day, or none: then it stays."
            )
        rule = self._built(actor, await self._reading.read(actor, ask_id), scope, now, until)
        for other in await self._book.standing(actor.tenant, rule.place):
            if _says_the_same(other, rule) and other.holds(now):
                return other
        await self._book.keep(rule)
        return rule

    async def rules(self, actor: Actor) -> list[Rule]:
        """The actor's own, newest first."""
        return await self._book.of(actor.tenant, actor.id)

    async def revoke(self, actor: Actor, said: str) -> Rule:
        """The rule of a whole or a short id; it never answers again.

        Raises: NotFound.
        """
        wanted = parse_id(said)
        fitting = [rule for rule in await self.rules(actor) if _named(rule, wanted)]
        if len(fitting) != 1:
            raise NotFound(f"You have no rule {said}.", hint="List your rules to see their ids.")
        (rule,) = fitting
        await self._book.revoke(actor.tenant, rule.id, self._clock.now())
        return next(each for each in await self.rules(actor) if each.id == rule.id)

    def _built(
        self, actor: Actor, ask: Ask, scope: Scope, now: datetime, until: datetime | None
    ) -> Rule:
        word = human_word(ask)
        if word is None or word[1].id != actor.id:
            raise InvalidArguments(
                f"Ask {ask.short_id} has no answer of yours that a rule may repeat.",
                hint="Rules repeat your own answers to plain questions: never approvals, nothing"
                " sensitive, nothing that only a person may settle.",
            )
        answers = tuple(given_again(answer) for answer in word[0])
        return Rule(
            id=RuleId(self._mint.ask_id(now)),
            tenant=actor.tenant,
            person=actor.id,
            place=place_of(ask.project),
            project=ask.project.name,
            scope=scope,
            ask_id=ask.id,
            text_key=text_key(ask),
            options_key=options_key(ask),
            questions=tuple(question.text for question in ask.questions),
            answers=answers,
            picked=tuple(map(picked_in, ask.questions, answers)),
            made_at=now,
            until=until,
        )


class RuleWord:
    """Says the rules to what is asked."""

    def __init__(
        self,
        reading: Reading,
        answering: Answering,
        bell: Bell,
        clock: Clock,
        *,
        book: RuleBook,
        keeper: Actor,
    ) -> None:
        self._book = book
        self._reading = reading
        self._answering = answering
        self._bell = bell
        self._clock = clock
        self._keeper = keeper

    async def run(self) -> None:
        """Forever."""
        async with self._bell.listen() as rings:
            async for ring in rings:
                if ring.missed or ring.about(News.ASKED):
                    await self._hear(ring)

    async def _hear(self, ring: Ring) -> None:
        try:
            asked = ring.about(News.ASKED)
            asks = [await self._reading.read(self._keeper, ask_id) for ask_id in asked]
            if ring.missed:
                asks = await self._reading.inbox(self._keeper)
        except AsklineError as error:
            log.info("no rule was said: %s", error.code)
            return
        for ask in asks:
            await self._say(ask)

    async def _say(self, ask: Ask) -> None:
        try:
            rules = await self._book.standing(ask.tenant, place_of(ask.project))
            now = self._clock.now()
            rule = next((each for each in rules if each.holds(now) and each.speaks_to(ask)), None)
            if rule is not None:
                receipt = f"rule/{rule.id}/{ask.id}"
                given = rule.given_to(ask)
                await self._answering.answer(rule.actor(), ask.id, given, receipt=receipt)
        except AsklineError as error:
            # Somebody was faster, or the store is away: the ask stands in the inbox as ever.
            log.info("a rule was not said: %s", error.code)


def _must_be_a_person(actor: Actor) -> None:
    if actor.kind is not ActorKind.HUMAN or not actor.may(Right.PERSON):
        raise PersonRequired(
            "A rule is made by a person.",
            hint="Make it yourself in a terminal or in the inbox; nothing else may decide it.",
        )


def _says_the_same(one: Rule, other: Rule) -> bool:
    def of(rule: Rule) -> tuple[object, ...]:
        matter = (rule.text_key, rule.options_key, rule.answers, rule.until)
        return (rule.person, rule.scope, *matter)

    return of(one) == of(other)


def _named(rule: Rule, wanted: AskId | str) -> bool:
    if isinstance(wanted, str):
        return short_id(AskId(rule.id), len(wanted)) == wanted
    return rule.id == wanted

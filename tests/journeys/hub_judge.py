"""Whose keys a load has, and what the database says of what the load was told."""

from dataclasses import asdict, dataclass

from askline.asks.auditing import flaw_of
from askline.asks.ports import AskStore
from askline.core.clock import SystemClock
from askline.core.ids import RandomMint
from askline.core.people import Door, Right
from askline.people.administering import Administering
from askline.people.entering import Entering
from askline.people.joining import Joining
from askline.people.model import Grant, Role
from askline.people.recording import Acts
from askline.people.tokens import NewToken, Tokens
from askline.stores.postgres.opening import open_postgres, open_register
from tests.hub import PASSWORD, QUICK
from tests.journeys.hub_faults import PROJECT, Keys, Said

AGENTS, PEOPLE = 5, 3
TEAM = "crew"
AT_ONCE = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    lost_asks: int
    lost_answers: int
    double_winners: int
    undelivered: int
    wrongly_delivered: int
    asked_twice: int
    broken_trails: int

    @property
    def wrong(self) -> dict[str, int]:
        return {what: number for what, number in asdict(self).items() if number}


async def keys_of_a_team(dsn: str, tenant: str) -> Keys:
    """A tenant with a team that has the project of the load."""
    clock, mint = SystemClock(), RandomMint()
    async with open_register(dsn) as register:
        people, keys = register.people, register.keys
        acts = Acts(people, register.acts, clock)
        joining = Joining(people, keys, QUICK, clock, mint)
        entering = Entering(people, keys, QUICK, clock)
        first, _ = await entering.begin(await joining.found(tenant, tenant, "ada", PASSWORD))
        ada = await entering.by_session(first.reveal(), Door.WEB)
        administering = Administering(people, clock, acts)
        await administering.make_team(ada, TEAM)
        await administering.open_project(ada, PROJECT, TEAM)
        scopes = frozenset({Right.ASK})
        tokens = Tokens(people, keys, clock, mint, acts)
        agents = [
            await tokens.make(ada, NewToken(name=f"agent-{number}", scopes=scopes))
            for number in range(AGENTS)
        ]
        sessions = [first]
        for number in range(1, PEOPLE):
            login, grants = f"person-{number}", [Grant(role=Role.ANSWERER, team=TEAM)]
            secret, _ = await joining.invite(ada, login, grants)
            person = await joining.accept(secret.reveal(), login, PASSWORD)
            sessions.append((await entering.begin(person))[0])
    return Keys([each.reveal() for each, _ in agents], [each.reveal() for each in sessions])


async def judged(said: Said, dsn: str) -> Verdict:
    async with open_postgres(dsn) as keeping:
        return await _judged(said, keeping.asks)


async def _judged(said: Said, store: AskStore) -> Verdict:
    ids = sorted(said.asked | said.won.keys())
    kept = {
        ask.id: ask
        for start in range(0, len(ids), AT_ONCE)
        for ask in await store.get_all(ids[start : start + AT_ONCE])
    }
    stored = {ask.id: ask.outcome.receipt for ask in kept.values() if ask.outcome}
    flaws = [flaw_of(ask, await store.trail(ask.id)) for ask in kept.values()]
    questions = [ask.questions[0].text for ask in kept.values()]
    return Verdict(
        lost_asks=len(said.asked - kept.keys()),
        lost_answers=sum(stored.get(ask_id) not in words for ask_id, words in said.won.items()),
        double_winners=sum(len(words) > 1 for words in said.won.values()),
        undelivered=len(said.asked - said.received.keys()),
        wrongly_delivered=sum(stored.get(each) != got for each, got in said.received.items()),
        asked_twice=len(questions) - len(set(questions)),
        broken_trails=sum(flaw is not None for flaw in flaws),
    )

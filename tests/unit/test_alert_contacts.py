"""Contacts: what may be one, whose it is, and what is never shown of it."""

from dataclasses import replace

import pytest

from askline.alerts.contacting import Contacting
from askline.alerts.contacts import MOST_EACH, Contact, Way, must_lead
from askline.core.errors import InvalidArguments, NotAllowed, NotFound, PersonRequired
from askline.core.people import Actor, Right
from askline.stores.ephemeral_contacts import EphemeralContacts
from tests.builders import StoppedClock
from tests.unit.summoned import AGENT, ANA, BEN, Obedient, Village, a_contact

ADMIN = replace(BEN, rights=BEN.rights | {Right.ADMINISTER})
HOOK = "https://hook.example/very/secret"


def contacting(outlets: Obedient | None = None) -> Contacting:
    return Contacting(EphemeralContacts(), Village(), outlets or Obedient(), StoppedClock())


@pytest.mark.parametrize(
    ("way", "where"),
    [
        (Way.MAIL, "ana+ask@team.example"),
        (Way.SLACK, "https://hooks.slack.example/services/T/B/x"),
        (Way.WEBHOOK, "http://hook.lan:8080/in?a=1"),
        (Way.WEBHOOK, "https://[2001:db8::1]/in"),
        (Way.PUSH, "https://ntfy.example/topic-1?auth=x"),
    ],
)
def test_a_place_is_taken_as_it_is(way: Way, where: str) -> None:
    assert must_lead(way, where) == where


@pytest.mark.parametrize(
    ("way", "where"),
    [
        (Way.MAIL, "ana@team.example\r\nBcc: eve@evil.example"),
        (Way.MAIL, "ana@team.example, eve@evil.example"),
        (Way.MAIL, "<ana@team.example>"),
        (Way.MAIL, "bob"),
        (Way.MAIL, f"ana@{'a' * 250}.example"),
        (Way.WEBHOOK, "file:///etc/passwd"),
        (Way.WEBHOOK, "gopher://hook.example/"),
        (Way.WEBHOOK, "https://"),
        (Way.WEBHOOK, "https://user@hook.example/"),
        (Way.WEBHOOK, "https://hook.example\\@evil.example/"),
        (Way.WEBHOOK, "https://hook.example/#part"),
        (Way.WEBHOOK, "https://hook.example/ HTTP/1.1\r\nHost: evil.example"),
        (Way.WEBHOOK, "https://hook.example:0/"),
        (Way.WEBHOOK, "https://hook.example:99999/"),
        (Way.WEBHOOK, "https://hööc.example/"),
        (Way.SLACK, f"https://hook.example/{'a' * 2000}"),
        (Way.PUSH, "https://topics.example/"),
        (Way.PUSH, "https://ntfy.example/a/b"),
    ],
)
def test_what_can_be_no_place_is_refused_and_not_repeated(way: Way, where: str) -> None:
    with pytest.raises(InvalidArguments) as refused:
        must_lead(way, where)

    assert where not in repr(refused.value.fields) + refused.value.message


def test_of_a_place_only_its_host_is_shown_and_of_a_mail_its_address() -> None:
    hook = a_contact(where=HOOK, secret="hush-hush")  # noqa: S106 - the test's own

    assert hook.shown == "hook.example"
    assert a_contact(channel=Way.MAIL, where="ana@team.example").shown == "ana@team.example"
    assert "very" not in repr(hook)
    assert "hush" not in repr(hook)


async def test_everybody_has_contacts_of_their_own_and_sees_no_others() -> None:
    house = contacting()

    mine = await house.add(ANA, Way.WEBHOOK, HOOK, answers=True)

    assert await house.all(ANA) == [mine]
    assert await house.all(BEN) == []
    assert (mine.owner, mine.answers, mine.secret[:6]) == ("ana", True, "whsec_")
    for deed in (house.remove, house.attempt):
        with pytest.raises(NotFound):
            await deed(ADMIN, mine.id)
        with pytest.raises(NotFound):
            await deed(replace(ANA, tenant="evil"), mine.id)
    await house.remove(ANA, mine.id)
    assert await house.all(ANA) == []


async def test_a_teams_contacts_are_an_admins() -> None:
    house = contacting()

    made = await house.add(ADMIN, Way.SLACK, HOOK, team="ops")

    assert (made.owner, made.secret) == ("team:ops", "")
    assert await house.all(ADMIN, team="ops") == [made]
    with pytest.raises(NotAllowed):
        await house.all(ANA, team="ops")
    with pytest.raises(NotFound):
        await house.attempt(ANA, made.id)
    with pytest.raises(NotFound):
        await house.add(ADMIN, Way.SLACK, HOOK, team="nobodys")


async def test_a_program_has_no_contacts() -> None:
    house = contacting()

    with pytest.raises(PersonRequired):
        await house.add(AGENT, Way.WEBHOOK, HOOK)
    with pytest.raises(PersonRequired):
        await house.remove(AGENT, "contact-1")


async def test_there_is_a_bound() -> None:
    house = contacting()
    for _ in range(MOST_EACH):
        await house.add(ANA, Way.WEBHOOK, HOOK)

    with pytest.raises(InvalidArguments, match="10 contacts already"):
        await house.add(ANA, Way.WEBHOOK, HOOK)
    assert await house.add(BEN, Way.WEBHOOK, HOOK)


async def test_a_way_that_this_hub_does_not_have_is_refused() -> None:
    outlets = Obedient()
    house = contacting(outlets)
    made = await house.add(ANA, Way.WEBHOOK, HOOK)
    assert await house.attempt(ANA, made.id) is None

    outlets.unable.add(made.id)
    outlets.channel = lambda contact: Obedient(unable={contact.id}).channel(contact)

    with pytest.raises(InvalidArguments, match="no mail"):
        await house.add(ANA, Way.WEBHOOK, HOOK)
    assert await house.attempt(ANA, made.id) == "This hub sends no mail."


async def test_a_try_says_why_it_failed() -> None:
    outlets = Obedient()
    house = contacting(outlets)
    made = await house.add(ANA, Way.WEBHOOK, HOOK)
    outlets.failing.add(made.id)

    assert await house.attempt(ANA, made.id) == "The receiver said 500."


class LetGoMeanwhile(EphemeralContacts):
    """Another door lets a contact go just after it was looked at."""

    async def get(self, tenant: str, contact_id: str) -> Contact | None:
        found = await super().get(tenant, contact_id)
        await self.drop(tenant, contact_id)
        return found


async def test_what_is_done_with_contacts_is_noted_once() -> None:
    said: list[tuple[str, bool]] = []

    async def noted(actor: Actor, contact: Contact, *, added: bool) -> None:
        assert contact.owner == actor.id
        said.append((actor.name, added))

    for book, expected in ((EphemeralContacts(), [True, False]), (LetGoMeanwhile(), [True])):
        said.clear()
        house = Contacting(book, Village(), Obedient(), StoppedClock(), noted)
        contact = await house.add(ANA, Way.WEBHOOK, HOOK)
        await house.remove(ANA, contact.id)

        assert said == [(ANA.name, added) for added in expected]
        assert await house.all(ANA) == []


async def test_a_try_is_in_the_language_of_the_hub() -> None:
    outlets = Obedient()
    book, clock = EphemeralContacts(), StoppedClock()
    house = Contacting(book, Village(), outlets, clock, language="de")
    contact = await house.add(ANA, Way.WEBHOOK, HOOK)

    assert await house.attempt(ANA, contact.id) is None
    [(_, notice)] = outlets.told
    assert notice.body == "So erfährst du, wenn ein Agent fragt."

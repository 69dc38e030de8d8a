"""A notice holds the addresses that make sense where it is read, and no other."""

from datetime import timedelta

from askline.alerts.composing import LONGEST_LABEL, Composing, Reach
from askline.alerts.links import LONGEST_LIFE, hash_of
from askline.alerts.model import Reason
from askline.alerts.rules import Rules
from askline.asks.answers import Given
from askline.asks.model import Ask, Option
from askline.stores.ephemeral_alerts import EphemeralLinks
from tests.builders import StoppedClock, a_confirm, a_matter, a_select, a_text, an_ask

HERE, PHONE = "http://127.0.0.1:7", "https://me.example"
REACHES = {
    "desktop": Reach(inbox=HERE, links=HERE),
    "push": Reach(links=PHONE),
    "webhook": Reach(inbox=HERE),
    "mail": Reach(),
}
CONFIRM = an_ask(matter=a_matter(a_confirm()))


def composing(links: EphemeralLinks | None = None, *, show_questions: bool = True) -> Composing:
    rules = Rules(show_questions=show_questions)
    return Composing(links or EphemeralLinks(), StoppedClock(), lambda: rules, REACHES)


async def test_each_channel_gets_what_can_be_opened_there() -> None:
    for channel, url, base in (
        ("desktop", f"{HERE}/asks/{CONFIRM.id}", f"{HERE}/l/"),
        ("push", None, f"{PHONE}/l/"),
        ("webhook", f"{HERE}/asks/{CONFIRM.id}", None),
        ("mail", None, None),
    ):
        notice = await composing().notice(channel, Reason.ASKED, [CONFIRM])

        assert notice.url == url
        assert [action.label for action in notice.actions] == (["Yes", "No"] if base else [])
        assert all(action.url.startswith(base or "-") for action in notice.actions)


async def test_a_button_has_a_link_to_its_own_answer() -> None:
    links = EphemeralLinks()
    notice = await composing(links).notice("push", Reason.ASKED, [CONFIRM])

    for action, value in zip(notice.actions, ("yes", "no"), strict=True):
        link = await links.look(hash_of(action.url.rpartition("/")[2]))
        assert link is not None
        assert (link.ask_id, link.answers) == (CONFIRM.id, {"go": Given(values=(value,))})


async def test_links_of_long_ago_are_forgotten_when_new_ones_are_made() -> None:
    links, clock = EphemeralLinks(), StoppedClock()
    phone = Composing(links, clock, lambda: Rules(show_questions=True), REACHES)
    first = await phone.notice("push", Reason.ASKED, [CONFIRM])
    word = first.actions[0].url.rpartition("/")[2]

    clock.time += 2 * LONGEST_LIFE
    await phone.notice("push", Reason.ASKED, [CONFIRM])
    assert await links.look(hash_of(word))
    clock.time += timedelta(seconds=1)
    await phone.notice("push", Reason.ASKED, [CONFIRM])

    assert await links.look(hash_of(word)) is None


async def test_there_is_no_button_without_its_question_or_for_many_asks() -> None:
    async def buttons(*asks: Ask, show: bool) -> int:
        notice = await composing(show_questions=show).notice("push", Reason.ASKED, asks)
        return len(notice.actions)

    assert await buttons(CONFIRM, show=False) == 0
    assert await buttons(CONFIRM, an_ask(), show=True) == 0
    assert await buttons(an_ask(matter=a_matter(a_text())), show=True) == 0


async def test_many_asks_lead_to_the_inbox() -> None:
    notice = await composing().notice("desktop", Reason.ASKED, [CONFIRM, an_ask()])

    assert notice.url == f"{HERE}/"


async def test_a_long_answer_makes_a_short_button() -> None:
    options = tuple(Option(label=letter * 200) for letter in "ab")
    ask = an_ask(matter=a_matter(a_select(options=options)))

    notice = await composing().notice("push", Reason.ASKED, [ask])

    assert {len(action.label) for action in notice.actions} == {LONGEST_LABEL}

"""What a notice says, and what it keeps to itself."""

from askline.alerts.model import Reason
from askline.alerts.rules import Rules
from askline.alerts.wording import LONGEST, notice_of
from askline.asks.model import Ask
from askline.core.speaking import speaking
from tests.builders import a_matter, a_text, an_approval, an_ask

OPEN = Rules(show_questions=True)
SHY = Rules()


def said(*asks: Ask, rules: Rules = SHY, reason: Reason = Reason.ASKED) -> tuple[str, str]:
    notice = notice_of(reason, asks, rules, url=None)
    assert notice.asks == tuple(ask.id for ask in asks)
    return notice.title, notice.body


def test_one_ask_is_told_by_agent_project_and_title() -> None:
    assert said(an_ask()) == ("claude-code in shop asks", "Storage")


def test_a_question_is_told_only_where_that_is_allowed() -> None:
    assert said(an_ask(), rules=OPEN)[1] == "Storage: Which database?"
    assert said(an_ask(matter=a_matter(title=None)), rules=OPEN)[1] == "Which database?"
    assert said(an_ask(matter=a_matter(title=None)))[1] == "A question waits in your inbox."


def test_a_sensitive_ask_says_nothing_of_itself() -> None:
    matter = a_matter(title="Salary", sensitive=True)

    assert said(an_ask(matter=matter), rules=OPEN)[1] == "A question waits in your inbox."


def test_an_approval_is_called_what_it_is() -> None:
    assert said(an_ask(matter=an_approval()))[0] == "claude-code in shop wants to run a command"


def test_many_asks_are_one_notice() -> None:
    title, body = said(*(an_ask() for _ in range(7)))

    assert title == "7 agents wait for you"
    assert body.splitlines() == ["claude-code in shop: Storage"] * 5 + ["and 2 more"]


def test_a_reminder_says_that_time_is_nearly_over() -> None:
    assert said(an_ask(), reason=Reason.ENDING)[0] == "Time is nearly over: claude-code in shop"
    both = said(an_ask(), an_ask(), reason=Reason.ENDING)
    assert both[0] == "2 agents wait for you, and time is nearly over"


def test_a_long_question_is_cut() -> None:
    body = said(an_ask(matter=a_matter(a_text(text="x" * 500), title=None)), rules=OPEN)[1]

    assert len(body) == LONGEST
    assert body.endswith("x…")


def test_our_words_are_in_the_language_spoken_and_the_agents_stay() -> None:
    with speaking("de"):
        one, passed = said(an_ask()), said(an_ask(), reason=Reason.PASSED_ON)
        many = said(*(an_ask() for _ in range(7)))

    assert one == ("claude-code in shop fragt", "Storage")
    assert passed[0] == "An dich weitergegeben: claude-code in shop"
    assert many[0] == "7 Agenten warten auf dich"
    assert many[1].splitlines()[-1] == "und 2 weitere"

"""Asks as plain text: everything that matters, nothing that a terminal obeys."""

from datetime import timedelta
from typing import Any

import pytest
from inline_snapshot import snapshot

from askline.asks.shapes import ask_shape, result_shape
from askline.core.people import Agent, Project
from askline.doors.cli import showing
from askline.doors.cli.showing import Shape
from tests.builders import (
    ADA,
    LATER,
    NOON,
    RULE,
    a_matter,
    a_select,
    a_text,
    an_approval,
    an_ask,
    answered,
)

LATE = {"kind": "late", "by": {"kind": "human", "who": "me", "door": "web", "at": "later"}}


def text(lines: Any) -> str:
    return "\n".join(lines)


def test_an_ask_is_shown_whole() -> None:
    ask = an_ask(
        matter=a_matter(a_select(header="DB"), a_text(required=False), context="Read\nthis."),
        deadline=LATER,
        detached=True,
    )
    shape = ask_shape(ask)
    option = shape["questions"][0]["options"][1]
    option.update(description="Small.", preview="one\ntwo")

    assert text(showing.shown({**shape, "short_id": "k7m2qd"}, NOON)) == snapshot("""\
Ask k7m2qd: Storage
State: pending
From: claude-code 2.1 in shop (/home/ada/shop, main)
Asked: 0 s ago, due in 1 h, no agent waits now

Read
this.

1. DB: Which database? [db: select, or your own words]
   #1 PostgreSQL (recommended)
   #2 SQLite
      Small.
      one
      two

2. What shall it be called? [name: text, may be skipped]\
""")


def test_an_approval_shows_exactly_what_will_run() -> None:
    shape = ask_shape(an_ask(matter=an_approval()))
    shape["command"].update(argv=["git", "push", "a b", "\u202edne"], env=["PATH", "HOME"])

    shown = text(showing.shown(shape, NOON))

    assert "Run git push 'a b' '\\u202edne'" in shown
    assert "  git push 'a b' '\\u202edne'\n  in /home/ada/shop, sandbox project" in shown
    assert "with PATH HOME" in shown
    assert "sha256 ab12" in shown
    assert "only a person may settle it" in shown


def test_what_is_dangerous_says_so_first_and_what_was_said_with_it_stands_apart() -> None:
    context = "Harmless.\n\nExactly this will run:\n  ls"
    shape = ask_shape(an_ask(matter=an_approval(context=context)))
    shape["command"].update(dangerous=True, why="It rewrites\nhistory.")

    shown = text(showing.shown({**shape, "short_id": "k7m2qd"}, NOON))

    assert shown.startswith("Ask k7m2qd: DANGEROUS approval: Run git push\n")
    assert "!! DANGEROUS: what this does may not be undone.\nAsked because: It rewrites\n" in shown
    assert "\n\nSaid with it:\n  | Harmless.\n  | \n  | Exactly this will run:\n  |   ls" in shown


def test_a_list_shows_all_that_a_pending_approval_would_run() -> None:
    shape = {**ask_shape(an_ask(matter=an_approval())), "short_id": "k7m2qd"}

    assert text(showing.listed_whole(shape, NOON)) == snapshot("""\
k7m2qd  Approval: Run git push
        claude-code in shop, asked 0 s ago, only a person may settle it
        git push
        in /home/ada/shop, sandbox project
        with PATH
        sha256 ab12\
""")
    assert len([*showing.listed_whole({**shape, "state": "answered"}, NOON)]) == 2


def test_a_command_without_an_environment_names_none() -> None:
    shape = ask_shape(an_ask(matter=an_approval()))
    shape["command"]["env"] = []

    assert "with" not in text(showing.shown(shape, NOON))


def test_nothing_an_agent_wrote_reaches_the_terminal_as_it_was() -> None:
    evil = "\x1b[2Jx\u202ey"
    ask = an_ask(
        matter=a_matter(a_select(text=evil, header=evil), title=evil, context=evil),
        agent=Agent(name=evil, version=evil, label=evil),
        project=Project(name=evil, path=evil, branch=evil),
    )
    shape = ask_shape(ask)
    shape["questions"][0]["id"] = evil
    shape["questions"][0]["options"] = [
        {"label": evil, "description": evil, "preview": evil, "recommended": False}
    ]

    shown = text([*showing.shown(shape, NOON), *showing.listed(shape, NOON)])

    assert "\x1b" not in shown
    assert "\u202e" not in shown


def test_an_outcome_names_who_settled_it_where_and_what_came_after() -> None:
    result = result_shape(answered(an_ask(), by=ADA).after)
    note = {**result["answers"][0], "note": "because\nso"}
    skipped: Shape = {"questionId": "name", "state": "skipped", "values": []}
    result["answers"] = [note, skipped]
    result["amendments"] = [
        {**LATE, "answers": [{**note, "note": None, "customText": "Oracle"}], "reason": "slipped"},
        {**LATE, "answers": [], "reason": None},
    ]

    assert text(showing.ended(result)) == snapshot("""\
Answered by me in the terminal inbox at 2026-11-14T12:00:00.000Z
  db: SQLite
    note: because
    so
  name: skipped
Late, added by me in the browser at later
  db: SQLite, Oracle
  reason: slipped
Late, added by me in the browser at later\
""")


def test_a_settled_ask_is_shown_with_its_outcome_and_presses_nobody() -> None:
    shape = ask_shape(answered(an_ask(deadline=LATER)).after)

    shown = text(showing.shown(shape, NOON))

    assert "due" not in shown
    assert "State: answered" in shown
    assert "  db: SQLite" in shown


def test_what_settled_it_by_itself_is_called_what_it_is() -> None:
    result = result_shape(answered(an_ask(), by=RULE).after)

    assert text(showing.ended(result)).startswith("Answered by your rule 1 at ")


@pytest.mark.parametrize(
    ("age", "said"),
    [(-5, "0 s ago"), (59, "59 s ago"), (61, "1 min ago"), (7300, "2 h ago"), (200_000, "2 d ago")],
)
def test_an_age_is_said_in_its_largest_unit(age: int, said: str) -> None:
    shape = ask_shape(an_ask(deadline=NOON - timedelta(days=9)))

    listed = text(showing.listed(shape, NOON + timedelta(seconds=age)))

    assert f"asked {said}, due now" in listed


def test_what_was_said_in_the_end_is_a_line_each() -> None:
    result = result_shape(answered(an_ask(), by=ADA).after)
    skipped: Shape = {"questionId": "name", "state": "skipped", "values": []}
    result["answers"] = [*result["answers"], skipped]

    assert text(showing.answered({**result, "reason": "so\nit is"})) == "SQLite\nskipped\nso it is"


def test_an_earlier_answer_is_shown_with_the_notes_that_it_has() -> None:
    answers: Shape = {"db": {"values": ["SQLite"], "note": "small"}, "name": {"values": ["kiwi"]}}
    earlier = {"at": "2026-11-14T12:00:00Z", "how": "near", "question": "Where?"}

    assert text(showing.recalled({"recalled": {**earlier, "answers": answers}})) == snapshot("""\
You answered something like this on 14 November 2026:
  it was: Where?
  db: SQLite
    note: small
  name: kiwi\
""")

"""What a client would ask by itself is shown exactly, and only a person's word decides it."""

from typing import Any

import pytest

from askline.asks.asked import read_asked
from askline.asks.prompts import Decision, Prompt, asked, decided
from tests.promises import promise

Json = dict[str, Any]

WHICH = {
    "question": "Which colour?",
    "header": "Colour",
    "options": [{"label": "Red", "description": "warm"}, {"label": "Blue"}],
}
TARGETS = {"question": "Which targets?", "multiSelect": True, "options": [{"label": "A"}]}


def a_prompt(tool: str = "Bash", **given: Any) -> Prompt:
    return Prompt(client="Claude Code", tool=tool, input=given or {"command": "rm -r build"})


def settled(state: str = "answered", kind: str = "human", **more: Any) -> Json:
    return {"state": state, "settledBy": {"kind": kind}, "answers": [], **more}


def answer(*values: str, **more: Any) -> Json:
    return {"values": [*values], **more}


def test_a_command_is_asked_about_as_it_will_run() -> None:
    body = asked(a_prompt(command="rm -r build", description="Clean up"))

    assert body is not None
    assert body["title"] == "Claude Code: Bash"
    assert body["context"] == "```\nrm -r build\n```\n\nClean up"
    assert body["human_only"] is True
    assert read_asked(body).matter.human_only


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({"command": "a\x1b[2Kb"}, '"a\\u001b[2Kb"'),
        ({"command": "a ```` b"}, "`````\na ```` b\n`````"),
        ({"file_path": "x.py", "new": "é"}, '"file_path": "x.py",\n  "new": "é"'),
    ],
)
def test_nothing_of_it_is_hidden(given: Json, shown: str) -> None:
    body = asked(a_prompt(**given))

    assert body is not None
    assert shown in body["context"]


@pytest.mark.parametrize(
    "prompt",
    [
        a_prompt("mcp__askline__ask_user"),
        a_prompt(command="x" * 60_001),
        a_prompt(command=""),
        a_prompt("AskUserQuestion", questions=[]),
        a_prompt("AskUserQuestion", questions="?"),
        a_prompt("AskUserQuestion", questions=[WHICH, {"question": 1}]),
        a_prompt("AskUserQuestion", questions=["?"]),
    ],
)
def test_what_cannot_be_shown_whole_is_left_to_the_client(prompt: Prompt) -> None:
    assert asked(prompt) is None


@promise("person")
@pytest.mark.parametrize(
    ("result", "decision"),
    [
        (settled(answers=[answer("yes")]), Decision(allowed=True)),
        (
            settled(answers=[answer("no", note="not today")]),
            Decision(allowed=False, message="not today"),
        ),
        (settled(answers=[answer("no")]), Decision(allowed=False, message="Your human said no.")),
        (settled("rejected", reason="never"), Decision(allowed=False, message="never")),
        (settled("rejected"), Decision(allowed=False, message="Your human said no.")),
        (
            settled("asked_back", askBack="Why?"),
            Decision(allowed=False, message="Your human asks first: Why?"),
        ),
        (settled("cancelled"), None),
        (settled("timed_out", "time"), None),
        (settled(kind="client", answers=[answer("yes")]), None),
        (settled(kind="rule", answers=[answer("yes")]), None),
        ({"state": "pending", "settledBy": None}, None),
    ],
)
def test_only_a_persons_word_decides(result: Json, decision: Decision | None) -> None:
    assert decided(a_prompt(), result) == decision


def test_an_agents_own_questions_are_asked_and_answered_in_its_words() -> None:
    prompt = a_prompt("AskUserQuestion", questions=[WHICH, TARGETS, {"question": "Why?"}])
    body = asked(prompt)
    assert body is not None
    kinds = [each.kind for each in read_asked(body).matter.questions]
    assert kinds == ["select", "multi-select", "text"]

    given = [answer("Red"), answer("A", customText="B"), answer("because")]
    decision = decided(prompt, settled(answers=given))

    assert decision is not None
    assert decision.input is not None
    assert decision.input["questions"] == prompt.input["questions"]
    assert decision.input["answers"] == {
        "Which colour?": "Red",
        "Which targets?": ["A", "B"],
        "Why?": "because",
    }


def test_a_question_without_an_answer_is_none_of_ours() -> None:
    prompt = a_prompt("AskUserQuestion", questions=[WHICH])

    assert decided(prompt, settled(answers=[answer(customText=None)])) is None

"""What stands above a form: enough to decide, and nothing hidden."""

from dataclasses import replace
from typing import Any

from inline_snapshot import snapshot

from askline.asks.form_message import message_of
from askline.asks.model import AskKind, CommandShown, Matter, Question, QuestionKind
from tests.builders import a_matter, a_select, a_text, an_ask
from tests.promises import promise

GO = Question(id="approve", text="Shall it run?", kind=QuestionKind.CONFIRM)
COMMAND = CommandShown(
    argv=("rm", "-rf", "build"), cwd="/home/ada/shop", env=(), sandbox="strict", sha256="ab" * 32
)


def message(*questions: Question, **changes: Any) -> str:
    return message_of(an_ask(matter=a_matter(*questions, **changes)))


def test_the_message_says_title_context_and_each_of_several_questions() -> None:
    said = message(a_select(), a_text(), context="We need a store.")

    assert said == snapshot("""\
Storage

We need a store.

1. Which database?
2. What shall it be called?\
""")


def test_a_single_question_stands_in_the_form_alone() -> None:
    assert message(a_select(), context="We need a store.") == "Storage\n\nWe need a store."


def test_no_message_is_empty() -> None:
    assert message(a_select(), title=None) == "Which database?"


def test_a_long_context_is_cut_and_says_so() -> None:
    said = message(context="long " * 20_000)

    assert len(said) < 2_100
    assert said.endswith("long… [Cut here; the inbox shows all of it.]")


def approval(**changes: Any) -> str:
    matter = Matter(
        questions=(GO,),
        kind=AskKind.APPROVAL,
        context="Old files.",
        command=replace(COMMAND, **changes),
    )
    return message_of(an_ask(matter=matter))


@promise("truth")
def test_who_approves_sees_exactly_what_will_run() -> None:
    assert approval(env=("PATH", "HOME")) == snapshot("""\
If you approve, exactly this runs:
  rm -rf build
  in /home/ada/shop, sandbox strict
  with PATH, HOME set

Old files.\
""")


def test_a_command_hides_nothing_from_who_approves_it() -> None:
    argv = ("echo", "", "two words", "a\nb", "a\\nb", "\u202etxt.exe\x1b[2J", "größe", "'\"")

    said = approval(argv=argv)

    assert said.splitlines()[1] == (
        r'  echo "" "two words" "a\nb" "a\\nb" "\u202etxt.exe\u001b[2J" "größe" "' + r"'\"" + '"'
    )


def test_a_long_command_is_never_cut() -> None:
    assert approval(argv=("touch", *["a.txt"] * 9_000)).count("a.txt") == 9_000

"""Gemini CLI, and Qwen Code, which comes from it and spells its files alike."""

from pathlib import Path
from typing import Final

from askline.setup.client import DAY_MS, SERVERS, Client, Scope, Wants, Wish, instruction, wanted
from askline.setup.edits import Put
from askline.setup.formats import Format


def _gemini(directory: Path, wish: Wish, words: Path) -> Wants:
    entry = Put(SERVERS, wish.entry(timeout=DAY_MS, trust=True))
    return (wanted(directory / "settings.json", Format.JSON, entry), *instruction(words, wish))


def _gemini_notes(wish: Wish) -> tuple[str, ...]:
    # Seen with 0.61: every tool of the same name goes with it.
    off = "Its own `ask_user` stays: without it Gemini CLI hides ours of that name too."
    return (off,) if wish.options.own_questions_off else ()


GEMINI: Final = Client(
    name="gemini",
    title="Gemini CLI",
    programs=("gemini",),
    signs=lambda machine: (machine.home / ".gemini" / "settings.json",),
    wants={
        Scope.USER: lambda wish: _gemini(
            wish.home / ".gemini", wish, wish.home / ".gemini" / "GEMINI.md"
        ),
        Scope.PROJECT: lambda wish: _gemini(
            wish.project / ".gemini", wish, wish.project / "GEMINI.md"
        ),
    },
    limit="a day",
    notes=_gemini_notes,
)

QWEN: Final = Client(
    name="qwen",
    title="Qwen Code",
    programs=("qwen",),
    signs=lambda machine: (machine.home / ".qwen" / "settings.json",),
    wants={
        Scope.USER: lambda wish: _gemini(
            wish.home / ".qwen", wish, wish.home / ".qwen" / "QWEN.md"
        ),
        Scope.PROJECT: lambda wish: _gemini(wish.project / ".qwen", wish, wish.project / "QWEN.md"),
    },
    limit="a day",
    notes=lambda wish: (
        ("Nobody is sure how its own `ask_user_question` goes off; it stays.",)
        if wish.options.own_questions_off
        else ()
    ),
)

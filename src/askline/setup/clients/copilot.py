"""Copilot CLI."""

from typing import Final

from askline.setup.client import DAY_MS, SERVERS, Client, Scope, Wants, Wish, instruction, wanted
from askline.setup.edits import Put
from askline.setup.formats import Format


def _copilot_entry(wish: Wish) -> Put:
    more = {"tools": ["*"], "timeout": DAY_MS, "deferTools": "never"}
    return Put(SERVERS, {"type": "local", **wish.entry(**more)})


def _copilot_user(wish: Wish) -> Wants:
    home = wish.moved("COPILOT_HOME", ".copilot")
    return (
        wanted(home / "mcp-config.json", Format.JSON, _copilot_entry(wish)),
        *instruction(home / "copilot-instructions.md", wish),
    )


def _copilot_project(wish: Wish) -> Wants:
    github = wish.project / ".github"
    return (
        wanted(github / "mcp.json", Format.JSON, _copilot_entry(wish)),
        *instruction(github / "copilot-instructions.md", wish),
    )


def _copilot_notes(wish: Wish) -> tuple[str, ...]:
    allow = "Copilot CLI asks once for each project; `copilot --allow-tool=askline` does not."
    off = "Its own questions go off with `copilot --no-ask-user`; there is no setting for it."
    return (allow, off) if wish.options.own_questions_off else (allow,)


COPILOT: Final = Client(
    name="copilot",
    title="Copilot CLI",
    programs=("copilot",),
    signs=lambda machine: (machine.home / ".copilot",),
    wants={Scope.USER: _copilot_user, Scope.PROJECT: _copilot_project},
    limit="a day",
    notes=_copilot_notes,
)

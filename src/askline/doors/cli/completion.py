"""`completion`: what a shell offers after `askline`, from the table of commands. It asks no service."""

import sys
from collections.abc import Iterator
from typing import Final

from askline.doors.cli import problems
from askline.doors.cli.commands import COMMANDS, GROUPS, Command
from askline.doors.cli.here import Here
from askline.doors.cli.words import parser

BASH: Final = """_askline() {{
  local words=""
  case "$COMP_CWORD:${{COMP_WORDS[1]}}:${{COMP_WORDS[2]}}" in
{cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _askline askline
"""

ZSH: Final = """#compdef askline
_askline() {{
  local offered=""
  case "$((CURRENT - 1)):${{words[2]}}:${{words[3]}}" in
{cases}
  esac
  compadd -- ${{=offered}}
  _files
}}
compdef _askline askline
"""


def completion(words: list[str], here: Here) -> int:
    del here
    options = parser("completion", reads=False)
    options.add_argument("shell", choices=[*SHELLS])
    said = options.parse_args(words)
    sys.stdout.write(SHELLS[said.shell]())
    return problems.DONE


def _bash() -> str:
    return BASH.format(cases="\n".join(_cases("words")))


def _zsh() -> str:
    return ZSH.format(cases="\n".join(_cases("offered")))


def _fish() -> str:
    lines = ["complete -c askline -f"]
    for name, about in _first():
        lines.append(f"complete -c askline -n __fish_use_subcommand -a {name} -d '{about}'")
    for command in COMMANDS:
        first, *second = command.name.split()
        seen = f"__fish_seen_subcommand_from {first}"
        for word in second:
            lines.append(f"complete -c askline -n '{seen}' -a {word} -d '{_plain(command)}'")
            seen += f"; and __fish_seen_subcommand_from {word}"
        offered = (f"-l {word[2:]}" for word in _options(command) if word.startswith("--"))
        lines += [f"complete -c askline -n '{seen}' {option}" for option in offered]
    return "\n".join(lines) + "\n"


SHELLS: Final = {"bash": _bash, "zsh": _zsh, "fish": _fish}


def _cases(variable: str) -> Iterator[str]:
    """By the number of the word, the first word and the second; the first case that fits counts."""
    yield f'    1:*) {variable}="{" ".join(name for name, _ in _first())}" ;;'
    for group in sorted(GROUPS):
        inside = [each.name.split()[1] for each in COMMANDS if each.name.startswith(f"{group} ")]
        yield f'    2:{group}:*) {variable}="{" ".join(inside)}" ;;'
    for command in COMMANDS:
        first, *second = command.name.split()
        at = f"*:{first}:{second[0] if second else '*'}"
        yield f'    {at}) {variable}="{" ".join(_options(command))}" ;;'


def _first() -> Iterator[tuple[str, str]]:
    yield "mcp", "Be the line of an agent."
    for command in COMMANDS:
        if " " not in command.name:
            yield command.name, _plain(command)
    for group in sorted(GROUPS):
        yield group, f"Commands for {group}."


def _options(command: Command) -> list[str]:
    """What its usage names: options, and the words that stand for themselves between bars."""
    words = command.usage.replace("[", " ").replace("]", " ").split()
    return [*dict.fromkeys(word for word in words if word.startswith("-")), "--help"]


def _plain(command: Command) -> str:
    return command.about.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")

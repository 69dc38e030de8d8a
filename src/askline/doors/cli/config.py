"""Settings on the command line: `config get|set|path|schema`."""

from collections.abc import Mapping
from typing import Any

from askline.config import values
from askline.config.files import nearest
from askline.config.keys import Key, find
from askline.config.settings import load
from askline.core.errors import InvalidArguments, PersonRequired
from askline.core.speaking import known, t
from askline.doors.cli import problems
from askline.doors.cli.here import Here
from askline.doors.cli.words import parser, write, write_json

Shape = Mapping[str, Any]


def get(words: list[str], here: Here) -> int:
    options = parser("config get")
    options.add_argument("key", nargs="?")
    options.add_argument("--reveal", action="store_true", help=t("secrets too"))
    said = options.parse_intermixed_args(words)
    settings = load(here.environ, here.cwd, locations=here.locations)
    shown = settings.flat if said.reveal else _guarded(settings.flat)
    for problem in settings.problems:
        problems.say(
            t(
                "askline: in the project's file: {0}: expected {1}, got {2}. {3}",
                problem.field,
                known(problem.expected),
                known(problem.actual),
                known(problem.hint),
            ).rstrip()
        )
    if said.key:
        _one(shown, said.key, as_json=said.json)
    elif said.json:
        write_json(shown)
    else:
        lines = ((find(name), name, value) for name, value in shown.items())
        write(_line(key, name, value, settings.sources) for key, name, value in lines if key)
    return problems.DONE


def set_value(words: list[str], here: Here) -> int:
    from askline.config import editing  # noqa: PLC0415 - tomlkit is for this command alone

    options = parser("config set", reads=False)
    options.add_argument("key")
    options.add_argument("value")
    said = options.parse_intermixed_args(words)
    key = find(said.key)
    if key is not None and key.decides and not here.present:
        raise PersonRequired(
            t("{0} decides over approvals: only a person sets it.", said.key),
            hint=t("Set it yourself at a terminal, or write it into the file."),
        )
    editing.set_value(here.locations.config, said.key, said.value)
    write([t("{0} is set in {1}.", said.key, here.locations.config)])
    return problems.DONE


def path(words: list[str], here: Here) -> int:
    parser("config path", reads=False).parse_args(words)
    write([here.locations.config])
    return problems.DONE


def schema(words: list[str], here: Here) -> int:
    from askline.config.schema import json_schema  # noqa: PLC0415 - for this command alone

    del here
    parser("config schema", reads=False).parse_args(words)
    write_json(json_schema())
    return problems.DONE


def _guarded(flat: Shape) -> Shape:
    keys = ((name, value, find(name)) for name, value in flat.items())
    return {name: values.guarded(key, value) if key else value for name, value, key in keys}


def _one(flat: Shape, name: str, *, as_json: bool) -> None:
    key = find(name)
    if key is None:
        raise InvalidArguments(t("There is no setting {0!r}.", name), hint=nearest(name))
    value = flat.get(name, key.default)
    if as_json:
        write_json(value)
    else:
        write([_spelled(key, value)])


def _line(key: Key, name: str, value: Any, sources: Mapping[str, str]) -> str:
    return f"{name} = {_spelled(key, value)}  ({t(sources.get(name, 'default'))})"


def _spelled(key: Key, value: Any) -> str:
    return value if value == values.HIDDEN else values.spelled(key, value)

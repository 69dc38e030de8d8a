"""Where in a text a field stands; asked only when something is wrong with it.

JSON and YAML are composed by ruamel.yaml, whose nodes know their places: JSON is a subset of YAML 1.2
but for a few oddities (a line break before the colon, a key of a thousand characters); where those
stop the parser, a problem is said to be at the file's beginning. TOML is parsed by tomlkit, which
knows no places but gives the text back unchanged: a mark put before an item is found again in it.
"""

from typing import Any

from askline.commands.problems import Path
from askline.commands.reading import TOML

Spot = tuple[int, int]
"""Line and column, both from 1."""

START: Spot = (1, 1)

_MARK = "\x00"


class Places:
    """The places of one text."""

    def __init__(self, text: str, kind: str) -> None:
        self._text = text
        self._kind = kind
        self._repeated: list[Path] = []
        self._keys: dict[Path, Spot] = {}
        self._values: dict[Path, Spot] = {(): START}
        if kind != TOML:
            self._compose()

    @property
    def repeated(self) -> tuple[Path, ...]:
        """Keys that stand twice in one object; of TOML there are none that parse."""
        return tuple(self._repeated)

    def value(self, path: Path) -> Spot:
        """Where a value begins; of one that has no place of its own, what it lies in."""
        return self._nearest(path)

    def key(self, path: Path) -> Spot:
        """Where the key of a field begins."""
        return self._keys.get(path) or self._nearest(path)

    def _nearest(self, path: Path) -> Spot:
        if self._kind == TOML:
            return _in_toml(self._text, path)
        ways = (path[:length] for length in range(len(path), -1, -1))
        return next(self._values[way] for way in ways if way in self._values)

    def _compose(self) -> None:
        from ruamel.yaml import YAML  # noqa: PLC0415 - loads a whole parser, for wrong files alone
        from ruamel.yaml.error import YAMLError  # noqa: PLC0415

        composer: Any = YAML(typ="rt", pure=True)  # untyped inside
        try:
            # A tab is one column here as it is in an editor's count, and YAML minds it less so.
            self._walk(composer.compose(self._text.replace("\t", " ")), ())
        except (YAMLError, ValueError, RecursionError):
            return

    def _walk(self, node: Any, path: Path) -> None:
        self._values[path] = _spot(node)
        inner: Any = getattr(node, "value", ())
        if getattr(node, "id", "") == "sequence":
            for index, each in enumerate(inner):
                self._walk(each, (*path, index))
        elif getattr(node, "id", "") == "mapping":
            for key, each in inner:
                below = (*path, str(key.value))
                if below in self._keys:
                    self._repeated.append(below)
                self._keys[below] = _spot(key)
                self._walk(each, below)


def _spot(node: Any) -> Spot:
    return node.start_mark.line + 1, node.start_mark.column + 1


def _in_toml(text: str, path: Path) -> Spot:
    """The place of the innermost table or key on the path that can be marked."""
    for length in range(len(path), 0, -1):
        if spot := _marked(text, path[:length]):
            return spot
    return START


def _marked(text: str, path: Path) -> Spot | None:
    import tomlkit  # noqa: PLC0415 - for wrong files in TOML alone
    from tomlkit.exceptions import TOMLKitError  # noqa: PLC0415

    try:
        document = tomlkit.parse(text)
        item: Any = document
        for part in path:
            item = item[part]
        item.trivia.indent += _MARK
        before, mark, _ = tomlkit.dumps(document).partition(_MARK)
    except (TOMLKitError, LookupError, TypeError, AttributeError):
        return None
    return (before.count("\n") + 1, len(before) - before.rfind("\n")) if mark else None

"""Whether what is seen is what a page shows.

Only what differs from one reader to the next may differ: ids, times, sizes, process ids, versions and
the home. `…` on a page stands for anything, and alone on a line for any lines.
"""

import re
from dataclasses import dataclass, field

READER = "/home/ada"
"""The home of whoever the pages are written for."""

ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-Z\\-_])")
ID = re.compile(r"\b(?=[a-z]*\d)(?=\d*[a-z])[0-9a-hjkmnp-tv-z]{6}\b")
"""On pages an id has a digit and a letter, so that no word is taken for one."""
ANY_ID = r"[0-9a-hjkmnp-tv-z]{6,}"
ANY_LINES = r"(?:[^\n]*\n)*?"
VARYING = (
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"), "(a time)"),
    (re.compile(r"(\d+ (s|min|h) ago|just now)"), "(a while ago)"),
    (re.compile(r"process \d+"), "process (its id)"),
    (re.compile(r"[\d,]+ MB"), "(some) MB"),
    (re.compile(r"\b\d+\.\d+\.\d+\b"), "(a version)"),
)


@dataclass
class Eyes:
    """Of one reader, who knows an id again."""

    home: str
    ids: dict[str, str] = field(default_factory=dict[str, str])
    """What an id of the page is here."""

    def typed(self, words: str) -> str:
        """Words of the page with the ids that were seen here."""
        return ID.sub(lambda found: self.ids.get(found[0], found[0]), words)

    def agree(self, shown: str, seen: str) -> bool:
        found = re.fullmatch(self._pattern(shown), self.plain(seen))
        if found:
            self.ids |= {name.removeprefix("id_"): is_ for name, is_ in found.groupdict().items()}
        return found is not None

    def in_order(self, shown: str, screen: str) -> bool:
        """Whether these lines are on a screen, each further down than the one before."""
        rest = self.plain(screen).splitlines()
        for line in _varied(self.typed(shown)).splitlines():
            where = next((at for at, each in enumerate(rest) if line.strip() in each), None)
            if where is None:
                return False
            rest = rest[where + 1 :]
        return True

    def plain(self, seen: str) -> str:
        """As it would be on a page."""
        text = ESCAPES.sub("", seen).replace("\r\n", "\n").replace("\r", "")
        lines = (line.rstrip() for line in text.replace(self.home, READER).splitlines())
        whole = _varied("\n".join(lines)).strip("\n")
        return f"{whole}\n" if whole else ""

    def _pattern(self, shown: str) -> str:
        lines = _varied(shown).strip("\n").splitlines()
        known = dict(self.ids)
        return "".join(
            ANY_LINES if line == "…" else f"{self._line(line, known)}\n" for line in lines
        )

    def _line(self, line: str, known: dict[str, str]) -> str:
        pattern, at = "", 0
        for found in ID.finditer(line):
            pattern += _loose(line[at : found.start()]) + _id(found[0], known)
            at = found.end()
        return pattern + _loose(line[at:].rstrip())


def _id(name: str, known: dict[str, str]) -> str:
    if name in known:
        return re.escape(known[name]) if known[name] else f"(?P=id_{name})"
    known[name] = ""
    return f"(?P<id_{name}>{ANY_ID})"


def _loose(text: str) -> str:
    return r"[^\n]*?".join(map(re.escape, text.split("…")))


def _varied(text: str) -> str:
    for pattern, instead in VARYING:
        text = pattern.sub(instead, text)
    return text

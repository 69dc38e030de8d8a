"""The lists that likeness goes by, read once: words that say nothing, words that turn a question
around, words that mean the same in a project. Which words those are is data, in the file beside this.
"""

import tomllib
from collections import defaultdict
from importlib.resources import files

SHORTEST_STEM = 4
ENDINGS = (("ies", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("e", ""))


def stem(word: str) -> str:
    """A word without its inflection, roughly; the same for all forms that matter here."""
    for ending, instead in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM - len(instead):
            return word.removesuffix(ending) + instead
    return word


def _lines(name: str) -> list[list[str]]:
    return [line.split() for line in _LISTS[name].strip().splitlines()]


def _words(name: str) -> frozenset[str]:
    return frozenset(word for line in _lines(name) for word in line)


def _synonyms() -> dict[str, str]:
    return {stem(word): stem(line[0]) for line in _lines("synonyms") for word in line}


def _opposites() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for line in _lines("opposites"):
        for word in line:
            found[meant(word)] |= {meant(other) for other in line} - {meant(word)}
    return found


def meant(word: str) -> str:
    """The one word that stands for all that mean the same."""
    return SYNONYMS.get(stem(word), stem(word))


_LISTS: dict[str, str] = tomllib.loads(
    files("askline.memory").joinpath("common_words.toml").read_text(encoding="utf-8")
)
PASSED_OVER = _words("passed_over")
NEGATIONS = _words("negations")
NUMBERS = {word: number for number, line in enumerate(_lines("numbers")) for word in line}
SYNONYMS = _synonyms()
OPPOSITES = _opposites()

"""The known word that somebody probably meant: for every "Did you mean …?" there is."""

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST = 100
"""A longer word is no slip of the fingers, and comparing it takes its time."""


def nearest(said: str, known: Iterable[str]) -> str | None:
    """Upper and lower case, and how words are joined, make no difference."""
    if len(said) > LONGEST:
        return None
    folded = {_folded(each): each for each in known}
    close = get_close_matches(_folded(said), folded, n=1)
    return folded[close[0]] if close else None


def did_you_mean(said: str, known: Iterable[str], otherwise: str = "") -> str:
    """As a hint."""
    meant = nearest(said, known)
    return otherwise if meant is None else f"Did you mean {meant!r}?"


def _folded(word: str) -> str:
    return word.casefold().replace("_", "").replace("-", "")

"""How stores look asks up by their words: which words together, in which order of strictness.

What is near shares at least a third of its words, so few words are looked for in pairs at least. Each
step asks for the newest that fit, which an index of words gives without ranking all that have one.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import combinations

from askline.asks.spelling import text_of

Together = list[tuple[str, ...]]
"""Words that must all be there; any of the tuples is enough."""

SOUGHT_AT_MOST = 8
FEW = 3
"""So many words or fewer may be near with one of them in common."""


def home_word(tenant: str, place: str) -> str:
    """Tenant and place as one word: what is alike is looked for at home only."""
    facts = text_of([tenant, place]).encode(errors="surrogatepass")
    return f"h{hashlib.sha256(facts).hexdigest()[:24]}"


def sought(words: Sequence[str]) -> Iterator[Together]:
    """All of the words; all but one; then pairs, or single ones where there are few. Long words say most."""
    chosen = sorted(words, key=len, reverse=True)[:SOUGHT_AT_MOST]
    least = 1 if len(chosen) <= FEW else 2
    sizes = dict.fromkeys((len(chosen), len(chosen) - 1, least))
    return ([*combinations(chosen, size)] for size in sizes if least <= size <= len(chosen))

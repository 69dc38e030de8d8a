"""Trust in a project's declarations: given by the user, for exactly these texts.

They come with somebody's repository and decide what runs, so they are used only once the user has
read them. Trust holds for the content: any change, any file more or less asks again, with the
difference. The trusted texts are kept for that, in the user's own place and never in the project.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from enum import StrEnum
from hashlib import sha256

from askline.asks.spelling import text_of
from askline.commands.loading import Source
from askline.core.errors import NotTrusted


class Standing(StrEnum):
    NONE = "none"
    """There is nothing to trust."""
    NEW = "new"
    CHANGED = "changed"
    TRUSTED = "trusted"


@dataclass(frozen=True, slots=True)
class Trusted:
    """What the user trusted, and when."""

    sources: tuple[Source, ...]
    at: str

    @property
    def sha256(self) -> str:
        return content_hash(self.sources)


def content_hash(sources: Iterable[Source]) -> str:
    """One hash for the whole set: names and texts, in the order of names. What cannot be read runs
    nothing, and counts for nothing."""
    pairs = sorted([each.name, each.text] for each in sources if not each.trouble)
    return sha256(text_of(pairs).encode("utf-8", "surrogatepass")).hexdigest()


def standing(trusted: Trusted | None, sources: tuple[Source, ...]) -> Standing:
    if not any(not each.trouble for each in sources):
        return Standing.NONE
    if trusted is None:
        return Standing.NEW
    same = trusted.sha256 == content_hash(sources)
    return Standing.TRUSTED if same else Standing.CHANGED


def difference(trusted: Trusted | None, sources: tuple[Source, ...]) -> Iterator[str]:
    """What changed since, as a unified diff; of a new project, every line."""
    before = {each.name: each.text for each in trusted.sources} if trusted else {}
    after = {each.name: each.text for each in sources}
    for name in sorted({*before, *after}):
        yield from unified_diff(
            _lines(before.get(name, "")),
            _lines(after.get(name, "")),
            name if name in before else "/dev/null",
            name if name in after else "/dev/null",
            lineterm="",
        )


def _lines(text: str) -> list[str]:
    """Only a newline ends one. Other marks that do so elsewhere would let half a comment look like a
    line that counts."""
    lines = [each.removesuffix("\r") for each in text.split("\n")]
    return lines if lines[-1] else lines[:-1]


def required(trusted: Trusted | None, sources: tuple[Source, ...]) -> None:
    """Raises: NotTrusted, unless exactly these are trusted or there are none."""
    found = standing(trusted, sources)
    if found in (Standing.NEW, Standing.CHANGED):
        what = "were changed since" if found is Standing.CHANGED else "are new and"
        raise NotTrusted(
            f"The project's declared commands {what} not trusted.",
            hint="The user reads and trusts them with `askline tools trust`, at a terminal.",
        )

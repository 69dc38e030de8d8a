"""What is to be written where: a client's wishes against the files as they are. Pure.

A file that we changed before is planned from what it was without us, so that a second setup with
other options leaves nothing of the first, and undoing both is undoing one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from askline.core.errors import InvalidArguments
from askline.setup.client import Client, Options, Wish
from askline.setup.documents import DoesNotFit
from askline.setup.edits import Wanted, applied
from askline.setup.records import Record

Read = Callable[[str], str | None]
"""The text of a file; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A file as it is and as it shall be; None is no file."""

    file: str
    before: str | None
    after: str | None
    record: Record | None = None
    """What there is to be taken back afterwards."""
    heirs: tuple[Record, ...] = ()
    """Records of other clients that want of the file what the undone one had put there."""
    trouble: str | None = None
    """Why the file stays as it is, though something is wanted there."""

    @property
    def does_something(self) -> bool:
        return self.trouble is None and self.before != self.after


def planned(
    client: Client, wish: Wish, read: Read, records: Sequence[Record]
) -> tuple[Change, ...]:
    """Every file that the client wants something in, changed or not.

    Raises: InvalidArguments, for a scope that the client does not have.
    """
    wants = client.wants.get(wish.scope)
    if wants is None:
        known = ", ".join(client.wants) or "none that is known"
        raise InvalidArguments(
            f"{client.title} has no scope {wish.scope}.", hint=f"Its scopes: {known}."
        )
    return tuple(_change(client, wish, wanted, read, records) for wanted in wants(wish))


def remembered(client: str, wish: Wish, records: Sequence[Record]) -> Options:
    """With what was wished for before: a setup without a flag takes nothing away."""
    options = wish.options
    for record in records:
        if record.belongs_to(client, wish.scope):
            options |= record.options
    return options


def reverted(file: str, read: Read, gone: Sequence[Record], others: Sequence[Record]) -> Change:
    """The file without what these records tell of; what others still want of it stays."""
    now = None
    try:
        now = text = read(file)
        if text is None:
            return Change(file=file, before=None, after=None)
        for record in reversed(gone):
            text = record.before(text)
        made = any(record.made for record in gone)
        heirs: list[Record] = []
        for other in others:
            heir = other.renewed(text, made=made)
            text = heir.after(text)
            heirs.append(heir)
    except DoesNotFit as trouble:
        return Change(file=file, before=now, after=now, trouble=str(trouble))
    emptied = not others and any(record.leaves_nothing(text) for record in gone)
    return Change(file=file, before=now, after=None if emptied else text, heirs=tuple(heirs))


def _change(
    client: Client, wish: Wish, wanted: Wanted, read: Read, records: Sequence[Record]
) -> Change:
    here = [record for record in records if record.file == wanted.file]
    known = next((each for each in here if each.belongs_to(client.name, wish.scope)), None)
    now = None
    try:
        now = read(wanted.file)
        text = known.before(now) if known and now is not None else now or ""
        made = known.made if known else now is None
        fresh = _record(client, wish, wanted).renewed(text, made=made)
        same = now is not None and not applied(wanted.format, now, wanted.edits)[1]
    except DoesNotFit as trouble:
        return Change(file=wanted.file, before=now, after=now, trouble=str(trouble))
    if not same or (known and known.edits != wanted.edits):
        return Change(file=wanted.file, before=now, after=fresh.after(text), record=fresh)
    # What another client has put there is wanted by this one too from now on.
    return Change(
        file=wanted.file, before=now, after=now, record=known or (fresh if here else None)
    )


def _record(client: Client, wish: Wish, wanted: Wanted) -> Record:
    return Record(
        client=client.name,
        scope=wish.scope,
        file=wanted.file,
        format=wanted.format,
        edits=wanted.edits,
        options=wish.options,
    )

"""What a door has proved before anybody is known: a device made a passkey, an issuer vouches for somebody.

Whether a signature is right is the door's to say, with the means it has; whose it is, is said by the
people's rooms.
"""

from dataclasses import dataclass
from datetime import datetime

from askline.people.model import Identity, Passkey, PersonId
from askline.people.naming import must_name


@dataclass(frozen=True, slots=True, kw_only=True)
class MadePasskey:
    id: str
    public_key: str
    sign_count: int
    name: str

    def of(self, tenant: str, person: PersonId, at: datetime) -> Passkey:
        return Passkey(
            id=self.id,
            tenant=tenant,
            person=person,
            public_key=self.public_key,
            sign_count=self.sign_count,
            name=must_name("passkey", self.name),
            made_at=at,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Vouched:
    """`verified_mail` is none where the issuer does not say that it is theirs."""

    issuer: str
    subject: str
    verified_mail: str | None = None
    name: str | None = None

    def of(self, tenant: str, person: PersonId, at: datetime) -> Identity:
        return Identity(
            tenant=tenant, issuer=self.issuer, subject=self.subject, person=person, made_at=at
        )

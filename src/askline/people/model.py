"""The people of a hub and what they hold: tenants, teams, memberships, and keys to doors.

Values only. An id names somebody and authorises nothing; what authorises is a secret whose hash is kept
here, and what it opens is decided by `roles` each time it is used. No secret is ever part of a value.
"""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NewType
from uuid import UUID

from askline.core.people import Right

PersonId = NewType("PersonId", UUID)
TokenId = NewType("TokenId", UUID)


class Role(StrEnum):
    ASKER = "asker"
    ANSWERER = "answerer"
    APPROVER = "approver"
    OPERATOR = "operator"
    ADMIN = "admin"


class CredentialKind(StrEnum):
    PASSWORD = "password"  # noqa: S105 - a kind of credential, not one
    PASSKEY = "passkey"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tenant:
    id: str
    name: str
    made_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    id: PersonId
    tenant: str
    login: str
    """What they type to sign in: unique among the tenant's people who are there."""
    name: str
    joined_at: datetime
    left_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    tenant: str
    name: str
    made_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Membership:
    """One role of one person, in a team or, without one, in the whole tenant."""

    tenant: str
    person: PersonId
    role: Role
    team: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """A team to whose inbox the asks of a project go."""

    tenant: str
    project: str
    team: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """The key of a program: an agent or a host application. Never a person's."""

    id: TokenId
    tenant: str
    sha256: str = field(repr=False)
    shown: str
    """The beginning of the secret, by which its owner knows it again."""
    name: str
    principal: str
    """On whose behalf: a person's id, or `service:` and a name."""
    scopes: frozenset[Right]
    made_by: PersonId
    made_at: datetime
    expires_at: datetime
    project: str | None = None
    """The one project it may speak for; none where it is bound to none."""
    used_at: datetime | None = None
    revoked_at: datetime | None = None
    successor: TokenId | None = None
    """What takes its place; until `expires_at` both are good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """A role that an invitation promises."""

    role: Role
    team: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    sha256: str = field(repr=False)
    tenant: str
    login: str
    grants: tuple[Grant, ...]
    made_by: PersonId
    expires_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Credential:
    """How a person proves to be themselves: a password's hash, or a passkey's public key."""

    tenant: str
    person: PersonId
    kind: CredentialKind
    secret: str = field(repr=False)
    made_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Passkey:
    """A key pair of a person's device; here is the public part. A person may have several."""

    id: str
    tenant: str
    person: PersonId
    public_key: str
    sign_count: int
    """How often the device says it was used; one that counts back was copied."""
    name: str
    made_at: datetime
    used_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Who an issuer says a person is."""

    tenant: str
    issuer: str
    subject: str
    person: PersonId
    made_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    sha256: str = field(repr=False)
    tenant: str
    person: PersonId
    made_at: datetime
    expires_at: datetime

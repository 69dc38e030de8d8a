"""People, teams and tokens as JSON says them. No hash and no secret is among it.

Names were cleaned when they came in, see `people/naming`.
"""

from askline.asks.spelling import Json, time_text
from askline.core.people import Actor
from askline.people.administering import Listed
from askline.people.model import Access, Grant, Invitation, Membership, Passkey, Team, Token


def me_shape(actor: Actor) -> Json:
    return {
        "id": actor.id,
        "name": actor.name,
        "tenant": actor.tenant,
        "rights": sorted(actor.rights),
        "addresses": sorted(actor.addresses),
    }


def person_shape(listed: Listed) -> Json:
    person = listed.person
    return {
        "id": str(person.id),
        "login": person.login,
        "name": person.name,
        "joined_at": time_text(person.joined_at),
        "left_at": time_text(person.left_at),
        "roles": [membership_shape(each) for each in listed.held],
    }


def membership_shape(each: Membership) -> Json:
    return {"role": each.role, "team": each.team}


def grant_shape(each: Grant) -> Json:
    return {"role": each.role, "team": each.team}


def team_shape(each: Team) -> Json:
    return {"name": each.name, "made_at": time_text(each.made_at)}


def access_shape(each: Access) -> Json:
    return {"project": each.project, "team": each.team}


def invitation_shape(each: Invitation) -> Json:
    return {
        "login": each.login,
        "grants": [grant_shape(grant) for grant in each.grants],
        "expires_at": time_text(each.expires_at),
    }


def token_shape(each: Token) -> Json:
    return {
        "id": str(each.id),
        "name": each.name,
        "shown": each.shown,
        "principal": each.principal,
        "scopes": sorted(each.scopes),
        "project": each.project,
        "made_at": time_text(each.made_at),
        "expires_at": time_text(each.expires_at),
        "used_at": time_text(each.used_at),
        "revoked_at": time_text(each.revoked_at),
        "successor": None if each.successor is None else str(each.successor),
    }


def passkey_shape(each: Passkey) -> Json:
    return {
        "id": each.id,
        "name": each.name,
        "made_at": time_text(each.made_at),
        "used_at": time_text(each.used_at),
    }

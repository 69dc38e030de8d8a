"""What a change of people means as deeds, for the acts that are kept with it. Pure."""

from collections.abc import Iterator

from askline.people.acts import ActKind, Deed, Doer
from askline.people.model import Grant, Membership, Token
from askline.people.ports import Change


def deeds_of(change: Change, by: Doer) -> tuple[Deed, ...]:
    """One for each thing that somebody would ask about later, in the order in which it is done."""
    return tuple(
        Deed(tenant=change.tenant, kind=kind, by=by, subject=subject, detail=detail)
        for kind, subject, detail in _said(change)
    )


def token_words(token: Token) -> str:
    """What a token is, without anything that opens."""
    scopes = ",".join(sorted(token.scopes))
    return f"{token.name}: {scopes} for {token.principal}, until {token.expires_at.date()}"


def _said(change: Change) -> Iterator[tuple[ActKind, str, str]]:
    if change.joined is not None:
        yield ActKind.JOINED, str(change.joined.id), _in_words(change)
    if change.team is not None:
        yield ActKind.TEAM_MADE, f"team:{change.team.name}", ""
    if change.joined is None:
        for each in change.given:
            yield ActKind.ROLE_GIVEN, str(each.person), _role(each)
    for each in change.taken:
        yield ActKind.ROLE_TAKEN, str(each.person), _role(each)
    if change.left is not None:
        yield ActKind.LEFT, str(change.left[0]), ""
    yield from _routing(change)
    if change.token is not None:
        yield ActKind.TOKEN_MADE, str(change.token.id), token_words(change.token)
    if change.invitation is not None:
        grants = ", ".join(_role(each) for each in change.invitation.grants)
        yield ActKind.INVITED, change.invitation.login, grants


def _routing(change: Change) -> Iterator[tuple[ActKind, str, str]]:
    if (rule := change.routed) is not None:
        of = f"{rule.kind or 'everything'} of {rule.project or 'every project'}"
        detail = f"{of}: {len(rule.steps)} steps, {rule.quorum} must agree"
        yield ActKind.ROUTE_SET, rule.name, detail
    if change.unrouted is not None:
        yield ActKind.ROUTE_REMOVED, change.unrouted, ""


def _in_words(change: Change) -> str:
    login = change.joined.login if change.joined else ""
    ways = {"a password": change.credential, "a passkey": change.passkey}
    having = [way for way, made in ways.items() if made] or ["an issuer's word"]
    roles = ", ".join(_role(each) for each in change.given) or "no role"
    return f"{login}, with {having[0]}: {roles}"


def _role(held: Membership | Grant) -> str:
    return held.role.value if held.team is None else f"{held.role} in {held.team}"

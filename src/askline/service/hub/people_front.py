"""The doors of a hub's people, put together: pages and sign-in for strangers, the rest behind the ways in."""

import logging
from dataclasses import dataclass

import anyio
from starlette.applications import Starlette
from starlette.routing import BaseRoute

from askline.config.hub import HubSettings
from askline.core.clock import Clock
from askline.core.errors import AsklineError
from askline.doors.http.hub_addresses import Addresses, Guesses
from askline.doors.http.hub_auditing import HubAuditing
from askline.doors.http.hub_away import HubAway
from askline.doors.http.hub_describing import describing_route
from askline.doors.http.hub_issuer import Issuer
from askline.doors.http.hub_keys import HubKeys
from askline.doors.http.hub_metadata import metadata_route
from askline.doors.http.hub_oidc import BACK, HubOidc
from askline.doors.http.hub_operating import HubOperating
from askline.doors.http.hub_pages import HubPages
from askline.doors.http.hub_passkeys import OwnPasskeys, StrangersPasskeys
from askline.doors.http.hub_people import HubPeople
from askline.doors.http.hub_routes import HubRoutes
from askline.doors.http.hub_settings import hub_settings_route
from askline.doors.http.hub_signing import Beginning, HubLeaving, HubRenewing, HubSigning
from askline.doors.http.hub_ways import HubCookie, IssuedTokens, TakesTokens
from askline.doors.http.hub_webauthn import Webauthn
from askline.doors.mcp.seal import Seal
from askline.people.addressing import ToPeople
from askline.people.administering import Administering
from askline.people.being_away import BeingAway
from askline.people.directing import Directing
from askline.people.entering import Entering
from askline.people.joining import Joining
from askline.people.passkeys import Passkeys
from askline.people.patience import Patience
from askline.people.ports import Register
from askline.people.renewing import Renewing
from askline.people.tokens import Tokens
from askline.people.vouching import Vouching
from askline.service.fronts import MCP
from askline.service.hub.operating import Operating

log = logging.getLogger(__name__)

FORGET_EACH_S = 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class UseCases:
    """What the people of a hub can do, and who they are at its doors."""

    register: Register
    entering: Entering
    renewing: Renewing
    joining: Joining
    administering: Administering
    tokens: Tokens
    addressing: ToPeople
    cookie: HubCookie
    operating: Operating


class PeopleFront:
    def __init__(self, settings: HubSettings, uses: UseCases, *, clock: Clock, seal: Seal) -> None:
        self._settings = settings
        self._uses = uses
        self._clock = clock
        self._seal = seal
        self._issuer, self._vouching = self._issuing()
        self._passkeys = Passkeys(uses.register, clock, seal)
        self._webauthn = Webauthn(settings.url)
        self._beginning = Beginning(uses.entering, uses.cookie)
        self._guesses = Guesses(Patience(clock), Addresses(settings.proxies))
        self._pages = HubPages(uses.cookie, issuer=self._issuer.name if self._issuer else "")

    @property
    def tokens(self) -> TakesTokens:
        """Whose tokens are taken at the tools: the hub's own, and those of its issuer."""
        if self._issuer is None or self._vouching is None:
            return self._uses.entering
        resource = f"{self._settings.url}{MCP}"
        return IssuedTokens(self._uses.entering, self._issuer, self._vouching, audience=resource)

    def routes(self) -> list[BaseRoute]:
        """For who is nobody yet; each decides itself what it shows."""
        settings, uses = self._settings, self._uses
        begun = uses.joining, self._beginning, self._guesses
        signing = HubSigning(uses.entering, *begun)
        passkeys = StrangersPasskeys(self._passkeys, self._webauthn, *begun)
        issuers = [settings.oidc.issuer] if settings.oidc else []
        return [
            *self._pages.routes(),
            *signing.routes(),
            *passkeys.routes(),
            *self._oidc(),
            metadata_route(settings.url, MCP, issuers),
        ]

    def own(self, api: Starlette) -> list[BaseRoute]:
        """For whom a way knows, beside the API."""
        url, uses = self._settings.url, self._uses
        people, routes = uses.register.people, uses.register.routes
        being_away = BeingAway(people, routes, uses.addressing, uses.operating.acts, self._clock)
        return [
            *HubLeaving(uses.entering, uses.cookie).routes(),
            HubRenewing(uses.renewing, self._beginning, self._guesses).route(),
            hub_settings_route(url),
            *HubKeys(uses.tokens).routes(),
            *OwnPasskeys(self._passkeys, self._webauthn).routes(),
            *HubRoutes(Directing(people, routes, self._clock), uses.addressing).routes(),
            *HubAway(being_away).routes(),
            *HubPeople(uses.administering, uses.joining, url=url).routes(),
            *HubOperating(uses.operating.limiting, uses.operating.usage).routes(),
            *HubAuditing(uses.operating.acts, uses.operating.reviewing).routes(),
            describing_route(api),
        ]

    async def run(self) -> None:
        """Let go of sessions, invitations, challenges and absences that are over; forever."""
        register = self._uses.register
        while True:
            now = self._clock.now()
            try:
                await register.keys.forget(now)
                await register.proofs.forget(now)
                await register.routes.forget(now)
            except AsklineError:
                log.warning("what is over could not be forgotten; it does nothing meanwhile")
            await anyio.sleep(FORGET_EACH_S)

    def _issuing(self) -> tuple[Issuer, Vouching] | tuple[None, None]:
        said, uses = self._settings.oidc, self._uses
        if said is None:
            return None, None
        register, back = uses.register, f"{self._settings.url}{BACK}"
        return (
            Issuer(said.issuer, said.client_id, said.secret, back=back, clock=self._clock),
            Vouching(
                register.people, register.proofs, uses.joining, uses.entering, tenant=said.tenant
            ),
        )

    def _oidc(self) -> list[BaseRoute]:
        if self._issuer is None or self._vouching is None:
            return []
        door = HubOidc(
            self._issuer,
            self._vouching,
            self._beginning,
            self._pages,
            seal=self._seal,
            clock=self._clock,
            secure=self._settings.secure,
        )
        return [*door.routes()]

"""An issuer of OpenID Connect: where it is, what it signs with, and what it says of somebody.

Only what its published keys have signed is believed, by an algorithm with a public key, for the audience
that was asked for, and within its time. Whom it vouches for is somebody here only if `people` says so.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, cast
from urllib.parse import urlsplit

import httpx2
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.httpx_client import (
    AsyncOAuth2Client,
)
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet
from joserfc.jws import JWSRegistry

from askline.core.clock import Clock
from askline.core.errors import ServiceUnreachable
from askline.people.proofs import Vouched
from askline.people.secret import refused

WELL_KNOWN = "/.well-known/openid-configuration"
SCOPE = "openid email profile"
PATIENCE_S = 10.0
KEPT = timedelta(hours=1)
RENEWED = timedelta(minutes=1)
"""Keys are looked up anew for an unknown one, but not more often: anybody can name one."""
LEEWAY_S = 60
SIGNED: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "Ed25519")
"""With a public key to check by; a shared secret proves nothing about who signed."""

Claims = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """What a sign-in needs again when it comes back."""

    state: str
    nonce: str = field(repr=False)
    verifier: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Known:
    metadata: Claims
    keys: KeySet
    at: datetime


class Issuer:
    def __init__(
        self, issuer: str, client_id: str, secret: str, *, back: str, clock: Clock
    ) -> None:
        """`back` is our address to which it sends people back."""
        self._issuer = issuer
        self._client_id = client_id
        self._secret = secret
        self._back = back
        self._clock = clock
        self._known: Known | None = None

    @property
    def name(self) -> str:
        return urlsplit(self._issuer).netloc

    async def where(self, begun: Begun) -> str:
        """The address at which somebody signs in there. Raises: ServiceUnreachable."""
        known = await self._learn()
        async with self._client() as client:
            url, _ = client.create_authorization_url(
                known.metadata["authorization_endpoint"],
                state=begun.state,
                nonce=begun.nonce,
                code_verifier=begun.verifier,
            )
        return url

    async def vouch(self, begun: Begun, code: str) -> Vouched:
        """Whom a code stands for. Raises: NotAllowed, ServiceUnreachable."""
        known = await self._learn()
        try:
            async with self._client() as client:
                token: Claims = await client.fetch_token(
                    known.metadata["token_endpoint"],
                    grant_type="authorization_code",
                    code=code,
                    code_verifier=begun.verifier,
                )
        except AuthlibBaseError:
            raise refused() from None
        except (httpx2.HTTPError, ValueError) as error:
            raise self._away() from error
        return await self._checked(token.get("id_token"), lambda told: self._id(told, begun, token))

    async def access(self, said: str, audience: str) -> Vouched:
        """Whom an access token stands for, if it was made for this audience.

        Raises: NotAllowed, ServiceUnreachable.
        """
        needed = jwt.JWTClaimsRegistry(
            now=self._now,
            leeway=LEEWAY_S,
            iss={"essential": True, "value": self._issuer},
            aud={"essential": True, "value": audience},
            sub={"essential": True},
            exp={"essential": True},
        )
        return await self._checked(said, lambda told: needed.validate(told.claims))

    def _id(self, told: jwt.Token, begun: Begun, token: Claims) -> None:
        options = {
            "iss": {"essential": True, "value": self._issuer},
            "aud": {"essential": True, "value": self._client_id},
        }
        params = {
            "nonce": begun.nonce,
            "client_id": self._client_id,
            "access_token": token.get("access_token"),
        }
        claims: Any = CodeIDToken(told.claims, told.header, options, params)
        claims.validate(now=self._now(), leeway=LEEWAY_S)

    async def _checked(self, said: object, check: Callable[[jwt.Token], None]) -> Vouched:
        try:
            told = await self._opened(str(said))
            check(told)
        except (JoseError, ValueError, TypeError):
            raise refused() from None
        return _vouched(self._issuer, told.claims)

    async def _opened(self, said: str) -> jwt.Token:
        known = await self._learn()
        try:
            return self._decoded(said, known)
        except InvalidKeyIdError:
            # It may have changed its keys since.
            return self._decoded(said, await self._learn(RENEWED))

    def _decoded(self, said: str, known: Known) -> jwt.Token:
        registry = JWSRegistry(algorithms=[*SIGNED], strict_check_header=False)
        return jwt.decode(said, known.keys, registry=registry)

    async def _learn(self, kept: timedelta = KEPT) -> Known:
        now = self._clock.now()
        if self._known is None or not timedelta(0) <= now - self._known.at < kept:
            try:
                self._known = await self._read(now)
            except (httpx2.HTTPError, JoseError, ValueError, KeyError, TypeError) as error:
                raise self._away() from error
        return self._known

    async def _read(self, now: datetime) -> Known:
        async with httpx2.AsyncClient(timeout=PATIENCE_S) as client:
            metadata = await _json(client, self._issuer.rstrip("/") + WELL_KNOWN)
            if metadata["issuer"] != self._issuer:
                raise ValueError("another issuer")
            keys = await _json(client, metadata["jwks_uri"])
        return Known(metadata, KeySet.import_key_set(cast("Any", keys)), now)

    def _client(self) -> Any:
        return AsyncOAuth2Client(
            self._client_id,
            self._secret,
            scope=SCOPE,
            redirect_uri=self._back,
            code_challenge_method="S256",
            timeout=PATIENCE_S,
        )

    def _now(self) -> int:
        return int(self._clock.now().timestamp())

    def _away(self) -> ServiceUnreachable:
        return ServiceUnreachable(
            f"{self.name}, which knows the people here, cannot be understood now.",
            hint="Try again in a minute, or sign in another way.",
        )


async def _json(client: httpx2.AsyncClient, url: str) -> Claims:
    reply = await client.get(url)
    reply.raise_for_status()
    return reply.json()


def _vouched(issuer: str, claims: Claims) -> Vouched:
    mail, name = claims.get("email"), claims.get("name")
    verified = claims.get("email_verified") is True and isinstance(mail, str)
    return Vouched(
        issuer=issuer,
        subject=str(claims["sub"]),
        verified_mail=mail if verified else None,
        name=name if isinstance(name, str) and name.strip() else None,
    )

"""What a browser and a device say to each other about passkeys, made and checked (WebAuthn).

A device must have verified its person: a passkey stands for what one has and what one is or knows. Which
device it is, nobody asks.
"""

import json
from collections.abc import Sequence
from urllib.parse import urlsplit

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from askline.asks.spelling import Json
from askline.people.model import Passkey
from askline.people.proofs import MadePasskey
from askline.people.secret import refused

VERIFIED = UserVerificationRequirement.REQUIRED
UNREADABLE = (
    WebAuthnException,
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    RecursionError,
)
"""What strangers' bytes lead to, in the libraries that read them."""


class Webauthn:
    def __init__(self, url: str) -> None:
        """`url` is the hub's own: a passkey made for it works at no other host."""
        self._origin = url
        self._host = urlsplit(url).hostname or ""

    def to_make(self, challenge: bytes, login: str, having: Sequence[Passkey]) -> Json:
        """What a browser needs to make one; not on a device that has one already."""
        options = generate_registration_options(
            rp_id=self._host,
            rp_name="Askline",
            user_name=login,
            challenge=challenge,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=VERIFIED
            ),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.id)) for each in having
            ],
        )
        return json.loads(options_to_json(options))

    def to_use(self, challenge: bytes) -> Json:
        """What a browser needs to use one; the device knows which it has for us."""
        options = generate_authentication_options(
            rp_id=self._host, challenge=challenge, user_verification=VERIFIED
        )
        return json.loads(options_to_json(options))

    def made(self, said: Json, challenge: bytes, name: str) -> MadePasskey:
        """Raises: NotAllowed."""
        try:
            checked = verify_registration_response(
                credential=said,
                expected_challenge=challenge,
                expected_rp_id=self._host,
                expected_origin=self._origin,
                require_user_verification=True,
            )
        except UNREADABLE:
            raise refused() from None
        return MadePasskey(
            id=bytes_to_base64url(checked.credential_id),
            public_key=bytes_to_base64url(checked.credential_public_key),
            sign_count=checked.sign_count,
            name=name,
        )

    def used(self, said: Json, challenge: bytes, passkey: Passkey) -> int:
        """How often the device says it was used. Raises: NotAllowed."""
        try:
            checked = verify_authentication_response(
                credential=said,
                expected_challenge=challenge,
                expected_rp_id=self._host,
                expected_origin=self._origin,
                credential_public_key=base64url_to_bytes(passkey.public_key),
                credential_current_sign_count=passkey.sign_count,
                require_user_verification=True,
            )
        except UNREADABLE:
            raise refused() from None
        return checked.new_sign_count


def challenge_in(said: Json) -> bytes:
    """The challenge that a device says it answers: looked for, before anything is believed.

    Raises: NotAllowed.
    """
    try:
        told = json.loads(base64url_to_bytes(said["response"]["clientDataJSON"]))
        return base64url_to_bytes(told["challenge"])
    except UNREADABLE:
        raise refused() from None

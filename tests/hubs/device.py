"""A person's device with a passkey, in software: it makes a key pair and signs, rightly or as it is told."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from tests.replicas import Json

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


def text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


@dataclass
class Device:
    origin: str
    host: str = "localhost"
    flags: int = PRESENT | VERIFIED
    count: int = 0
    """How often it was used; some devices do not count."""
    counts: bool = True
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    def make(self, options: Json) -> Json:
        """The credential that answers these options."""
        point = self.key.public_key().public_numbers()
        x, y = point.x.to_bytes(32, "big"), point.y.to_bytes(32, "big")
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        made = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(WITH_KEY) + made
        told = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options)
        return self._said({"clientDataJSON": text(client), "attestationObject": text(told)})

    def use(self, options: Json) -> Json:
        self.count += self.counts
        data, client = self._data(0), self._client("webauthn.get", options)
        signed = data + hashlib.sha256(client).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._said(
            {
                "clientDataJSON": text(client),
                "authenticatorData": text(data),
                "signature": text(signature),
            }
        )

    def _data(self, more: int) -> bytes:
        host = hashlib.sha256(self.host.encode()).digest()
        return host + bytes([self.flags | more]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, options: Json) -> bytes:
        told = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(told).encode()

    def _said(self, response: Json) -> Json:
        name = text(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response}

"""Both clients over TLS: a certificate that is known is spoken to, any other is not."""

import ssl
from collections.abc import Generator
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
import uvicorn
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from askline import AsyncClient, Client
from askline.client.places import headers_of, hub_address, place_of
from askline.core.clock import SystemClock
from askline.core.errors import InvalidArguments, ServiceUnreachable
from tests.doors.http_house import FACTS, House
from tests.doors.served import Served, Server


def a_certificate(directory: Path) -> Path:
    """For loopback, signed by itself; with its key in one file."""
    key, now = ec.generate_private_key(ec.SECP256R1()), SystemClock().now()
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "askline test")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    file = directory / "hub.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return file


@dataclass
class Secure:
    address: str
    certificate: Path


class OverTls(Served):
    def __init__(self, house: House, certificate: Path) -> None:
        super().__init__(house)
        config = uvicorn.Config(house.app, ssl_certfile=certificate, log_config=None)
        self._server = Server(house)
        self._server.config = config
        self.address = self.address.replace("http://", "https://")


@pytest.fixture
def secure(tmp_path: Path) -> Generator[Secure]:
    certificate = a_certificate(tmp_path)
    with OverTls(House(), certificate) as served:
        yield Secure(served.address, certificate)


async def test_a_known_certificate_is_spoken_to(
    secure: Secure, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(secure.certificate))

    assert Client(secure.address).version() == FACTS["version"]
    assert await AsyncClient(secure.address).version() == FACTS["version"]


async def test_an_unknown_certificate_is_not_spoken_to(secure: Secure) -> None:
    with pytest.raises(ServiceUnreachable, match=ssl.SSLCertVerificationError.__name__):
        Client(secure.address).version()
    with pytest.raises(ServiceUnreachable, match=ssl.SSLCertVerificationError.__name__):
        await AsyncClient(secure.address).version()


@pytest.mark.parametrize(
    ("address", "host", "origin"),
    [
        ("https://ask.example", "ask.example", "https://ask.example"),
        ("https://ask.example:8443", "ask.example:8443", "https://ask.example:8443"),
        ("http://[::1]:80", "[::1]:80", "http://[::1]:80"),
    ],
)
def test_a_call_names_where_it_goes(address: str, host: str, origin: str) -> None:
    headers = headers_of(place_of(address), "api", None, "c=1")

    assert (headers["Host"], headers["Origin"]) == (host, origin)


@pytest.mark.parametrize(
    ("said", "address"),
    [
        (" https://Ask.example/ ", "https://ask.example"),
        ("https://ask.example:8443", "https://ask.example:8443"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://localhost", "http://localhost"),
    ],
)
def test_a_hub_is_named_by_its_origin(said: str, address: str) -> None:
    assert hub_address(said) == address


@pytest.mark.parametrize(
    "said",
    [
        *("http://ask.example", "ask.example", "ftp://ask.example", "https://", ""),
        *("https://ask.example/inbox", "https://me:pw@ask.example", "https://ask.example?x=1"),
        *("https://ask.example:99999", "http://127.0.0.1.example"),
    ],
)
def test_a_token_goes_nowhere_else(said: str) -> None:
    with pytest.raises(InvalidArguments):
        hub_address(said)

"""The routes of passkeys: sign in with one, join with one, and keep several of one's own.

Each begins with a challenge for exactly this purpose, which is answered once.
"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from askline.asks.fields import Fields, stop_at
from askline.asks.spelling import Json
from askline.core.errors import FieldProblem
from askline.core.people import Actor
from askline.doors.http.entering import who_came_in
from askline.doors.http.hub_addresses import Guesses
from askline.doors.http.hub_pages import JOIN
from askline.doors.http.hub_people import MADE, PEOPLE
from askline.doors.http.hub_shapes import passkey_shape
from askline.doors.http.hub_signing import Beginning
from askline.doors.http.hub_webauthn import Webauthn, challenge_in
from askline.doors.http.reading import Query, Reply, body_of
from askline.doors.http.routing import only
from askline.doors.http.signing import DONE
from askline.people.joining import Joining
from askline.people.model import Invitation
from askline.people.passkeys import Passkeys

SIGN_IN = "/sign-in/passkey"
MINE = f"{PEOPLE}/passkeys"
NAME = "Passkey"


class StrangersPasskeys:
    """For who is nobody yet."""

    def __init__(
        self,
        passkeys: Passkeys,
        webauthn: Webauthn,
        joining: Joining,
        beginning: Beginning,
        guesses: Guesses,
    ) -> None:
        self._passkeys = passkeys
        self._webauthn = webauthn
        self._joining = joining
        self._beginning = beginning
        self._guesses = guesses

    def routes(self) -> list[Route]:
        return [
            only(["POST"], f"{SIGN_IN}/options", self.to_use),
            only(["POST"], SIGN_IN, self.sign_in),
            only(["POST"], f"{JOIN}/passkey/options", self.to_join),
            only(["POST"], f"{JOIN}/passkey", self.join),
        ]

    async def to_use(self, request: Request) -> Response:
        await body_of(request)
        return Reply(self._webauthn.to_use(self._passkeys.challenges.make(SIGN_IN)))

    async def sign_in(self, request: Request) -> Response:
        problems: list[FieldProblem] = []
        fields = Fields(await body_of(request), problems, known="credential place")
        said, place = fields.entries("credential"), fields.text("place")
        stop_at(problems)
        with self._guesses.counted(request):
            challenge = self._passkeys.challenges.read(SIGN_IN, challenge_in(said))
            passkey = await self._passkeys.find(str(said.get("id")))
            count = self._webauthn.used(said, challenge.raw, passkey)
            await self._passkeys.challenges.take(challenge)
            person = await self._passkeys.used(passkey, count)
        return await self._beginning.as_person(request, person, place)

    async def to_join(self, request: Request) -> Response:
        problems: list[FieldProblem] = []
        said = Fields(await body_of(request), problems, known="invitation").text("invitation")
        stop_at(problems)
        with self._guesses.counted(request):
            invitation = await self._joining.look(said or "")
        challenge = self._passkeys.challenges.make(_joining(invitation))
        return Reply(self._webauthn.to_make(challenge, invitation.login, ()))

    async def join(self, request: Request) -> Response:
        problems: list[FieldProblem] = []
        fields = Fields(await body_of(request), problems, known="invitation name credential")
        secret, said = fields.text("invitation") or "", fields.entries("credential")
        name = fields.text("name", needed="what others call you") or ""
        stop_at(problems)
        with self._guesses.counted(request):
            purpose = _joining(await self._joining.look(secret))
            challenge = self._passkeys.challenges.read(purpose, challenge_in(said))
            made = self._webauthn.made(said, challenge.raw, NAME)
            await self._passkeys.challenges.take(challenge)
            person = await self._joining.accept_with_passkey(secret, name, made)
        return await self._beginning.as_person(request, person, None)


class OwnPasskeys:
    """For who is signed in."""

    def __init__(self, passkeys: Passkeys, webauthn: Webauthn) -> None:
        self._passkeys = passkeys
        self._webauthn = webauthn

    def routes(self) -> list[Route]:
        return [
            only(["GET"], MINE, self.mine),
            only(["POST"], f"{MINE}/options", self.to_add),
            only(["POST"], MINE, self.add),
            only(["POST"], f"{MINE}/{{id}}/remove", self.remove),
        ]

    async def mine(self, request: Request) -> Response:
        Query(request, "")
        found = await self._passkeys.list(who_came_in(request))
        return Reply([passkey_shape(each) for each in found])

    async def to_add(self, request: Request) -> Response:
        await body_of(request)
        actor = who_came_in(request)
        having = await self._passkeys.list(actor)
        challenge = self._passkeys.challenges.make(_adding(actor))
        return Reply(self._webauthn.to_make(challenge, actor.name, having))

    async def add(self, request: Request) -> Response:
        actor = who_came_in(request)
        problems: list[FieldProblem] = []
        fields = Fields(await body_of(request), problems, known="credential name")
        said: Json = fields.entries("credential")
        name = fields.text("name") or NAME
        stop_at(problems)
        challenge = self._passkeys.challenges.read(_adding(actor), challenge_in(said))
        made = self._webauthn.made(said, challenge.raw, name)
        await self._passkeys.challenges.take(challenge)
        return Reply(passkey_shape(await self._passkeys.add(actor, made)), MADE)

    async def remove(self, request: Request) -> Response:
        await body_of(request)
        await self._passkeys.remove(who_came_in(request), request.path_params["id"])
        return Response(status_code=DONE)


def _joining(invitation: Invitation) -> str:
    return f"join {invitation.sha256}"


def _adding(actor: Actor) -> str:
    return f"add {actor.tenant} {actor.id}"

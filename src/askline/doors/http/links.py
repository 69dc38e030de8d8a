"""The page behind a link that decides: opening it shows what it would decide, its button decides.

The word in the address is the whole authority, and it is for one answer to one ask. Whoever opens
addresses by themselves, as scanners of mail and chat do, changes nothing, not even that the ask was
seen; and whoever posts to them without having read the page, or from no page at all, decides nothing. No script, no cookie, no sign-in: the page works on a phone that knows nothing else of us. Who
presses is the person whom the notice was sent to, by a key and not present: what needs a person at a
door is never decided here. What they may do is asked anew each time. The words are in the language that
the browser asks for; what was asked and offered stays as the agent wrote it.
"""

from collections.abc import Awaitable, Callable
from html import escape
from string import Template
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from askline.alerts.links import NO, YES, Link, hash_of, press, pressed
from askline.alerts.ports import LinkBook
from askline.asks import rights
from askline.asks.desk import Desk
from askline.asks.model import Ask, QuestionKind
from askline.core.clock import Clock
from askline.core.errors import AlreadySettled, NotFound, Refused, TooLarge
from askline.core.people import Actor, Door, local_person
from askline.core.speaking import mark, t
from askline.doors.http import static_files
from askline.doors.http.pages import only_get
from askline.doors.http.reading import bytes_of
from askline.doors.http.shells import drawn, understood

PREFIX = "/l/"
NOT_FOUND, GONE, CONFLICT, FORBIDDEN = 404, 410, 409, 403
LARGEST_FORM = 1_024
FIELD = "press"

Whose = Callable[[Link], Awaitable[Actor | None]]
"""Who presses, with what they may do now; nobody, where the link has ended with them."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none';"
        " frame-ancestors 'none'"
    ),
    # Without a referrer a browser says that its form comes from nowhere, and is refused.
    "Referrer-Policy": "same-origin",
}

FORM = """<p>$who</p>
<p class="words">$question</p>
<form method="post"><input type="hidden" name="press" value="$press"><button>$answer</button></form>
<p>$until</p>"""

UNTIL = mark("Nothing is decided until you press. To say something else, open your inbox.")
SPOKEN = {YES: mark("yes"), NO: mark("no")}
"""What a confirmation is kept as, in words."""


class Links:
    def __init__(
        self, desk: Desk, links: LinkBook, clock: Clock, whose: Whose | None = None
    ) -> None:
        """Without `whose` all links are the one person's."""
        self._desk = desk
        self._links = links
        self._clock = clock
        self._whose = whose or _the_one_person

    def routes(self) -> list[Route]:
        return [
            only_get(f"{PREFIX}page.css", static_files.own),
            Route(f"{PREFIX}{{word}}", self.page, methods=["GET", "POST"]),
        ]

    async def page(self, request: Request) -> Response:
        with understood(request):
            return await self._page(request)

    async def _page(self, request: Request) -> Response:
        word = request.path_params["word"]
        link = await self._links.look(hash_of(word))
        by = link and await self._whose(link)
        ask = link and by and await self._ask(link, by)
        if link is None or by is None or ask is None:
            return _none()
        if link.expires_at <= self._clock.now():
            words = t("If the ask still waits, you find it in your inbox.")
            return _sentence(t("This link is too old"), words, GONE)
        if request.method == "POST":
            if not await _is_pressed(request, word):
                words = t("Open the link, and press its button there.")
                return _sentence(t("Nothing was pressed"), words, FORBIDDEN)
            return await self._decided(link, by, ask)
        return self._shown(link, by, ask, word)

    def _shown(self, link: Link, by: Actor, ask: Ask, word: str) -> Response:
        if ask.state.settled:
            return _settled()
        try:
            rights.must_settle(by, ask)
        except Refused:
            return _not_theirs()
        return _form(link, ask, by, word)

    async def _ask(self, link: Link, by: Actor) -> Ask | None:
        try:
            return await self._desk.reading.read(by, link.ask_id)
        except NotFound:
            return None

    async def _decided(self, link: Link, by: Actor, ask: Ask) -> Response:
        """Settled first and used up then: if we die in between, pressing again leads to the same."""
        try:
            await self._desk.answering.answer(by, ask.id, link.answers, receipt=link.sha256)
        except AlreadySettled:
            return _settled()
        except Refused:
            return _not_theirs()
        await self._links.use(link.sha256)
        return _sentence(t("Answered"), t("{0} is told: {1}.", _who(ask), _answer(link, ask)))


async def _the_one_person(link: Link) -> Actor | None:
    """A link that is somebody's by name is not from here."""
    return None if link.by else local_person(Door.LINK, present=False)


async def _is_pressed(request: Request, word: str) -> bool:
    """By the button of the page: its form brings back what stood there, and says that it is ours."""
    too_large = TooLarge("That is no form of ours.", hint="Press the button of the page.")
    said = await bytes_of(request, LARGEST_FORM, too_large)
    field = parse_qs(said.decode("latin-1")).get(FIELD, [""])[0]
    # Whose origin it is was asked at the guard; a browser always says one with a form.
    return "origin" in request.headers and pressed(word, field)


def _form(link: Link, ask: Ask, by: Actor, word: str) -> Response:
    whose = [t("You answer as {0}.", by.name)] if link.by else []
    said = {
        "who": t("{0} asks:", _who(ask)),
        "question": ask.questions[0].text,
        "answer": t("Answer: {0}", _answer(link, ask)),
        "press": press(word),
        "until": " ".join([*whose, t(UNTIL)]),
    }
    content = Template(FORM).substitute({name: escape(text) for name, text in said.items()})
    return _page(ask.matter.title or t("A question for you"), content)


def _none() -> Response:
    return _sentence(t("No such link"), t("It was used before, or never made here."), NOT_FOUND)


def _not_theirs() -> Response:
    words = t("It was passed on, or you may not answer it any more; nothing was changed.")
    return _sentence(t("Not yours to answer"), words, FORBIDDEN)


def _settled() -> Response:
    words = t("Somebody was faster; nothing was changed.")
    return _sentence(t("Settled already"), words, CONFLICT)


def _sentence(heading: str, sentence: str, status: int = 200) -> Response:
    return _page(heading, f'<p class="words">{escape(sentence)}</p>', status)


def _page(heading: str, content: str, status: int = 200) -> Response:
    return drawn("link.html", status, HEADERS, heading=escape(heading), content=content)


def _who(ask: Ask) -> str:
    return t("{0} in {1}", ask.agent.label or ask.agent.name, ask.project.name)


def _answer(link: Link, ask: Ask) -> str:
    values = [value for given in link.answers.values() for value in given.values]
    confirmed = ask.questions[0].kind is QuestionKind.CONFIRM
    return ", ".join(t(SPOKEN[value]) if confirmed else value for value in values)

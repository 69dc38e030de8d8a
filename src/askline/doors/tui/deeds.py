"""What a person does to asks from an open terminal: send, reject, ask back, draft, look further.

Translates to calls of the client and takes what comes back into the session. Each decision gets its
receipt here, once: however often the call is repeated underneath, it counts once. Knows no screen;
`changed` tells whoever paints that there is something new, with a word for the person.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

from askline.client.local import Client
from askline.core.clock import Clock
from askline.core.errors import AlreadySettled, AsklineError, NotFound, ServiceUnreachable
from askline.core.speaking import known, t
from askline.core.text import clean
from askline.doors.tui.drafting import Draft, answers, kept, read_kept
from askline.doors.tui.hand import Hand
from askline.doors.tui.model import Ask, Recalled, read_ask
from askline.doors.tui.routed import Me
from askline.doors.tui.session import Session
from askline.doors.tui.views.routed import agreed
from askline.doors.tui.views.wording import sent

Shape = dict[str, Any]
Changed = Callable[[str], None]

MORE = timedelta(minutes=5)
OVER = "answered,rejected,asked_back,cancelled,timed_out,superseded"


class Deeds:
    def __init__(self, session: Session, hand: Hand, clock: Clock, changed: Changed) -> None:
        self._session = session
        self.hand = hand
        self._clock = clock
        self._changed = changed
        self._unsaved: set[str] = set()
        self._looked: set[str] = set()

    def send(self, ask: Ask) -> None:
        """Answer, answer late or correct it with its draft."""
        given = answers(ask, self._session.draft)
        verb = "correct" if ask.state == "answered" else "answer"
        self._settle(
            ask, verb, lambda client, receipt: getattr(client, verb)(ask.id, given, receipt=receipt)
        )

    def approve(self, ask: Ask, standing: Shape | None) -> None:
        """The plain yes; with `standing` also to what is like it."""
        yes = {question.id: {"values": ["yes"]} for question in ask.questions}
        self._settle(
            ask,
            "stand" if standing else "answer",
            lambda client, receipt: client.answer(ask.id, yes, standing=standing, receipt=receipt),
        )

    def again(self, ask: Ask, recalled: Recalled) -> None:
        """Answer with what was answered before, exactly as it was shown."""
        given = recalled.answers
        self._settle(
            ask,
            "answer",
            lambda client, receipt: client.answer(ask.id, given, again=True, receipt=receipt),
        )

    def reject(self, ask: Ask, reason: str) -> None:
        said = reason.strip() or None
        self._settle(
            ask,
            "reject",
            lambda client, receipt: client.reject(ask.id, reason=said, receipt=receipt),
        )

    def ask_back(self, ask: Ask, words: str) -> None:
        self._settle(
            ask, "ask_back", lambda client, receipt: client.ask_back(ask.id, words, receipt=receipt)
        )

    def more_time(self, ask: Ask) -> None:
        deadline = ((ask.deadline or self._clock.now()) + MORE).isoformat()
        self.hand.do(
            lambda client: client.extend(ask.id, deadline),
            lambda shape: self._took(shape, t("Five minutes more.")),
            self._failed,
        )

    def seen(self, ask: Ask) -> None:
        self.hand.do(
            lambda client: client.seen(ask.id), lambda shape: self._took(shape, ""), _ignored
        )

    def draft(self, draft: Draft, ask_id: str | None = None) -> None:
        """Keep it here at once and with the service soon; of the current ask, unless it is said of which."""
        session = self._session
        about = ask_id or session.current_id or ""
        session.drafts[about] = draft
        if session.amending != about:
            self._unsaved.add(about)

    @property
    def unsaved(self) -> bool:
        """Whether there is a draft that the service does not have."""
        return bool(self._unsaved)

    def save(self) -> None:
        """Every draft that changed, to the service; every door finds it there."""
        for ask_id in sorted(self._unsaved):
            ask, draft = self._session.ask(ask_id), self._session.drafts.get(ask_id)
            if ask is not None and ask.pending and draft is not None:
                self._put(ask_id, kept(ask, draft))
        self._unsaved.clear()

    def leave(self, then: Callable[[], None]) -> None:
        """Save what is unsaved; `then` follows in any case."""
        self.save()
        self.hand.do(lambda client: client.version(), lambda _: then(), lambda _: then())

    def look(self, ask: Ask) -> None:
        """Fetch what this person drafted elsewhere, unless something was begun here."""
        if ask.id in self._looked or ask.id in self._session.drafts or not ask.pending:
            return
        if ask.routing is not None and self._session.me == Me():
            return  # until it is known who sits here, nobody's draft is theirs
        self._looked.add(ask.id)
        self.hand.do(
            lambda client: client.drafts(ask.id), lambda drafts: self._found(ask, drafts), _ignored
        )

    def drafted(self, ask: Ask) -> None:
        """Somebody drafted; look again where this terminal has nothing of its own."""
        if ask.id not in self._session.drafts:
            self._looked.discard(ask.id)
            self.look(ask)

    def history(self, words: str, *, more: bool = False) -> None:
        """The first page for these words, or the next one."""
        past = self._session.past
        past.wanted = words
        if past.loading or (more and past.next is None):
            return
        past.loading = True
        before = past.next if more else None
        self.hand.do(
            lambda client: client.history(
                search=words or None, states=OVER, before=before, limit=50
            ),
            lambda page: self._read(page, words, more=more),
            lambda error: self._unread(error, words),
        )

    def trail(self, ask: Ask, then: Callable[[Shape], None]) -> None:
        self.hand.do(lambda client: client.trail(ask.id), then, self._failed)

    def _settle(self, ask: Ask, verb: str, call: Callable[[Client, str], Shape]) -> None:
        """Once, however often it is said."""
        if ask.id in self._session.sending:
            return
        receipt = uuid4().hex
        self._session.sending.add(ask.id)
        self._unsaved.discard(ask.id)

        def settled(client: Client) -> Shape:
            call(client, receipt)
            return client.read(ask.id)

        def done(shape: Shape) -> None:
            after = read_ask(shape)
            if after.pending:  # one of several who must agree
                self._session.agreed(after, self._clock.now())
                self._changed(agreed(after))
                return
            self._session.settled(after, self._clock.now())
            self._session.last_answered = after if verb in ("answer", "correct") else None
            self._changed(sent(ask, verb))

        def failed(error: AsklineError) -> None:
            self._session.sending.discard(ask.id)
            self._failed(error)
            if isinstance(error, AlreadySettled):
                self.refetch(ask)

        self.hand.do(settled, done, failed)

    def refetch(self, ask: Ask) -> None:
        """How it stands now; what waits in another's inbox, or cannot be read any more, is gone."""

        def gone() -> None:
            self._session.gone(ask, self._clock.now())
            self._changed("")

        def read(shape: Shape) -> None:
            if shape["state"] == "pending" and ask.id not in self._session.board.asks:
                gone()
            else:
                self._took(shape, "")

        def failed(error: AsklineError) -> None:
            if isinstance(error, NotFound):
                gone()

        self.hand.do(lambda client: client.read(ask.id), read, failed)

    def _put(self, ask_id: str, given: Shape) -> None:
        def failed(error: AsklineError) -> None:
            # What is refused is over or too long, and a repeat would be refused too.
            if isinstance(error, ServiceUnreachable):
                self._unsaved.add(ask_id)

        self.hand.do(lambda client: client.draft(ask_id, given), lambda _: None, failed)

    def _took(self, shape: Shape, word: str) -> None:
        self._session.told(read_ask(shape), self._clock.now())
        self._changed(word)

    def _found(self, ask: Ask, drafts: list[Shape]) -> None:
        own = [draft for draft in drafts if draft["person"] == self._session.me.id]
        if own and ask.id not in self._session.drafts:
            newest = max(own, key=lambda draft: draft["at"])
            self._session.drafts[ask.id] = read_kept(ask, newest["answers"])
            if ask.id == self._session.current_id:
                self._session.settle_cursor()
            self._changed("")

    def _read(self, page: Shape, words: str, *, more: bool) -> None:
        past = self._session.past
        asks = {ask.id: ask for ask in map(read_ask, page["asks"])}
        past.asks = {**(past.asks if more else {}), **asks}
        past.next, past.words, past.loading = page["next"], words, False
        self._session.look_back()
        self._changed("")
        self._look_on(words)

    def _unread(self, error: AsklineError, words: str) -> None:
        self._session.past.loading = False
        self._failed(error)
        self._look_on(words)

    def _look_on(self, words: str) -> None:
        """Other words were typed while these were looked for."""
        if self._session.past.wanted != words:
            self.history(self._session.past.wanted)

    def _failed(self, error: AsklineError) -> None:
        self._changed(clean(f"{known(error.message)} {known(error.hint)}", multiline=False))


def _ignored(error: AsklineError) -> None:
    """A mark or a draft that did not arrive takes nothing from anybody: the next one brings it all."""
    del error

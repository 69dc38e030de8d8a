"""Has a notice told by every channel, and keeps how that went.

Each alert is claimed in the book first: of many processes, one sends it, and if that one dies over
it the row says so for ever. A channel that fails or hangs holds up no other, nor does a book that is
away. What no channel took is said, so that it can be told again.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

import anyio

from askline.alerts.model import Alert, AlertState, Notice, Reason
from askline.alerts.ports import AlertBook, Channel, ChannelFailed
from askline.asks.model import Ask
from askline.core.clock import Clock
from askline.core.errors import AsklineError
from askline.core.ids import AskId
from askline.core.speaking import ENGLISH, speaking, t

PATIENCE_S = 20.0
"""So long a channel may take."""

Compose = Callable[[str, Reason, Sequence[Ask]], Awaitable[Notice]]
"""The notice for a channel, by its name."""

Due = Mapping[Reason, Sequence[Ask]]

log = logging.getLogger(__name__)


class Sending:
    def __init__(
        self,
        book: AlertBook,
        channels: Mapping[str, Channel],
        compose: Compose,
        clock: Clock,
        *,
        patience_s: float = PATIENCE_S,
        language: Callable[[], str] = lambda: ENGLISH,
        off: Callable[[], bool] = lambda: False,
    ) -> None:
        """`language` is that of whoever is told, and `off` whether nobody is: asked anew each time."""
        self._book = book
        self._channels = channels
        self._compose = compose
        self._clock = clock
        self._patience_s = patience_s
        self._language = language
        self._off = off
        self._ended: list[Alert] = []
        """How alerts ended that the book does not know yet."""

    def __len__(self) -> int:
        """How many channels there are, also while nobody is told."""
        return len(self._channels)

    @property
    def names(self) -> tuple[str, ...]:
        """By which channels somebody is told now."""
        return () if self._off() else tuple(self._channels)

    async def attempt(self, name: str) -> str | None:
        """Tell something harmless by this channel; nothing if it went out, else why not."""
        with speaking(self._language()):
            return await told(self._channels[name], trial(), self._patience_s)

    async def send(self, due: Due) -> list[tuple[AskId, Reason]]:
        """Returns what no channel took."""
        failed = {(ask.id, reason) for reason, asks in due.items() for ask in asks}

        async def tell(name: str, reason: Reason, asks: Sequence[Ask]) -> None:
            try:
                took = await self._send(name, reason, asks)
            except AsklineError as error:
                log.warning("channel %s was not used: %s", name, error.code)
            else:
                failed.difference_update((ask_id, reason) for ask_id in took)

        with speaking(self._language()):
            async with anyio.create_task_group() as tasks:
                for name in self._channels:
                    for reason, asks in due.items():
                        tasks.start_soon(tell, name, reason, asks)
        return sorted(failed)

    async def _send(self, name: str, reason: Reason, asks: Sequence[Ask]) -> set[AskId]:
        """Which asks were told by this channel, here or by whoever has claimed them."""
        await self._keep_ended()
        claimed = await self._book.claim([self._alert(name, reason, ask) for ask in asks])
        mine = {alert.ask_id for alert in claimed}
        others = {ask.id for ask in asks} - mine
        if not claimed:
            return others
        notice = await self._compose(name, reason, [ask for ask in asks if ask.id in mine])
        failure = await told(self._channels[name], notice, self._patience_s)
        await self._finish(name, claimed, failure)
        return others if failure else others | mine

    async def _finish(self, name: str, claimed: Sequence[Alert], failure: str | None) -> None:
        if failure is not None:
            log.warning("channel %s failed: %s", name, failure)
        state = AlertState.SENT if failure is None else AlertState.FAILED
        at = self._clock.now()
        self._ended += [replace(alert, state=state, detail=failure, at=at) for alert in claimed]
        await self._keep_ended()

    async def _keep_ended(self) -> None:
        """What a store that was away did not take is kept before anything else is sent: otherwise it
        would be taken for what somebody else is sending."""
        ended, self._ended = self._ended, []
        if not ended:
            return
        try:
            await self._book.finish(ended)
        except AsklineError:
            self._ended = [*ended, *self._ended]
            raise

    def _alert(self, channel: str, reason: Reason, ask: Ask) -> Alert:
        return Alert(
            ask_id=ask.id,
            tenant=ask.tenant,
            channel=channel,
            reason=reason,
            state=AlertState.SENDING,
            at=self._clock.now(),
        )


def trial() -> Notice:
    """Something harmless."""
    words = t("So you are told when an agent asks.")
    return Notice(reason=Reason.ASKED, title="Askline", body=words, asks=())


async def told(channel: Channel, notice: Notice, patience_s: float = PATIENCE_S) -> str | None:
    """Nothing if it went out, else why not."""
    try:
        with anyio.fail_after(patience_s):
            await channel.tell(notice)
    except ChannelFailed as error:
        return str(error)
    except TimeoutError:
        return str(ChannelFailed(f"It took longer than {patience_s:g} seconds."))
    except Exception as error:  # noqa: BLE001 - a channel of another house may raise anything
        return type(error).__name__
    return None

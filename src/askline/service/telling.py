"""Puts telling together from settings: which channels there are, what each may hold, and when.

Channels are picked when the service starts; the rules are read anew each time.
"""

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from askline.alerts.composing import Composing, Reach
from askline.alerts.ports import AlertBook, Channel
from askline.alerts.rules import Rules, quiet_hours
from askline.alerts.sending import Sending
from askline.alerts.watching import Watching
from askline.asks.desk import Desk
from askline.channels.desktop import Desktop, available
from askline.channels.push import Push
from askline.channels.webhook import Webhook
from askline.config.alerting import Alerts
from askline.core.clock import Clock
from askline.core.people import Door, local_person
from askline.core.speaking import ENGLISH
from askline.stores.keeping import Keeping

DESKTOP, PUSH, WEBHOOK = "desktop", "push", "webhook"


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    book: AlertBook
    sending: Sending
    watching: Watching

    async def run(self) -> None:
        """Forever, if there is anything to tell by."""
        if len(self.sending):
            await self.watching.run()

    def __len__(self) -> int:
        """Whether something is still to be told, which nobody else would."""
        return int(self.watching.expects)


def telling_over(
    desk: Desk,
    keeping: Keeping,
    clock: Clock,
    settings: Callable[[], Alerts],
    inbox: str | None,
    *,
    language: Callable[[], str] = lambda: ENGLISH,
) -> Telling:
    """`inbox` is where a browser on this machine finds us, if it may."""

    def rules() -> Rules:
        return rules_of(settings())

    channels = channels_of(settings(), clock)
    reaches = {name: reach_of(name, settings(), inbox) for name in channels}
    composing = Composing(keeping.links, clock, rules, reaches)
    sending = Sending(
        keeping.alerts,
        channels,
        composing.notice,
        clock,
        language=language,
        off=lambda: rules().off,
    )
    watching = Watching(
        desk.reading,
        keeping.bell,
        clock,
        book=keeping.alerts,
        sending=sending,
        rules=rules,
        keeper=local_person(Door.API),
    )
    return Telling(book=keeping.alerts, sending=sending, watching=watching)


def channels_of(
    alerts: Alerts,
    clock: Clock,
    environ: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
) -> dict[str, Channel]:
    """By names under which the book keeps what was told; none of them says where it leads."""
    channels: dict[str, Channel] = {}
    if alerts.desktop and available(environ, platform):
        channels[DESKTOP] = Desktop()
    for number, url in enumerate(alerts.push, 1):
        channels[PUSH if number == 1 else f"{PUSH}-{number}"] = Push(url=url)
    if alerts.webhook is not None:
        channels[WEBHOOK] = Webhook(
            url=alerts.webhook, secret_file=alerts.webhook_secret_file, clock=clock
        )
    return channels


def reach_of(channel: str, alerts: Alerts, inbox: str | None) -> Reach:
    """A desktop shows this machine's pages; what goes further has only what the user opened."""
    if channel == DESKTOP:
        return Reach(inbox=inbox, links=inbox)
    links = alerts.link_base if inbox else None
    return Reach(inbox=inbox if channel == WEBHOOK else None, links=links)


def rules_of(alerts: Alerts) -> Rules:
    return Rules(
        off=not alerts.enabled,
        delay=timedelta(seconds=alerts.delay),
        gap=timedelta(seconds=alerts.gap),
        remind=timedelta(seconds=alerts.remind),
        quiet=quiet_hours(alerts.quiet) if alerts.quiet else None,
        muted=frozenset(alerts.muted),
        show_questions=alerts.show == "question",
    )

"""Alerts and links in this process alone; the reference that the other books are read against."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from askline.alerts.links import Link
from askline.alerts.model import Alert, AlertState, Reason
from askline.core.ids import AskId

Key = tuple[AskId, str, Reason, int, str]


class EphemeralAlerts:
    def __init__(self) -> None:
        self._alerts: dict[Key, Alert] = {}

    async def claim(self, alerts: Sequence[Alert], *, stale: datetime | None = None) -> list[Alert]:
        claimed = [alert for alert in alerts if self._is_free(alert.key, stale)]
        self._alerts.update((alert.key, alert) for alert in claimed)
        return claimed

    def _is_free(self, key: Key, stale: datetime | None) -> bool:
        if (there := self._alerts.get(key)) is None or there.state is AlertState.FAILED:
            return True
        return there.state is AlertState.SENDING and stale is not None and there.at < stale

    async def finish(self, alerts: Sequence[Alert]) -> None:
        self._alerts.update((alert.key, alert) for alert in alerts)

    async def acknowledge(self, ask_id: AskId) -> None:
        for key, alert in self._alerts.items():
            if alert.ask_id == ask_id and alert.state is AlertState.SENT:
                self._alerts[key] = replace(alert, state=AlertState.ACKNOWLEDGED)

    async def of(self, ask_ids: Sequence[AskId]) -> list[Alert]:
        found = [alert for alert in self._alerts.values() if alert.ask_id in ask_ids]
        return sorted(found, key=lambda alert: alert.at)

    def forget_ask(self, ask_id: AskId) -> None:
        self._alerts = {key: each for key, each in self._alerts.items() if each.ask_id != ask_id}

    async def newest(self, tenant: str, limit: int, state: AlertState | None = None) -> list[Alert]:
        found = [
            alert
            for alert in self._alerts.values()
            if alert.tenant == tenant and state in (None, alert.state)
        ]
        return sorted(found, key=lambda alert: alert.at, reverse=True)[:limit]


class EphemeralLinks:
    def __init__(self) -> None:
        self._links: dict[str, Link] = {}

    async def keep(self, links: Sequence[Link]) -> None:
        self._links.update((link.sha256, link) for link in links)

    async def look(self, sha256: str) -> Link | None:
        return self._links.get(sha256)

    async def use(self, sha256: str) -> bool:
        return self._links.pop(sha256, None) is not None

    def forget_ask(self, ask_id: AskId) -> None:
        self._links = {key: each for key, each in self._links.items() if each.ask_id != ask_id}

    async def forget(self, before: datetime) -> None:
        self._links = {
            sha256: link for sha256, link in self._links.items() if link.expires_at >= before
        }

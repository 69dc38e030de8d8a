"""Recollections and rules in this process alone; the reference that the other books are read against."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from askline.core.ids import AskId
from askline.memory.recall import Remembered
from askline.memory.rules import Rule, RuleId


class EphemeralRecollection:
    def __init__(self) -> None:
        self._kept: dict[AskId, Remembered] = {}

    async def keep(self, remembered: Sequence[Remembered]) -> None:
        self._kept.update((each.ask_id, each) for each in remembered)

    async def candidates(
        self, tenant: str, place: str, key: str, words: Sequence[str], limit: int
    ) -> list[Remembered]:
        here = [
            each for each in self._kept.values() if (each.tenant, each.place) == (tenant, place)
        ]
        here.sort(key=lambda each: each.at, reverse=True)
        same = [each for each in here if each.key == key][:limit]
        shared = [(len({*words} & {*each.words}), each) for each in here]
        shared.sort(key=lambda rank: rank[0], reverse=True)
        near = [each for count, each in shared if count][:limit]
        return [*{each.ask_id: each for each in (*same, *near)}.values()]

    async def forget(self, ask_ids: Sequence[AskId]) -> None:
        for ask_id in ask_ids:
            self._kept.pop(ask_id, None)

    async def is_empty(self) -> bool:
        return not self._kept


class EphemeralRules:
    def __init__(self) -> None:
        self._rules: dict[RuleId, Rule] = {}

    async def keep(self, rule: Rule) -> None:
        self._rules[rule.id] = rule

    async def of(self, tenant: str, person: str) -> list[Rule]:
        return self._newest(lambda rule: (rule.tenant, rule.person) == (tenant, person))

    async def standing(self, tenant: str, place: str) -> list[Rule]:
        return self._newest(
            lambda rule: (rule.tenant, rule.place, rule.revoked_at) == (tenant, place, None)
        )

    async def revoke(self, tenant: str, rule_id: RuleId, at: datetime) -> bool:
        rule = self._rules.get(rule_id)
        if rule is None or rule.tenant != tenant or rule.revoked_at is not None:
            return False
        self._rules[rule_id] = replace(rule, revoked_at=at)
        return True

    def _newest(self, wanted: Callable[[Rule], bool]) -> list[Rule]:
        return sorted(filter(wanted, self._rules.values()), key=lambda rule: rule.id, reverse=True)

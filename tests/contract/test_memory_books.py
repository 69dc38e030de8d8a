"""What every book of recollections and of rules promises: found at home only, revoked once."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta

import pytest

from askline.asks.answers import Given
from askline.memory.recall import Remembered
from askline.memory.rules import Rule, RuleId, Scope
from askline.stores.keeping import Keeping
from tests.builders import LATER, NOON, minted
from tests.places import Place

SHOP = "/home/ada/shop"


@pytest.fixture
async def keeping(place: Place) -> AsyncGenerator[Keeping]:
    async with place.open() as opened:
        yield opened


def a_memory(*words: str, **changes: object) -> Remembered:
    plain = Remembered(
        ask_id=minted.ask_id(NOON),
        tenant="local",
        place=SHOP,
        at=NOON,
        key="key",
        texts=("Which CSS framework?",),
        words=words or ("css", "library"),
    )
    return replace(plain, **changes)


def a_rule(**changes: object) -> Rule:
    plain = Rule(
        id=RuleId(minted.ask_id(NOON)),
        tenant="local",
        person="me",
        place=SHOP,
        project="shop",
        scope=Scope.OPTIONS,
        ask_id=minted.ask_id(NOON),
        text_key="texts",
        options_key="options",
        questions=("Which CSS framework?",),
        answers=(Given(values=("Tailwind",), note="for all pages"),),
        picked=((("tailwind", "", ""),),),
        made_at=NOON,
    )
    return replace(plain, **changes)


async def test_what_shares_words_is_found_in_another_process_too(
    keeping: Keeping, place: Place
) -> None:
    one, other = a_memory("css", "library"), a_memory("database")
    await keeping.recollection.keep([one, other])

    async with place.open() as elsewhere:
        found = await elsewhere.recollection.candidates("local", SHOP, "-", ["css", "page"], 5)

    assert found == [one]


async def test_what_has_the_same_key_is_found_without_a_word_in_common(keeping: Keeping) -> None:
    same, newer = a_memory(key="k"), a_memory(key="k", at=LATER)
    await keeping.recollection.keep([same, newer, a_memory("css")])

    assert await keeping.recollection.candidates("local", SHOP, "k", [], 5) == [newer, same]
    assert await keeping.recollection.candidates("local", SHOP, "k", [], 1) == [newer]


async def test_no_more_are_found_than_asked_for_and_each_once(keeping: Keeping) -> None:
    await keeping.recollection.keep([a_memory("css", key="k") for _ in range(5)])

    found = await keeping.recollection.candidates("local", SHOP, "k", ["css"], 3)

    assert 3 <= len(found) <= 6
    assert len({each.ask_id for each in found}) == len(found)


async def test_where_enough_share_all_words_those_with_fewer_are_not_looked_for(
    keeping: Keeping,
) -> None:
    whole = a_memory("css", "page")
    await keeping.recollection.keep([whole, a_memory("css", at=LATER)])

    assert await keeping.recollection.candidates("local", SHOP, "-", ["css", "page"], 1) == [whole]


@pytest.mark.parametrize("where", [{"tenant": "elsewhere"}, {"place": "/home/ada/bank"}])
async def test_what_lies_elsewhere_is_not_found(keeping: Keeping, where: dict[str, str]) -> None:
    await keeping.recollection.keep([a_memory("css", **where)])

    assert await keeping.recollection.candidates("local", SHOP, "key", ["css"], 5) == []


async def test_a_later_word_about_an_ask_takes_the_place_of_the_earlier(keeping: Keeping) -> None:
    first = a_memory("css")
    await keeping.recollection.keep([first])

    await keeping.recollection.keep([replace(first, at=LATER)])

    found = await keeping.recollection.candidates("local", SHOP, "key", ["css"], 5)
    assert found == [replace(first, at=LATER)]


async def test_what_is_forgotten_is_not_found(keeping: Keeping) -> None:
    one, other = a_memory("css"), a_memory("css", "page")
    await keeping.recollection.keep([one, other])

    await keeping.recollection.forget([one.ask_id, minted.ask_id(NOON)])

    assert await keeping.recollection.candidates("local", SHOP, "key", ["css"], 5) == [other]


async def test_words_of_a_query_language_are_only_words(keeping: Keeping) -> None:
    strange = a_memory("and", "or", "not", "near", "home", "ñandú", "数据")
    await keeping.recollection.keep([strange])

    for word in strange.words:
        assert await keeping.recollection.candidates("local", SHOP, "-", [word], 5) == [strange]


async def test_a_book_is_empty_until_something_is_kept(keeping: Keeping) -> None:
    before = await keeping.recollection.is_empty()
    await keeping.recollection.keep([a_memory()])

    assert (before, await keeping.recollection.is_empty()) == (True, False)


async def test_a_rule_is_read_back_as_it_was_made(keeping: Keeping, place: Place) -> None:
    rule = a_rule(until=LATER)
    await keeping.rules.keep(rule)

    async with place.open() as elsewhere:
        assert await elsewhere.rules.of("local", "me") == [rule]
        assert await elsewhere.rules.standing("local", SHOP) == [rule]


async def test_rules_of_others_and_elsewhere_are_not_listed(keeping: Keeping) -> None:
    for rule in (a_rule(tenant="elsewhere"), a_rule(person="bob", place="/home/ada/bank")):
        await keeping.rules.keep(rule)

    assert await keeping.rules.of("local", "me") == []
    assert await keeping.rules.standing("local", SHOP) == []


async def test_a_rule_is_revoked_once_and_stays_so(keeping: Keeping, place: Place) -> None:
    rule = a_rule()
    await keeping.rules.keep(rule)

    async with place.open() as elsewhere:
        first = await keeping.rules.revoke("local", rule.id, LATER)
        second = await elsewhere.rules.revoke("local", rule.id, LATER + timedelta(hours=1))

    assert (first, second) == (True, False)
    assert await keeping.rules.standing("local", SHOP) == []
    assert await keeping.rules.of("local", "me") == [replace(rule, revoked_at=LATER)]


async def test_nobody_revokes_another_tenants_rule(keeping: Keeping) -> None:
    rule = a_rule(tenant="elsewhere")
    await keeping.rules.keep(rule)

    assert not await keeping.rules.revoke("local", rule.id, LATER)


async def test_the_newest_rule_comes_first(keeping: Keeping) -> None:
    older, newer = a_rule(), a_rule(id=RuleId(minted.ask_id(LATER)), made_at=LATER)
    for rule in (older, newer):
        await keeping.rules.keep(rule)

    assert await keeping.rules.standing("local", SHOP) == [newer, older]

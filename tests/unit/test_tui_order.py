"""Which asks the list shows, and that nothing moves under somebody's hands."""

from dataclasses import replace
from datetime import timedelta

from askline.doors.tui.order import Board, Only, Sieve, neighbour, next_sieve, pinned
from tests.builders import NOON, SHOP, a_select
from tests.unit.tui_asks import due, one, settled, shown


def test_the_soonest_deadline_comes_first_then_the_oldest() -> None:
    late, soon = due(9), due(3)
    young, old = one(asked_at=NOON), one(asked_at=NOON - timedelta(hours=1))

    board = Board().fresh([young, late, old, soon]).arranged(Sieve(), NOON)

    assert board.shown == (soon.id, late.id, old.id, young.id)


def test_the_open_one_keeps_its_place_and_news_go_below_it() -> None:
    first, second, third = due(1), due(2), due(3)
    board = Board().fresh([first, second, third]).arranged(Sieve(), NOON)
    urgent = due(0.5)

    news = board.told(urgent).arranged(Sieve(), NOON, second.id)

    assert news.shown == (first.id, second.id, urgent.id, third.id)


def test_an_open_one_that_nobody_showed_before_goes_where_it_belongs() -> None:
    assert pinned(["a", "b"], [], "b") == ["a", "b"]
    assert pinned(["a"], ["b"], "b") == ["a"]


def test_what_is_settled_leaves_and_what_changed_stays_once() -> None:
    ask, ended = one(), settled("rejected")
    board = Board().fresh([ask, ended])

    assert list(board.asks) == [ask.id]
    assert list(board.told(ask).asks) == [ask.id]
    assert board.told(replace(ask, state="answered")).asks == {}


def test_a_search_looks_at_everything_that_is_said_in_any_case() -> None:
    ask = shown(a_select("db", text="Which database?"), title="Storage")

    for words in ("storage", "DATABASE which", "sqlite", "claude", "shop", ask.short_id):
        assert Sieve(words).keeps(ask, NOON), words
    assert not Sieve("storage elsewhere").keeps(ask, NOON)


def test_a_filter_goes_round_from_all_to_ending_soon_to_each_project() -> None:
    asks = [due(1), one(project=replace(SHOP, name="api"))]
    sieve, seen = Sieve("which"), list[Sieve]()
    for _ in range(4):
        sieve = next_sieve(sieve, asks)
        seen.append(sieve)

    assert [(each.only, each.project) for each in seen] == [
        (Only.SOON, ""),
        (Only.ALL, "api"),
        (Only.ALL, "shop"),
        (Only.ALL, ""),
    ]
    assert {each.words for each in seen} == {"which"}


def test_filters_keep_what_they_say_and_the_open_one_beside_it() -> None:
    soon, calm = due(1), one(project=replace(SHOP, name="api"))
    board = Board().fresh([soon, calm])

    assert board.arranged(Sieve(only=Only.SOON), NOON).shown == (soon.id,)
    assert board.arranged(Sieve(project="api"), NOON).shown == (calm.id,)
    assert calm.id in board.arranged(Sieve(only=Only.SOON), NOON, calm.id).shown


def test_with_one_project_there_is_no_round_of_projects() -> None:
    assert next_sieve(Sieve(only=Only.SOON), [one()]) == Sieve()
    assert next_sieve(Sieve(project="gone"), [one()]) == Sieve()


def test_the_cursor_goes_to_the_neighbour_of_a_row_that_left() -> None:
    assert neighbour(("a", "b"), 0) == "a"
    assert neighbour(("a", "b"), 2) == "b"
    assert neighbour((), 0) is None

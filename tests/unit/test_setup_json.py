"""JSON with comments is read as everybody reads it, and changed without touching anything else."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askline.setup.documents import DoesNotFit
from askline.setup.json_text import JsonText
from askline.setup.jsonc import DEEPEST, NoJson, parse

JSON = JsonText()
OURS = {"command": "/bin/askline", "args": ["mcp"]}

blanks = st.sampled_from(["", " ", "\n", "\n  ", "\t", " // note, }\n", "/* ] */", "\r\n"])
names = st.text('abc "\\é{/', max_size=4)
plain = st.none() | st.booleans() | st.integers() | st.text('x"\\/é\n,', max_size=5)


@st.composite
def texts(draw: st.DrawFn, depth: int = 2) -> tuple[str, Any]:
    """A value somebody wrote by hand, and what it means."""
    kind = draw(st.sampled_from(["plain", "object", "list"] if depth else ["plain"]))
    if kind == "plain":
        value = draw(plain)
        return json.dumps(value), value
    return draw(objects(depth) if kind == "object" else lists(depth))


@st.composite
def objects(draw: st.DrawFn, depth: int = 2) -> tuple[str, dict[str, Any]]:
    members = draw(st.dictionaries(names, texts(depth - 1), max_size=3))
    written = [
        f"{draw(blanks)}{json.dumps(name)}{draw(blanks)}:{draw(blanks)}{text}{draw(blanks)}"
        for name, (text, _) in members.items()
    ]
    return f"{{{_joined(draw, written)}}}", {name: value for name, (_, value) in members.items()}


@st.composite
def lists(draw: st.DrawFn, depth: int = 2) -> tuple[str, list[Any]]:
    items = draw(st.lists(texts(depth - 1), max_size=3))
    written = [f"{draw(blanks)}{text}{draw(blanks)}" for text, _ in items]
    return f"[{_joined(draw, written)}]", [value for _, value in items]


def _joined(draw: st.DrawFn, written: list[str]) -> str:
    trailing = "," if written and draw(st.booleans()) else ""
    return ",".join(written) + trailing + draw(blanks)


@given(objects())
def test_what_was_written_by_hand_means_what_it_says(written: tuple[str, Any]) -> None:
    text, value = written

    assert JSON.load(text) == value


@given(objects())
def test_one_more_member_and_without_it_the_same_text_again(written: tuple[str, Any]) -> None:
    text, value = written

    after = JSON.put(text, ("askline",), OURS)

    assert JSON.load(after) == {**value, "askline": OURS}
    assert JSON.load(JSON.drop(after, ("askline",))) == value
    if value or text == "{}":
        assert JSON.drop(after, ("askline",)) == text


@given(objects())
def test_every_member_can_be_changed_and_taken_away(written: tuple[str, Any]) -> None:
    text, value = written

    for name in value:
        assert JSON.load(JSON.put(text, (name,), OURS)) == {**value, name: OURS}
        left = {other: value[other] for other in value if other != name}
        assert JSON.load(JSON.drop(text, (name,))) == left


@given(lists())
def test_a_list_takes_one_more_and_gives_it_back(written: tuple[str, Any]) -> None:
    text, value = written
    whole = f'{{"list": {text}}}'

    after = JSON.append(whole, ("list",), "ours")

    assert JSON.load(after) == {"list": [*value, "ours"]}
    assert JSON.load(JSON.remove(after, ("list",), len(value))) == {"list": value}
    for index in range(len(value)):
        left = [*value[:index], *value[index + 1 :]]
        assert JSON.load(JSON.remove(whole, ("list",), index)) == {"list": left}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '{\n  "a": {\n    "b": 1\n  }\n}\n'),
        ("{}", '{\n  "a": {\n    "b": 1\n  }\n}'),
        ('{"x": 1}', '{"x": 1, "a": {"b": 1}}'),
        ('{\n\t"x": 1, // one\n}\n', '{\n\t"x": 1, // one\n\t"a": {\n\t\t"b": 1\n\t},\n}\n'),
        ('{\r\n  "x": 1\r\n}', '{\r\n  "x": 1,\r\n  "a": {\r\n    "b": 1\r\n  }\r\n}'),
        ("{ /* none */ }", '{ /* none */\n  "a": {\n    "b": 1\n  }\n }'),
        ("{ // none\n}", '{ // none\n  "a": {\n    "b": 1\n  }\n}'),
        ('{"a": {"b": 2, "c": 3}}', '{"a": {"b": 1, "c": 3}}'),
        ('{"a": {}, "a": {"b": 2}}', '{"a": {}, "a": {"b": 1}}'),
        ('{"x": [1,\n 2]}', '{"x": [1,\n 2],\n  "a": {\n    "b": 1\n  }}'),
    ],
)
def test_a_new_member_looks_like_those_around_it(before: str, after: str) -> None:
    assert JSON.put(before, ("a", "b"), 1) == after


@pytest.mark.parametrize(
    "text",
    [
        *('{"a"', '{"a" 1}', "{a: 1}", '{"a": 1 "b": 2}', '{"a": }', "[1]", "{} x"),
        *("{/* x }", '{"a', "{,}", "{'a': 1}", '{"a": 01}', "# no\n{}"),
        '{"a": ' + "[" * (DEEPEST + 1),
    ],
)
def test_what_is_no_json_is_not_touched(text: str) -> None:
    with pytest.raises(DoesNotFit):
        JSON.put(text, ("askline",), OURS)


def test_a_mistake_is_named_by_its_place() -> None:
    with pytest.raises(NoJson, match="line 2, column 7: expected a comma or }"):
        parse('{\n"a":1 "b":2}')


def test_a_value_in_the_place_of_an_object_is_not_touched() -> None:
    with pytest.raises(DoesNotFit, match="a: expected an object"):
        JSON.put('{"a": []}', ("a", "b"), 1)


def test_nothing_is_taken_from_where_nothing_is() -> None:
    assert JSON.drop('{"a": 1}', ("b",)) == '{"a": 1}'
    with pytest.raises(DoesNotFit, match="b: expected a value"):
        JSON.drop('{"a": 1}', ("b", "c"))

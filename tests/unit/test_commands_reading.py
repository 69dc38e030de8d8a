"""Texts become data by kept parsers, and every field's place is found again."""

import pytest

from askline.commands.positions import Places
from askline.commands.reading import JSON, TOML, YAML, Unreadable, format_of, read


def place(text: str, kind: str) -> tuple[str, int, int, str]:
    with pytest.raises(Unreadable) as caught:
        read(text, kind)
    wrong = caught.value
    return wrong.message.partition(":")[0], wrong.line, wrong.column, wrong.fix


def test_the_ending_of_a_name_says_the_format() -> None:
    assert [format_of(f"a.{end}") for end in ("json", "yml", "yaml", "toml", "txt")] == [
        JSON,
        YAML,
        YAML,
        TOML,
        None,
    ]


@pytest.mark.parametrize(
    ("text", "kind", "found"),
    [
        ('{"a": 1,\n}', JSON, ("not JSON", 2, 1, "remove the comma before it")),
        ('{"a" 1}', JSON, ("not JSON", 1, 6, "")),
        ('{"a": NaN}', JSON, ("not JSON", 1, 1, "")),
        ("[" * 100_000, JSON, ("nested too deeply", 1, 1, "")),
        ('a = 1\nb = "x', TOML, ("not TOML", 2, 1, "")),
        ("a = 1\nb = ]", TOML, ("not TOML", 2, 5, "")),
        ("a: 1\nb: [", YAML, ("not YAML", 2, 5, "")),
        ("a: &x 1\nb: *x", YAML, ("aliases are not read", 2, 4, "write it out in full")),
        ("a: \x07", YAML, ("not YAML", 1, 1, "")),
        ("a: !!python/name:os.system x", YAML, ("not YAML", 1, 4, "")),
    ],
)
def test_what_does_not_parse_is_said_with_its_place(
    text: str, kind: str, found: tuple[str, int, int, str]
) -> None:
    message, line, column, fix = place(text, kind)

    assert (message, line, fix) == (found[0], found[1], found[3])
    assert abs(column - found[2]) <= 1


def test_all_three_formats_say_the_same() -> None:
    assert read('{"a": [1, "x"]}', JSON).data == read("a: [1, x]", YAML).data
    assert read('a = [1, "x"]', TOML).data == {"a": [1, "x"]}


def test_places_of_json_are_those_of_an_editor_also_with_tabs() -> None:
    places = Places('{\n\t"a": {"b":[1,\t"x"]},\n\t"c": 2\n}', JSON)

    assert places.key(("a", "b")) == (2, 8)
    assert places.value(("a", "b", 1)) == (2, 16)
    assert places.value(("c",)) == (3, 7)
    assert places.value(("a", "b", 1, "deeper")) == (2, 16)


def test_json_that_no_yaml_parser_takes_has_its_problems_at_the_beginning() -> None:
    assert Places('{"a"\n:\n1}', JSON).value(("a",)) == (1, 1)


def test_places_of_toml_are_those_of_tables_and_keys() -> None:
    text = 'a = 1\n[t]\n  b = "x"\n[[l]]\nc = [ {d = 1},\n {d = 2} ]\n'
    places = Places(text, TOML)

    assert places.key(("t", "b")) == (3, 3)
    assert places.value(("t",)) == (2, 1)
    assert places.value(("l", 0)) == (4, 1)
    assert places.value(("l", 0, "c", 1, "d")) == (6, 3)
    assert places.value(("l", 0, "c", 1)) == (5, 1)
    assert places.value(("a", "deeper")) == (1, 1)
    assert places.value(("none",)) == (1, 1)
    assert places.repeated == ()

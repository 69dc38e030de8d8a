"""TOML and YAML are changed without moving a comment or a line of the user's."""

import pytest

from askline.setup.documents import Document, DoesNotFit
from askline.setup.toml_text import TomlText
from askline.setup.yaml_text import YamlText

TOML, YAML = TomlText(), YamlText()
OURS = {"command": "/bin/askline", "args": ["mcp"], "env": {"A": "b"}}

CODEX = """# mine
model = "x"

[mcp_servers.other] # keep
command = "a"   # cmd

# projects below
[projects."/x"]
trust_level = "trusted"
"""
GOOSE = """# mine
extensions:
  developer:
    enabled: true   # yes
    args: []

# the provider
GOOSE_PROVIDER: x
notes: |
  one
  two
"""


def test_a_table_comes_last_and_nothing_moves() -> None:
    after = TOML.put(CODEX, ("mcp_servers", "askline"), OURS)

    assert after.startswith(CODEX)
    assert TOML.load(after)["mcp_servers"]["askline"] == OURS
    assert TOML.drop(after, ("mcp_servers", "askline")).rstrip() == CODEX.rstrip()


@pytest.mark.parametrize(
    "text", ["", "a = 1", "a = 1\r\n", "[mcp_servers]\n", "mcp_servers = {}\n"]
)
def test_a_table_fits_into_whatever_is_there(text: str) -> None:
    after = TOML.put(text, ("mcp_servers", "askline"), OURS)

    assert TOML.load(after)["mcp_servers"] == {"askline": OURS}
    assert after.count("\r\n") in (0, after.count("\n"))


def test_one_value_is_set_where_it_stands() -> None:
    path = ("mcp_servers", "other", "command")

    assert TOML.put(CODEX, path, "b") == CODEX.replace('"a"  ', '"b"  ')
    assert TOML.load(TOML.put(CODEX, ("tools", "web"), True))["tools"] == {"web": True}


def test_a_list_takes_one_more_and_gives_it_back() -> None:
    after = TOML.append("a = [1] # one\n", ("a",), 2)

    assert after == "a = [1, 2] # one\n"
    assert TOML.remove(after, ("a",), 1) == "a = [1] # one\n"
    assert YAML.append("a: [1] # one\n", ("a",), 2) == "a: [1, 2]\n"
    assert YAML.remove("a: [1, 2]\n", ("a",), 1) == "a: [1]\n"


def test_a_mapping_comes_behind_its_neighbours_and_goes_without_a_trace() -> None:
    after = YAML.put(GOOSE, ("extensions", "askline"), OURS)

    assert YAML.load(after)["extensions"]["askline"] == OURS
    assert "args: []\n  askline:\n" in after
    assert after.index("askline") < after.index("# the provider")
    assert YAML.drop(after, ("extensions", "askline")) == GOOSE


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("", "extensions: {}\n"),
        ("# mine\n", "# mine\nextensions: {}\n"),
        ("a: 1", "a: 1\nextensions: {}\n"),
        ("a:\n- 1\n", "a:\n- 1\nextensions: {}\n"),
        ("a: &x {b: 1}\nc: *x\n", "a: &x {b: 1}\nc: *x\nextensions: {}\n"),
        ("extensions:\nb: 1\n", "extensions: {}\nb: 1\n"),
        ("extensions: {} # none\nb: 1\n", "extensions: {} # none\nb: 1\n"),
        ("extensions: {} # none\r\nb: 1\r\n", "extensions: {} # none\r\nb: 1\r\n"),
    ],
)
def test_the_first_mapping_opens_its_place(text: str, left: str) -> None:
    after = YAML.put(text, ("extensions", "askline"), OURS)

    assert YAML.load(after)["extensions"] == {"askline": OURS}
    assert YAML.drop(after, ("extensions", "askline")) == left


def test_a_value_is_replaced_with_all_its_lines() -> None:
    after = YAML.put(GOOSE, ("extensions", "developer"), {"enabled": False})

    assert YAML.load(after)["extensions"] == {"developer": {"enabled": False}}
    assert after.endswith(GOOSE[GOOSE.index("\n# the provider") :])
    assert YAML.put(GOOSE, ("notes",), "none").endswith('GOOSE_PROVIDER: x\nnotes: "none"\n')


def test_an_odd_name_is_quoted() -> None:
    assert YAML.put("a: 1\n", ("b c",), {}) == 'a: 1\n"b c": {}\n'


def test_nothing_is_taken_from_where_nothing_is() -> None:
    assert YAML.drop("a: 1\n", ("b",)) == "a: 1\n"
    assert YAML.drop("a: 1\n", ("b", "c")) == "a: 1\n"
    assert YAML.drop("", ("b",)) == ""
    assert YAML.drop("a: 1\nb: 2\n", ("a",)) == "b: 2\n"


@pytest.mark.parametrize(
    ("document", "text"),
    [
        (TOML, "a = "),
        (TOML, "mcp_servers = 1\n"),
        (YAML, "a: [\n"),
        (YAML, "- a\n"),
        (YAML, "{a: 1}\n"),
        (YAML, "a: 1\n---\nb: 1\n"),
        (YAML, "mcp_servers: {a: 1}\n"),
        (YAML, "x: &x\n  a: 1\nmcp_servers: *x\n"),
        (YAML, "a: &a\n- *a\n"),
    ],
)
def test_what_is_not_understood_is_not_touched(document: Document, text: str) -> None:
    with pytest.raises(DoesNotFit):
        document.put(text, ("mcp_servers", "askline"), OURS)

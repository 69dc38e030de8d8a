"""One tool for each innermost subcommand, with all that it inherits."""

from tests.unit.declarations import tools


def test_tools_are_named_by_command_and_subcommand_in_the_files_order() -> None:
    found = tools(
        {"name": "status"},
        {"name": "stash", "subcommand": [{"name": "list", "description": "List."}]},
        {"name": "off", "enabled": False},
        {"name": "default"},
    )

    assert [(tool.name, tool.words) for tool in found] == [
        ("demo_status", ("demo", "status")),
        ("demo_stash_list", ("demo", "stash", "list")),
        ("demo", ("demo",)),
    ]


def test_a_command_without_subcommands_is_one_tool_and_keeps_its_sequence() -> None:
    [tool] = tools(sequence=[{"tool": "git", "subcommand": "status"}])

    assert (tool.name, tool.words, len(tool.sequence)) == ("demo", ("demo",), 1)


def test_what_is_not_enabled_or_watches_logs_is_no_tool() -> None:
    assert tools({"name": "a"}, enabled=False) == ()
    assert tools({"name": "a"}, tool_type="livelog") == ()


def test_the_nearest_word_counts_and_rules_come_from_the_inside_out() -> None:
    deny = {"do": "deny", "when": {"args": {"force": True}}}
    inner = {
        "name": "b",
        "description": "B.",
        "timeout_seconds": 5,
        "approval": {"rules": [{"do": "allow"}]},
        "env": {"A": "inner"},
    }
    [tool, other] = tools(
        {"name": "a", "subcommand": [inner], "synchronous": True, "cwd": "web"},
        {"name": "c", "force_synchronous": True, "output": {"cap_bytes": 2048}},
        timeout_seconds=9,
        synchronous=False,
        approval={"default": "ask", "dangerous": True, "rules": [deny]},
        env={"A": "outer", "B": "x"},
        pass_env=["HOME"],
        sandbox="reduced",
    )

    assert (tool.timeout_s, tool.synchronous, tool.cwd) == (5, True, "web")
    assert tool.env == (("A", "inner"), ("B", "x"))
    assert (tool.policy.default, tool.policy.dangerous) == ("ask", True)
    assert [rule.do for rule in tool.policy.rules] == ["allow", "deny"]
    assert (other.timeout_s, other.synchronous, other.output_bytes) == (9, True, 2048)
    assert (other.pass_env, other.sandbox.mode) == (("HOME",), "reduced")


def test_by_default_a_tool_runs_in_the_background_sandboxed_and_allowed() -> None:
    [tool] = tools({"name": "a"})

    assert (tool.synchronous, tool.timeout_s, tool.cwd) == (False, 600, ".")
    assert (tool.policy.default, tool.policy.dangerous) == ("allow", False)
    assert (tool.sandbox.mode, tool.sandbox.network) == ("required", False)


def test_words_of_a_command_are_told_apart_by_spaces_and_quotes() -> None:
    [tool] = tools({"name": "a", "words": ["x", "--y"]}, command="'/opt/my program' run")

    assert tool.words == ("/opt/my program", "run", "x", "--y")


def test_where_the_command_is_a_shell_the_subcommand_is_the_program() -> None:
    [tool] = tools({"name": "ls"}, command="/bin/sh")

    assert tool.words == ("ls",)

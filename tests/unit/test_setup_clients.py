"""Every client's files get what it needs, are the same when asked twice, and become what they were."""

from pathlib import Path

import pytest

from askline.core.errors import InvalidArguments
from askline.setup.client import Client, Machine, Options, Scope, Wish, told
from askline.setup.clients import CLIENTS, find
from askline.setup.edits import Step, undone
from askline.setup.formats import DOCUMENTS, Format
from askline.setup.planning import Change, planned, remembered, reverted
from askline.setup.records import Record, record_in, shape_of
from tests.unit.setup_samples import SAMPLES

HOME = Path("/work")
EVERYTHING = Options(instruct=True, own_questions_off=True, hook=True)
Files = dict[str, str]


def a_wish(scope: Scope, files: Files, options: Options, command: str = "/bin/askline") -> Wish:
    machine = Machine(
        home=HOME,
        project=HOME / "shop",
        command=(command,),
        exists=lambda path: str(path) in files,
        version=lambda _: "1.18.33",
    )
    return Wish(machine=machine, scope=scope, options=options)


def done(client: Client, wish: Wish, files: Files, records: list[Record]) -> list[Change]:
    """What setup does, with files that are no files."""
    changes = [*planned(client, wish, files.get, records)]
    for change in changes:
        assert change.trouble is None
        if change.does_something:
            assert change.after is not None
            assert change.record is not None
            files[change.file] = change.after
            kept = [each for each in records if each.file != change.file]
            records[:] = [*kept, record_in(shape_of(change.record))]
    return changes


def taken_back(files: Files, records: list[Record]) -> None:
    for record in records:
        after = reverted(record.file, files.get, [record], []).after
        if after is None:
            del files[record.file]
        else:
            files[record.file] = after


def nothing(_: str) -> None:
    """No file anywhere."""


def in_work(files: Files) -> Files:
    return {f"/work/{name}": text for name, text in files.items()}


EACH = [
    pytest.param(client, scope, id=f"{client.name}-{scope}")
    for client in CLIENTS
    for scope in client.wants
]


def test_there_is_a_sample_for_every_client_and_scope() -> None:
    assert {*SAMPLES} == {(client.name, scope) for client in CLIENTS for scope in client.wants}


@pytest.mark.parametrize("empty", [False, True])
@pytest.mark.parametrize(("client", "scope"), EACH)
def test_added_changed_and_taken_back_to_the_byte(
    client: Client, scope: Scope, *, empty: bool
) -> None:
    files = {} if empty else in_work(SAMPLES[client.name, scope])
    before, records = dict(files), list[Record]()

    done(client, a_wish(scope, files, Options()), files, records)
    first = dict(files)
    again = done(client, a_wish(scope, files, Options()), files, records)
    assert not any(change.does_something for change in again)
    done(client, a_wish(scope, files, EVERYTHING, "/opt/askline"), files, records)
    assert scope is Scope.PROJECT or files != first
    taken_back(files, records)

    assert files == before


@pytest.mark.parametrize(("client", "scope"), EACH)
def test_what_changed_since_stays_and_only_ours_goes(client: Client, scope: Scope) -> None:
    files = in_work(SAMPLES[client.name, scope])
    before, records = dict(files), list[Record]()
    done(client, a_wish(scope, files, EVERYTHING), files, records)
    for record in records:
        if record.format is Format.TEXT:
            files[record.file] += "\nMine.\n"
        else:
            document = DOCUMENTS[record.format]
            files[record.file] = document.put(files[record.file], ("mine",), True)

    taken_back(files, records)

    for record in records:
        text = files[record.file]
        assert "askline" not in text
        if record.format is not Format.TEXT:
            document = DOCUMENTS[record.format]
            said = document.load(before.get(record.file, ""))
            assert document.load(text) == {**said, "mine": True}


@pytest.mark.parametrize(("client", "scope"), EACH)
def test_a_project_names_no_path_of_this_machine(client: Client, scope: Scope) -> None:
    files, records = dict[str, str](), list[Record]()
    done(client, a_wish(scope, files, EVERYTHING), files, records)
    servers = "".join(text for file, text in files.items() if not file.endswith(".md"))

    assert ("/bin/askline" in servers) is (scope is not Scope.PROJECT)


def test_a_users_own_entry_keeps_what_is_his() -> None:
    own = '{"mcpServers": {"askline": {"command": "old", "env": {"A": "b"}}}}'
    files, records = {"/work/.cursor/mcp.json": own}, list[Record]()

    done(find("cursor"), a_wish(Scope.USER, files, Options()), files, records)
    [text] = files.values()
    assert DOCUMENTS[Format.JSON].load(text) == {
        "mcpServers": {"askline": {"command": "/bin/askline", "env": {"A": "b"}, "args": ["mcp"]}}
    }
    files["/work/.cursor/mcp.json"] = text + "\n"
    taken_back(files, records)

    assert files == {"/work/.cursor/mcp.json": own + "\n"}


def test_what_was_wished_for_before_is_wished_for_still() -> None:
    files, records = dict[str, str](), list[Record]()
    client = find("codex")
    done(client, a_wish(Scope.USER, files, Options(instruct=True)), files, records)

    wish = a_wish(Scope.USER, files, Options(hook=True))

    assert remembered("codex", wish, records) == Options(instruct=True, hook=True)
    assert remembered("gemini", wish, records) == Options(hook=True)


def test_a_paragraph_that_another_client_needs_stays_until_that_one_goes_too() -> None:
    files, words = dict[str, str](), "/work/shop/AGENTS.md"
    wish = a_wish(Scope.PROJECT, files, Options(instruct=True))
    records = list[Record]()
    done(find("codex"), wish, files, records)
    text = files[words]
    also = done(find("opencode"), wish, files, [*records])
    [first] = [each for each in records if each.file == words]
    [second] = [each.record for each in also if each.file == words and each.record]

    kept = reverted(words, files.get, [first], [second])
    [heir] = kept.heirs

    assert kept.after == text
    assert reverted(words, files.get, [heir], []).after is None


@pytest.mark.parametrize(
    ("client", "scope", "file", "text"),
    [
        ("codex", Scope.USER, ".codex/config.toml", "model = "),
        ("claude-code", Scope.USER, ".claude/settings.json", '{"permissions": {"allow": "all"}}'),
        ("claude-code", Scope.USER, ".claude.json", '{"mcpServers": []}'),
        ("cursor", Scope.PROJECT, "shop/.cursor/rules/askline.mdc", "somebody's"),
    ],
)
def test_a_file_that_is_not_understood_stays_as_it_is(
    client: str, scope: Scope, file: str, text: str
) -> None:
    files = {f"/work/{file}": text}
    changes = planned(find(client), a_wish(scope, files, EVERYTHING), files.get, [])

    [trouble] = [change for change in changes if change.trouble]
    assert trouble.file == f"/work/{file}"
    assert trouble.after == text
    assert not trouble.does_something


def test_a_file_that_was_broken_since_is_not_touched_either() -> None:
    files, records = dict[str, str](), list[Record]()
    done(find("zed"), a_wish(Scope.USER, files, Options()), files, records)
    files["/work/.config/zed/settings.json"] = "{"

    change = reverted(records[0].file, files.get, records, [])

    assert change.trouble
    assert reverted("/work/gone", files.get, records, []).after is None


def test_a_scope_that_a_client_does_not_have_is_refused() -> None:
    with pytest.raises(InvalidArguments, match="Codex has no scope local"):
        planned(find("codex"), a_wish(Scope.LOCAL, {}, Options()), nothing, [])
    with pytest.raises(InvalidArguments, match="no scope user"):
        planned(find("jetbrains"), a_wish(Scope.USER, {}, Options()), nothing, [])
    with pytest.raises(InvalidArguments, match="There is no client 'emacs'"):
        find("emacs")


def test_a_home_of_ours_that_is_elsewhere_is_handed_on_and_those_of_clients_are_known() -> None:
    environ = {"ASKLINE_HOME": "/mine", "CODEX_HOME": "/x", "CLAUDE_CONFIG_DIR": "/c"}
    machine = Machine(home=HOME, project=HOME, environ=environ, system="Darwin")
    wish = Wish(machine=machine, scope=Scope.USER)

    assert wish.entry()["env"] == {"ASKLINE_HOME": "/mine"}
    assert planned(find("codex"), wish, nothing, [])[0].file == "/x/config.toml"
    assert planned(find("claude-code"), wish, nothing, [])[0].file == "/c/.claude.json"
    desktop = planned(find("claude-desktop"), wish, nothing, [])[0].file
    assert desktop == "/work/Library/Application Support/Claude/claude_desktop_config.json"


def test_the_second_opencode_is_spelled_differently() -> None:
    machine = Machine(home=HOME, project=HOME, exists=lambda _: False)
    wish = Wish(machine=machine, scope=Scope.USER, options=EVERYTHING)

    [change, _] = planned(find("opencode"), wish, nothing, [])

    assert change.after is not None
    assert DOCUMENTS[Format.JSON].load(change.after)["mcp"]["servers"]["askline"] == {
        "type": "local",
        "command": ["askline", "mcp"],
    }
    assert "not known" in find("opencode").notes(wish)[0]


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_a_client_is_found_by_its_program_or_its_files(client: Client) -> None:
    bare = Machine(home=HOME, project=HOME, exists=lambda _: False)
    program = Machine(home=HOME, project=HOME, exists=lambda _: False, has=lambda _: True)
    files = Machine(home=HOME, project=HOME, exists=lambda _: True)

    assert not client.is_here(bare)
    assert client.is_here(program) is bool(client.programs)
    assert client.is_here(files)


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_what_a_client_is_told_reads_as_a_sentence(client: Client) -> None:
    for scope in Scope:
        for options in (Options(), EVERYTHING):
            for note in told(client, a_wish(scope, {}, options)):
                assert note.endswith(".")
    assert client.limit


def test_what_the_user_took_away_himself_is_no_trouble() -> None:
    rules = '{"permissions": {"allow": "everything"}}'
    steps = [Step("added", ("permissions", "allow"), "x"), Step("set", ("gone",))]

    assert undone(Format.JSON, rules, steps) == rules
    assert undone(Format.TEXT, "Mine.\n", [Step("said")]) == "Mine.\n"

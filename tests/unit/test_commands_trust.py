"""Trust holds for exactly the texts that the user saw, and is kept where no project can write."""

from pathlib import Path

import pytest

from askline.commands.loading import Source
from askline.commands.ports import Declarations, TrustBook
from askline.commands.trust import Standing, Trusted, difference, required, standing
from askline.config.declarations import MOST_FILES, DiskDeclarations, project_of
from askline.config.trusted import DiskTrustBook
from askline.core.errors import NotTrusted, StoreUnavailable
from askline.core.locations import Locations

ONE = Source("a.json", "one\ntwo\n")
OTHER = Source("b.json", "x\n")


def a_book(home: Path) -> TrustBook:
    return DiskTrustBook(Locations.from_environment({"ASKLINE_HOME": str(home)}))


def test_any_change_any_file_more_or_less_asks_again() -> None:
    trusted = Trusted((ONE, OTHER), "now")
    changed = Source("a.json", "one\nTWO\n")

    assert standing(trusted, (OTHER, ONE)) is Standing.TRUSTED
    for sources in ((ONE,), (changed, OTHER), (ONE, OTHER, Source("c.json", ""))):
        assert standing(trusted, sources) is Standing.CHANGED
    assert standing(None, (ONE,)) is Standing.NEW
    assert standing(None, ()) is Standing.NONE


def test_what_cannot_be_read_counts_for_nothing() -> None:
    gone = Source("c.json", "", "it cannot be read")

    assert standing(None, (gone,)) is Standing.NONE
    assert standing(Trusted((ONE,), "now"), (ONE, gone)) is Standing.TRUSTED


def test_a_change_is_shown_as_a_difference() -> None:
    trusted = Trusted((ONE, OTHER), "now")
    now = (Source("a.json", "one\nthree\n"), Source("c.json", "new\n"))

    lines = [*difference(trusted, now)]

    assert [line for line in lines if line.startswith(("-", "+"))] == [
        "--- a.json",
        "+++ a.json",
        "-two",
        "+three",
        "--- b.json",
        "+++ /dev/null",
        "-x",
        "--- /dev/null",
        "+++ c.json",
        "+new",
    ]
    assert "+one" in [*difference(None, (ONE,))]


def test_commands_that_are_not_trusted_are_refused_with_the_way_on() -> None:
    required(Trusted((ONE,), "now"), (ONE,))
    required(None, ())
    with pytest.raises(NotTrusted, match="are new"):
        required(None, (ONE,))
    with pytest.raises(NotTrusted, match="were changed"):
        required(Trusted((), "now"), (ONE,))


def test_trust_is_kept_by_the_real_path_of_the_project_and_for_nobody_elses_eyes(
    tmp_path: Path,
) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "shop")
    book = a_book(tmp_path / "home")

    book.write(str(tmp_path / "shop"), Trusted((ONE,), "now"))
    book.write(str(tmp_path / "shop"), Trusted((ONE, OTHER), "later"))

    assert book.read(str(tmp_path / "link")) == Trusted((ONE, OTHER), "later")
    assert book.read(str(tmp_path)) is None
    [kept] = (tmp_path / "home/state/trust").iterdir()
    assert kept.stat().st_mode & 0o077 == 0


def test_a_spoilt_record_asks_again(tmp_path: Path) -> None:
    book = a_book(tmp_path / "home")
    book.write("/p", Trusted((ONE,), "now"))
    [kept] = (tmp_path / "home/state/trust").iterdir()

    for spoilt in ("", "[]", '{"files": 3}', '{"files": [[1]], "at": ""}'):
        kept.write_text(spoilt)
        assert book.read("/p") is None


def test_trust_that_cannot_be_kept_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where a directory should be")

    with pytest.raises(StoreUnavailable, match="Trust cannot be kept"):
        a_book(tmp_path).write("/p", Trusted((ONE,), "now"))


def place(project: Path) -> Path:
    tools = project / ".askline/tools"
    tools.mkdir(parents=True)
    return tools


def test_files_are_read_in_the_order_of_their_names(tmp_path: Path) -> None:
    tools = place(tmp_path)
    for name in ("b.json", "a.yaml", ".hidden.json", "notes.txt"):
        (tools / name).write_text(name)
    (tmp_path / "more").mkdir()
    (tmp_path / "more/c.toml").write_text("c")
    found: Declarations = DiskDeclarations(("more", str(tools), "gone.json"))

    sources = found.read(str(tmp_path))

    assert [(each.name, each.text) for each in sources] == [
        (".askline/tools/a.yaml", "a.yaml"),
        (".askline/tools/b.json", "b.json"),
        ("more/c.toml", "c"),
        ("gone.json", ""),
    ]
    assert sources[-1].trouble == "it cannot be read: No such file or directory"


def test_what_is_no_text_or_no_file_is_named_with_its_trouble(tmp_path: Path) -> None:
    tools = place(tmp_path)
    (tools / "a.json").write_bytes(b"{\xff}")
    (tools / "b.json").mkdir()
    (tools / "c.json").write_text("x" * 300_000)

    troubles = [each.trouble for each in DiskDeclarations().read(str(tmp_path))]

    assert troubles[0] == "it is not UTF-8, from byte 1 on"
    assert all("it cannot be read: " in each for each in troubles[1:])


def test_too_many_files_are_too_many(tmp_path: Path) -> None:
    tools = place(tmp_path)
    for number in range(MOST_FILES + 1):
        (tools / f"{number:04}.json").touch()

    sources = DiskDeclarations().read(str(tmp_path))

    assert len(sources) == MOST_FILES + 1
    assert sources[-1].trouble == "there are more than 200 files"


def test_a_project_is_found_from_below_but_not_beyond_its_repository(tmp_path: Path) -> None:
    place(tmp_path)
    inner, repository = tmp_path / "a/b", tmp_path / "other/c"
    inner.mkdir(parents=True)
    repository.mkdir(parents=True)
    (tmp_path / "other/.git").mkdir()

    assert project_of(str(inner)) == str(tmp_path)
    assert project_of(str(repository)) == str(repository)
    assert project_of("/") == "/"

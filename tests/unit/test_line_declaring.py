"""A line in a project with commands: it lists what was left for that project, while that holds."""

import json
from pathlib import Path

import anyio
import pytest
from anyio.lowlevel import checkpoint

from askline.commands.trust import Trusted
from askline.config.declarations import DiskDeclarations
from askline.config.trusted import DiskTrustBook
from askline.core.background import background
from askline.core.locations import Locations
from askline.core.version import VERSION
from askline.doors.mcp.callers import Caller
from askline.doors.mcp.server import PROFILES
from askline.doors.mcp.settings import ConnectionSettings
from askline.line.declaring import COMMANDING, declares, kept, nearest
from askline.line.main import first_answers
from askline.line.messages import Message
from askline.line.snapshot import Snapshot
from askline.service.assembly import House
from tests.unit.declarations import a_file
from tests.unit.test_config_settings import write
from tests.unit.test_service_house import a_house

LIST = Message(b'{"id":1,"method":"tools/list","params":{}}')
HANDS = Message(b'{"id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}')
GO = json.dumps(a_file({"name": "go"}))


class Place:
    """A home, and a project in a repository that declares a command."""

    def __init__(self, root: Path) -> None:
        self.house: House = a_house(root / "home", **{"web.enabled": False})
        self.locations = Locations.from_environment({"ASKLINE_HOME": str(root / "home")})
        self.project = root / "shop"
        (self.project / ".git").mkdir(parents=True)
        self.file = self.project / ".askline/tools/demo.json"

    def declare(self, *, trusted: bool = True) -> None:
        write(self.file, GO)
        if trusted:
            sources = DiskDeclarations().read(str(self.project))
            book = DiskTrustBook(self.locations)
            book.write(str(self.project), Trusted(sources, "2026-11-14"))

    async def left(self, profile: str = "askline") -> str:
        """What is left for the project, once it is."""
        settings = ConnectionSettings(profile=profile)
        caller = Caller(connection="c", cwd=str(self.project), settings=settings)
        with anyio.fail_after(10):
            async with background(lambda: self.house.left.keep_up(caller)):
                while (found := self.kept(profile)) is None:
                    await checkpoint()
        return found

    def kept(self, profile: str = "askline") -> str | None:
        return kept(self.locations.state, VERSION, profile, str(self.project))

    def all_left(self) -> list[Path]:
        return [*Path(self.locations.state).rglob("*.tools")]

    def line(self, profile: str = "askline") -> Snapshot:
        return first_answers(profile, self.locations, apps=False)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    made = Place(tmp_path)
    monkeypatch.chdir(made.project)
    monkeypatch.delenv("CLAUDE_PROJECT_DIR", raising=False)
    return made


def test_where_nothing_is_declared_the_list_is_everybodys(place: Place) -> None:
    assert nearest(str(place.project)) == ""
    assert nearest("/") == ""
    assert nearest(str(place.project / "below")) == ""
    assert '"ask_user"' in str(place.line().answer(LIST))


def test_where_something_is_the_first_line_waits_for_the_service_with_its_list(
    place: Place,
) -> None:
    place.declare()

    assert place.line().answer(LIST) is None
    assert place.line().answer(HANDS) is not None
    assert place.line("auq").answer(LIST) is not None


def test_settings_may_name_other_places(place: Place) -> None:
    settings = write(place.project / ".askline/config.toml", 'tools.paths = ["tools"]')

    assert declares(str(place.project), (str(settings),))
    assert place.line().answer(LIST) is None


@pytest.mark.parametrize("profile", COMMANDING)
async def test_the_next_line_lists_the_commands_from_what_was_left(
    place: Place, profile: str
) -> None:
    place.declare()
    text = await place.left(profile)

    assert '"demo_go"' in str(place.line(profile).answer(LIST))
    assert await place.left(profile) == text


async def test_what_is_not_trusted_is_not_listed_and_the_greeting_says_so(place: Place) -> None:
    place.declare(trusted=False)
    await place.left()

    assert '"demo_go"' not in str(place.line().answer(LIST))
    assert "askline tools trust" in str(place.line().answer(HANDS))


@pytest.mark.parametrize("change", ["file", "more", "less", "trust", "settings", "nearer", "path"])
async def test_it_holds_until_anything_changes_that_decides_on_it(
    place: Place, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(place.project / ".askline/config.toml", 'tools.paths = ["more", "one.json"]')
    place.declare()
    await place.left()
    below = place.project / "below/.askline/tools/x.json"
    changes = {
        "file": lambda: write(place.file, GO.replace("go", "on")),
        "more": lambda: write(place.project / "more/x.json", GO),
        "less": place.file.unlink,
        "trust": lambda: DiskTrustBook(place.locations).file(str(place.project)).unlink(),
        "settings": lambda: write(place.project / ".askline/config.toml", "# paths"),
        "nearer": lambda: (write(below, GO), monkeypatch.chdir(place.project / "below")),
        "path": lambda: write(place.project / "one.json", GO),
    }

    assert place.line().answer(LIST) is not None
    changes[change]()
    assert place.line().answer(LIST) is None


async def test_what_was_left_and_still_holds_is_not_left_again(place: Place) -> None:
    place.declare()
    await place.left()
    [file] = place.all_left()
    file.chmod(0o640)  # a file that was replaced would be private again

    await place.house.left._leave("askline", str(place.project), again=False)
    assert file.stat().st_mode & 0o777 == 0o640


async def test_when_the_offer_is_another_it_is_left_anew(place: Place) -> None:
    place.declare(trusted=False)
    await place.left()
    caller = Caller(connection="c", cwd=str(place.project))
    house = place.house
    with anyio.fail_after(10):
        async with background(lambda: house.left.keep_up(caller)):
            await house.workshop.offering.offer(str(place.project))
            place.declare()
            while '"demo_go"' not in (place.kept() or ""):
                await house.workshop.offering.offer(str(place.project))
                await checkpoint()

    assert '"demo_go"' in str(place.line().answer(LIST))


@pytest.mark.parametrize(
    ("cwd", "profile"), [(None, "askline"), ("/a\nb", "askline"), ("/", "auq"), ("/", "askline")]
)
async def test_nothing_is_left_where_the_list_is_everybodys(
    place: Place, cwd: str | None, profile: str
) -> None:
    caller = Caller(connection="c", cwd=cwd, settings=ConnectionSettings(profile=profile))
    with anyio.move_on_after(0.05):
        await place.house.left.keep_up(caller)

    assert place.all_left() == []


async def test_a_place_that_takes_nothing_is_no_hindrance(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    place.declare()
    write(Path(place.locations.state) / "snapshots", "a file in the way")
    caller = Caller(connection="c", cwd=str(place.project))
    with anyio.fail_after(10):
        async with background(lambda: place.house.left.keep_up(caller)):
            while "no snapshot was left for a project" not in caplog.text:
                await checkpoint()

    assert place.kept() is None


def test_the_line_knows_which_profiles_have_commands() -> None:
    assert sorted(COMMANDING) == sorted(name for name, each in PROFILES.items() if each.commands)

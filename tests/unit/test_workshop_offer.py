"""What a project offers: as declared, trusted, and there."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import anyio
import pytest

from askline.commands import availability
from askline.commands.house_rules import HouseRules
from askline.commands.loading import Source
from askline.commands.ports import Ended, How
from askline.commands.trust import Trusted
from askline.config.offered import DiskFiles, OfferedDeclarations
from askline.config.per_project import ProjectSettings
from askline.config.settings import load
from askline.config.trusted import DiskTrustBook
from askline.core.errors import NotFound, SandboxUnavailable
from askline.core.locations import Locations
from tests.builders import SHOP, StoppedClock
from tests.unit.declarations import a_file, a_source
from tests.unit.workshop_house import GO, PATIENCE_S, Bench, Book, Shop, a_shop

MISSING = Ended(How.EXITED, exit_code=127)


def checked(**check: Any) -> Source:
    declared = {"name": "new", "availability_check": {"args": ["--version"], **check}}
    return a_source(GO, {**declared, "install_instructions": "Get it at the market."})


async def names(shop: Shop) -> list[str]:
    return [tool.name for tool in (await shop.workshop.offering.offer(SHOP.path)).tools]


async def test_tools_are_offered_in_the_order_of_their_files_from_any_directory() -> None:
    async with a_shop(a_source({"name": "b"}, {"name": "a"})) as shop:
        offer = await shop.workshop.offering.offer(f"{SHOP.path}/src/deep")

        assert [tool.name for tool in offer.tools] == ["demo_b", "demo_a"]
        assert offer.project == SHOP.path
        assert (await shop.workshop.offering.offer(None)).tools == ()


async def test_files_are_read_again_only_when_they_changed() -> None:
    async with a_shop(a_source(GO)) as shop:
        assert await names(shop) == await names(shop) == ["demo_go"]
        assert shop.disk.reads == 1
        shop.disk.sources = (a_source({"name": "other"}),)

        assert await names(shop) == ["demo_other"]
        assert shop.disk.reads == 2


async def test_a_bad_file_is_a_problem_and_the_good_ones_are_offered() -> None:
    async with a_shop(a_source(GO), Source("bad.json", "{")) as shop:
        offer = await shop.workshop.offering.offer(SHOP.path)

    assert [tool.name for tool in offer.tools] == ["demo_go"]
    assert [problem.kind for problem in offer.problems] == ["syntax"]


async def test_who_listens_hears_that_an_offer_became_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("askline.commands.offering.LOOK_AGAIN_S", 0.01)
    async with a_shop(a_source(GO)) as shop:
        await names(shop)
        async with shop.workshop.offering.changed() as changed:
            shop.disk.trusted = False
            with anyio.fail_after(PATIENCE_S):
                assert await anext(changed) == SHOP.path
                Book(shop.disk).write(str(SHOP.path), Trusted((), "now"))
                assert await anext(changed) == SHOP.path


async def test_what_stays_as_it_is_is_looked_at_and_not_read_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("askline.commands.offering.LOOK_AGAIN_S", 0.01)
    async with a_shop(a_source(GO)) as shop:
        await names(shop)
        async with shop.workshop.offering.changed():
            with anyio.fail_after(PATIENCE_S):
                while shop.disk.looks < 5:  # noqa: ASYNC110 - nobody tells of a look
                    await anyio.sleep(0.01)

        assert shop.disk.reads == 1


async def test_only_so_many_projects_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("askline.commands.offering.MOST_PROJECTS", 1)
    async with a_shop(a_source(GO)) as shop:
        await names(shop)
        await shop.workshop.offering.offer("/elsewhere")
        shop.disk.trusted = False
        async with shop.workshop.offering.changed():
            await names(shop)

        assert list(shop.workshop.offering._known) == [SHOP.path]


async def test_a_program_that_is_not_there_is_not_offered_and_says_how_to_get_it() -> None:
    async with a_shop(checked()) as shop:
        shop.bench.ends["--version"] = MISSING

        offer = await shop.workshop.offering.offer(SHOP.path)

        assert [tool.name for tool in offer.tools] == ["demo_go"]
        assert offer.unavailable == {"demo_new": "Get it at the market."}
        with pytest.raises(NotFound) as caught:
            await shop.begin("demo_new")
        assert caught.value.hint == "Get it at the market."
    assert [run.argv for run in shop.bench.probed] == [("demo", "new", "--version")]


@pytest.mark.parametrize(
    ("check", "argv"),
    [
        ({"skip_subcommand_args": True}, ("demo", "--version")),
        ({"command": "other thing"}, ("other", "thing", "--version")),
        ({"success_exit_codes": [127]}, ("demo", "new", "--version")),
    ],
    ids=["without its words", "another program", "another code"],
)
async def test_a_check_runs_as_it_is_declared(check: dict[str, Any], argv: tuple[str, ...]) -> None:
    async with a_shop(checked(**check)) as shop:
        shop.bench.ends["--version"] = (
            MISSING if "success_exit_codes" in check else Ended(How.EXITED, exit_code=0)
        )

        assert await names(shop) == ["demo_go", "demo_new"]
    assert [run.argv for run in shop.bench.probed] == [argv]


async def test_what_was_missing_is_tried_again_after_a_while() -> None:
    clock = StoppedClock()
    async with a_shop(checked(), clock=clock) as shop:
        shop.bench.ends["--version"] = MISSING
        assert await names(shop) == await names(shop) == ["demo_go"]
        del shop.bench.ends["--version"]
        clock.time += availability.AGAIN_AFTER - timedelta(seconds=1)
        assert await names(shop) == ["demo_go"]
        clock.time += timedelta(seconds=1)

        with anyio.fail_after(PATIENCE_S):
            while await names(shop) != ["demo_go", "demo_new"]:
                pass
    assert len(shop.bench.probed) == 2


async def test_what_cannot_be_tried_counts_as_there() -> None:
    async with a_shop(checked()) as shop:
        shop.bench.refusal = SandboxUnavailable("none", hint="get one")

        assert await names(shop) == ["demo_go", "demo_new"]


@pytest.mark.parametrize("place", ["..", "/etc"])
async def test_nothing_is_tried_outside_the_project(place: str) -> None:
    async with a_shop(checked(working_directory=place)) as shop:
        assert await names(shop) == ["demo_go", "demo_new"]
    assert shop.bench.probed == []


async def test_what_the_user_denies_is_not_even_looked_for() -> None:
    async with a_shop(checked()) as shop:
        shop.disk.house = HouseRules(deny=("demo_new",))

        assert await names(shop) == ["demo_go", "demo_new"]
    assert shop.bench.probed == []


async def test_a_listing_waits_only_a_moment_for_a_slow_check(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Slow(Bench):
        async def probe(self, run: Any) -> Any:
            self.probed.append(run)
            await anyio.sleep_forever()

    monkeypatch.setattr(availability, "MOMENT_S", 0.01)
    async with a_shop(checked(), bench=Slow()) as shop:
        found = (await names(shop), await names(shop), len(shop.bench.probed))

    assert found == (["demo_go", "demo_new"], ["demo_go", "demo_new"], 1)


def test_a_projects_files_are_stamped_with_its_settings_and_its_trust(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / ".askline/tools").mkdir(parents=True)
    locations = Locations.from_environment({"ASKLINE_HOME": str(tmp_path / "home")})
    settings = load({}, None, locations=locations)
    book = DiskTrustBook(locations)
    offered = OfferedDeclarations(ProjectSettings({}, locations, settings).of, book)
    stamps = [offered.stamp(str(project))]

    (project / ".askline/tools/demo.json").write_text(str(a_file(GO)))
    stamps.append(offered.stamp(str(project)))
    (project / "tools").mkdir()
    (project / ".askline/config.toml").write_text('tools.paths = ["tools", "one.json"]')
    stamps.append(offered.stamp(str(project)))
    (project / "tools/more.json").write_text("{}")
    stamps.append(offered.stamp(str(project)))
    (project / "one.json").write_text("{}")
    stamps.append(offered.stamp(str(project)))
    Path(locations.trust).mkdir(parents=True)
    book.file(str(project)).write_text("{}")
    stamps.append(offered.stamp(str(project)))
    Path(locations.config).write_text('approvals.deny = ["git"]')
    stamps.append(offered.stamp(str(project)))

    assert len(set(stamps)) == len(stamps)
    assert offered.stamp(str(project)) == stamps[-1]
    assert [source.name for source in offered.read(str(project))] == [
        ".askline/tools/demo.json",
        "tools/more.json",
        "one.json",
    ]
    assert offered.rules(str(project)) == HouseRules(deny=("git",))
    assert offered.root(str(project / "tools")) == str(project)
    assert DiskFiles().exists(str(project))
    assert DiskFiles().real(str(project / "..")) == str(tmp_path)

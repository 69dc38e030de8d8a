"""What units, image and compose run is run here, as it stands there, against a real PostgreSQL."""

import shutil
import subprocess
from collections.abc import Generator
from pathlib import Path

import anyio
import pytest

from askline.config.hub import VARIABLES
from tests.deploy.parts import (
    DEPLOY,
    PROGRAMS,
    UNITS,
    Image,
    Part,
    compose,
    composed,
    unit,
    unit_lines,
)
from tests.deploy.running import PATIENCE_S, done, free_port, ready, started
from tests.postgres import empty_database

pytestmark = pytest.mark.timeout(300)

SITE = "https://ask.example"
OURS = {each.spelled for each in VARIABLES}


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Generator[Path]:
    """A directory in which the address of a database lies, empty at first."""
    directory = tmp_path_factory.mktemp("secrets")
    with empty_database() as dsn:
        (directory / "database").write_text(f"{dsn}\n")
        yield directory


async def serves_and_leaves(replica: Part, log: Path, **more: str) -> None:
    """As its image sees it, too; told to end when it is ready."""
    address, healthy = f"127.0.0.1:{free_port()}", Part(command=Image().words("HEALTHCHECK"))
    told = {"ASKLINE_HUB_LISTEN": address, "ASKLINE_HUB_DRAIN_S": "0.1", **more}
    assert done(healthy, **told).returncode != 0
    with anyio.fail_after(PATIENCE_S * 1.5):
        async with started(replica, log, **told) as process:
            await ready(f"http://{address}")
            assert done(healthy, **told).returncode == 0
            process.terminate()
            assert await process.wait() == 0


async def test_units_migrate_and_run_a_replica(secrets: Path) -> None:
    env_file = {"ASKLINE_HUB_URL": SITE}
    for phase in ("pre", "post"):
        migrate = unit("askline-hub-migrate@.service", instance=phase, credentials=secrets)
        assert migrate.command[1:] == ["hub", "migrate", f"--{phase}"]
        assert done(migrate, **env_file).returncode == 0
    replica = unit("askline-hub@.service", instance="8081", credentials=secrets)

    assert replica.command[1:] == ["hub", "run"]
    assert replica.env["ASKLINE_HUB_LISTEN"] == "127.0.0.1:8081"
    assert set(replica.env) <= OURS
    await serves_and_leaves(replica, secrets / "log", **env_file)


async def test_compose_migrates_first_and_runs_replicas_that_its_proxy_knows(
    secrets: Path,
) -> None:
    services = compose()["services"]
    assert done(composed("migrate", secrets, ASKLINE_SITE=SITE)).returncode == 0
    known = services["caddy"]["environment"]["ASKLINE_REPLICAS"].split()

    assert [each.partition(":")[0] for each in known] == ["hub-1", "hub-2"]
    for each in known:
        name, _, port = each.partition(":")
        replica = composed(name, secrets, ASKLINE_SITE=SITE)
        assert replica.env["ASKLINE_HUB_LISTEN"] == f"0.0.0.0:{port}"
        assert services[name]["depends_on"] == {
            "migrate": {"condition": "service_completed_successfully"}
        }
    metrics = f"127.0.0.1:{free_port()}"
    await serves_and_leaves(replica, secrets / "log", ASKLINE_HUB_METRICS=metrics)


def test_no_service_of_compose_may_write_or_become_more() -> None:
    for name in ("migrate", "hub-1", "hub-2"):
        service = compose()["services"][name]

        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert not any("password" in str(each) for each in service["environment"].values())


def test_the_image_is_nobodys_root_and_holds_no_secret() -> None:
    image = Image()
    user, _, group = image.last["USER"].partition(":")

    assert int(user) > 0 < int(group)
    assert set(image.env()) & OURS == {"ASKLINE_HUB_LISTEN"}
    assert image.last["STOPSIGNAL"] == "SIGTERM"


def test_what_is_copied_into_the_image_is_there_and_its_packages_are_locked() -> None:
    said = Image().said
    copied = [
        place
        for word, rest in said
        if word == "COPY" and "--from" not in rest
        for place in rest.split()[:-1]
    ]
    let_in = (DEPLOY / "Containerfile.dockerignore").read_text().splitlines()
    [sync] = [rest for word, rest in said if word == "RUN" and rest.startswith("uv sync")]

    for place in copied:
        assert Path(place).exists()
        assert f"!{Path(place).parts[0]}" in let_in
    looked = subprocess.run([*sync.split(), "--dry-run"], capture_output=True, check=False)
    assert looked.returncode == 0, looked.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["hadolint", "deploy/Containerfile"],
        ["check-jsonschema", "--builtin-schema", "vendor.compose-spec", "deploy/compose.yaml"],
    ],
    ids=["image", "compose"],
)
def test_those_who_know_the_format_find_nothing(command: list[str]) -> None:
    told = subprocess.run(
        [PROGRAMS / command[0], *command[1:]], capture_output=True, text=True, check=False
    )

    assert told.returncode == 0, told.stdout


def test_a_unit_gives_longer_than_a_leave_takes() -> None:
    [default] = [each.default for each in VARIABLES if each.name == "DRAIN_S"]
    [stop] = [value for key, value in unit_lines("askline-hub@.service") if key == "TimeoutStopSec"]

    assert float(stop) > float(default) + 2
    assert float(compose()["services"]["hub-1"]["stop_grace_period"].rstrip("s")) > 10 + 2


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_finds_nothing_in_the_units_and_they_are_walled_in(tmp_path: Path) -> None:
    for each in UNITS.iterdir():
        text = each.read_text().replace("/opt/askline/bin/askline-backup", "/bin/true")
        (tmp_path / each.name).write_text(text.replace("/opt/askline/bin/askline", "/bin/true"))
    names = ["askline-hub@8081", "askline-hub-migrate@pre", "askline-hub-backup"]
    files = [tmp_path / f"{name}.service" for name in names]
    for file, name in zip(files, names, strict=True):
        template = tmp_path / f"{name.partition('@')[0]}@.service"
        if template.exists():
            template.rename(file)

    units = [*map(str, files), str(tmp_path / "askline-hub-backup.timer")]
    verified = analysed("verify", "--man=no", "--recursive-errors=no", *units)
    walls = analysed("security", "--offline=true", "--threshold=20", str(files[0]))

    assert (verified.returncode, verified.stderr) == (0, "")
    assert walls.returncode == 0, walls.stdout[-300:]


def analysed(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)

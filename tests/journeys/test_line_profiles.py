"""Which profile an agent is served: what it was told, else what its project says, else the user."""

from collections.abc import Generator
from pathlib import Path

import pytest

from askline.core.locations import Locations
from tests.journeys.agents import JUNE, Agent, Home
from tests.journeys.agents import home as a_home


@pytest.fixture
def home() -> Generator[Home]:
    with a_home() as made:
        yield made


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def listed(home: Home, *words: str) -> str:
    """The first tool."""
    agent = Agent(home, JUNE, *words)
    tools = agent.call("tools/list")["tools"]
    agent.close()
    return tools[0]["name"]


def test_the_service_decides_by_flag_project_and_user_in_this_order(home: Home) -> None:
    write(Path(Locations.from_environment(home.env).config), 'profile = "auq"')
    users = listed(home)
    write(home.project / ".askline/config.toml", 'profile = "feedback"\nweb.port = 1')
    projects = listed(home)
    told = listed(home, "--profile", "askline")

    assert (users, projects) == ("ask_user_questions", "interactive_feedback")
    assert told == "ask_user"
    log = Path(Locations.from_environment(home.env).log).read_text()
    assert "'web.port'" in log


def test_a_cold_service_and_the_line_before_it_say_the_same(home: Home) -> None:
    """The line answers first where it knows the profile, and waits for the service where it does not."""
    write(home.project / ".askline/config.toml", 'profile = "auq"')
    first = listed(home)
    home.run("service", "stop")
    again = listed(home)
    home.run("service", "stop")
    write(home.project / ".askline/config.toml", 'profile = "askline"')

    assert first == again == "ask_user_questions"
    assert listed(home) == "ask_user"

"""One client at work: its model asks, a person answers, and both sides are watched."""

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from tests.clients.conversation import Call, Json, Words
from tests.clients.known import Client
from tests.clients.model import Model, scripted_model
from tests.clients.scene import Scene, a_scene, running
from tests.clients.script import ASK as ASKS
from tests.clients.script import INDIRECT, Script
from tests.clients.terminal import Terminal, a_terminal
from tests.clients.wire import Wire, read_wire

PROMPT = "Ask your human which database we take."
QUESTION = {
    "id": "db",
    "question": "Which database shall it be?",
    "options": ["Postgres", "SQLite"],
}
ASK = Script({"questions": [QUESTION]})
START_S = 90.0
"""The slowest client on a busy machine."""


@dataclass(frozen=True)
class Play:
    client: Client
    scene: Scene
    model: Model
    terminal: Terminal | None = None

    def asked(self) -> Json:
        """The one ask, as people see it in their inbox. Nobody looks before the call is on the wire:
        the service is started by the line, as it is by a client on a fresh machine."""

        def called() -> bool:
            return self.scene.record.exists() and bool(self.wire().calls())

        assert self.model.wait_until(called, START_S), f"nobody asked\n{self.happened()}"
        [ask] = self.scene.human.pending(1)
        return ask

    def ask_as_it_stands(self, ask: Json) -> Json:
        return self.scene.human.json("show", ask["id"])

    def told(self, within: float = 60) -> str:
        """What the model read last, once it has ended its turn."""

        def ended() -> bool:
            return bool(self.model.results()) and isinstance(self.model.moves()[-1], Words)

        assert self.model.wait_until(ended, within), f"the turn never ended\n{self.happened()}"
        return self.model.results()[-1]

    def wire(self) -> Wire:
        return read_wire(self.scene.record)

    def calls_it(self) -> str:
        """Our tool under the name by which the model called it."""
        asked = [move for move in self.model.moves() if isinstance(move, Call)]
        return next(name for name in map(_spelled, asked) if name.endswith(ASKS))

    def happened(self) -> str:
        log = self.scene.root / "client.log"
        said = log.read_text(errors="replace")[-2000:] if log.exists() else ""
        screen = self.terminal.screen() if self.terminal else ""
        return f"{self.client.name}: {self.model.moves()}\n{said}\n{screen}"


@contextmanager
def playing(client: Client, script: Script = ASK) -> Generator[Play]:
    """The client with a prompt: without a terminal, or in one where it would not ask otherwise."""
    with ExitStack() as stack:
        model = stack.enter_context(scripted_model(script))
        scene = stack.enter_context(a_scene(model.url))
        client.configure(scene)
        command, env = client.prompted(scene, PROMPT), client.env(scene)
        terminal = None
        if client.needs_terminal:
            terminal = stack.enter_context(a_terminal(scene, command, env))
        else:
            stack.enter_context(running(scene, command, env))
        yield Play(client, scene, model, terminal)


@contextmanager
def playing_in_terminal(client: Client, script: Script = ASK) -> Generator[tuple[Play, Terminal]]:
    """The client as people use it; nothing is typed yet."""
    with (
        scripted_model(script) as model,
        a_scene(model.url) as scene,
    ):
        client.configure(scene)
        with a_terminal(scene, client.command(scene), client.env(scene)) as terminal:
            yield Play(client, scene, model, terminal), terminal


def _spelled(call: Call) -> str:
    if call.name == INDIRECT:
        return f"{INDIRECT} {call.arguments['name']}"
    return f"{call.namespace}.{call.name}" if call.namespace else call.name

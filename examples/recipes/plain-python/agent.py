"""A program that asks and waits. Killed and started again under the same name, it finds its ask again."""

import sys
from pathlib import Path

from askline import Client


def main(run: str) -> str:
    client = Client()  # the user's own service
    ask = client.ask(
        key=f"{run}/database",  # the same key leads to the same ask, also after its answer
        question="Which database shall the import go to?",
        options=["PostgreSQL", "SQLite"],
        agent={"name": "importer"},
        project={"name": Path.cwd().name, "path": str(Path.cwd())},
    )
    outcome = client.outcome(ask["id"], wait=None, take=True)  # until somebody decides
    if not outcome["answered"]:
        return f"Nothing imported: {outcome['state']}. {outcome.get('reason') or ''}"
    [answer] = outcome["answers"]
    return f"Imported into {' '.join(answer['values']) or answer['customText']}."


if __name__ == "__main__":
    print(main(sys.argv[1]))

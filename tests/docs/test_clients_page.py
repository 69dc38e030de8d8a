"""The page about real clients is made from the record of their runs, and from nothing else."""

from tests.clients.installing import packages
from tests.clients.known import CLIENTS
from tests.clients.records import taken_over
from tests.clients.table import PAGE, page


def test_the_page_is_what_the_record_makes_of_it() -> None:
    assert PAGE.read_text() == page(taken_over()), "write it anew with `just clients-table`"


def test_the_record_is_of_the_versions_that_are_run() -> None:
    recorded = {name: facts["declares"]["version"] for name, facts in taken_over().items()}

    assert recorded == {client.name: packages()[client.name].version for client in CLIENTS}

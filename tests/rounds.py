"""How long the long loops are: a short form in the gate, the long form in `just nightly`."""

import os

LONG = os.environ.get("ASKLINE_TEST_ROUNDS") == "long"


def rounds(*, gate: int, nightly: int) -> int:
    return nightly if LONG else gate

"""Bytes of an output file with its secrets blotted out, wherever a reader begins and ends.

A secret may begin before what is read, or end behind it, or go over many lines: so more is looked at
than is handed over. A blot is as long as what it hides, so that places in the file stay what they are.
Text is made of it elsewhere; secrets that show only then are taken out there.
"""

import re
from typing import BinaryIO, Final

from askline.runner.redaction import LEFT, Redaction

AROUND: Final = 24 << 10
"""Longer than a private key."""
BLOT: Final = 0xFF
"""In no text: a byte of the file that is the same is given as another that is in no text either."""

_AS_READ: Final = bytes(0xFE if each == BLOT else each for each in range(256))
_BLOTS: Final = re.compile(rb"\xff+")


def read_hidden(file: BinaryIO, start: int, length: int, redact: Redaction) -> bytes:
    """So many bytes from there on, or as many as there are."""
    before = min(start, AROUND)
    file.seek(start - before)
    data = bytearray(file.read(before + length + AROUND).translate(_AS_READ))
    # One byte, one character: what is found in the text is found at the same place in the bytes.
    for first, end in redact.found(data.decode("latin-1")):
        data[first:end] = bytes([BLOT]) * (end - first)
    return bytes(data[before : before + length])


def named(data: bytes) -> bytes:
    """With a word in the place of every blot."""
    return _BLOTS.sub(LEFT.encode(), data)

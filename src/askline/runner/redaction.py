"""Secrets of well-known shapes, taken out of what is shown. What lies on the disk is untouched.

A pattern finds what it knows: this lessens accidents and is no wall.
"""

import re
from collections.abc import Iterator

LEFT = "[redacted]"

KNOWN = (
    r"(?P<kept>(?i:\bbearer\s+))[\w.~+/=-]{8,}",
    r"\bAKIA[0-9A-Z]{16}\b",
    r"\bgh[pousr]_\w{20,}",
    r"\bgithub_pat_\w{20,}",
    r"\bglpat-[\w-]{16,}",
    r"\bxox[abprs]-[\w-]{10,}",
    r"\bsk-[\w-]{16,}",
    r"\bnpm_\w{30,}",
    # From the beginning of a run on and never back: a text full of beginnings is looked at once.
    r"(?<![\w-])eyJ[\w-]{8,}+\.eyJ[\w-]{8,}+\.[\w-]+",
    r"(?<=://)[^/\s:@]{0,256}:[^/\s@]{1,256}(?=@)",
    r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]{0,20000}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?",
    r"(?P<kept>(?i:(?:password|passwd|secret|token|api_?key|access_key)['\"]?\s{0,8}[=:]\s{0,8}['\"]?))[^\s'\"]{4,}",
)


class Redaction:
    def __init__(self) -> None:
        self._patterns = [re.compile(each) for each in KNOWN]

    def __call__(self, text: str) -> str:
        for pattern in self._patterns:
            text = pattern.sub(_left, text)
        return text

    def found(self, text: str) -> Iterator[tuple[int, int]]:
        """Where secrets are, from and to."""
        for pattern in self._patterns:
            for each in pattern.finditer(text):
                kept = "kept" in pattern.groupindex
                yield each.end("kept") if kept else each.start(), each.end()


def _left(found: re.Match[str]) -> str:
    return found.groupdict().get("kept", "") + LEFT

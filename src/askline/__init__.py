"""The line between AI agents and their humans.

Importing this package imports nothing else: the console script must start in tens of milliseconds.
"""

__all__ = ["__version__"]

__version__: str


def __getattr__(name: str) -> str:
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415 - costs 10 ms, paid by who asks

        return version("askline")
    raise AttributeError(f"module 'askline' has no attribute {name!r}")

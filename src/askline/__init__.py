"""The line between AI agents and their humans.

Importing this package imports nothing else: the console script must start in tens of milliseconds.
"""

__all__ = ["__version__"]

__version__: str


def __getattr__(name: str) -> str:
    if name == "__version__":
        from askline.core.version import VERSION  # noqa: PLC0415 - paid by who asks

        return VERSION
    raise AttributeError(f"module 'askline' has no attribute {name!r}")

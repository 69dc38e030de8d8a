"""The line between AI agents and their humans.

Importing this package imports nothing else: the console script must start in tens of milliseconds.
`Client` and `AsyncClient` speak to a running service, see the reference of the Python client.
"""

TYPE_CHECKING = False  # as type checkers know it; even `typing` is an import
if TYPE_CHECKING:
    from askline.client.asynchronous import AsyncClient
    from askline.client.local import Client

    __version__: str

__all__ = ["AsyncClient", "Client", "__version__"]

_PLACES = {
    "AsyncClient": ("askline.client.asynchronous", "AsyncClient"),
    "Client": ("askline.client.local", "Client"),
    "__version__": ("askline.core.version", "VERSION"),
}


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module 'askline' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - paid by who asks

    module, there = _PLACES[name]
    return getattr(import_module(module), there)

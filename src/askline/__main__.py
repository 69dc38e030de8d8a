"""The console script."""


def main() -> None:
    pass

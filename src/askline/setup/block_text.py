"""A paragraph of ours in a text that models read, between marks that renderers do not show."""

MARK = "askline:start"
START, END = f"<!-- {MARK} -->", "<!-- askline:end -->"


def put(text: str, words: str) -> str:
    """The paragraph at the end, or in the place of the one that is there."""
    block = f"{START}\n{words}\n{END}\n"
    begin, end = _place(text)
    if begin is not None:
        return text[:begin] + block + text[end:]
    between = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    return text + between + block


def drop(text: str) -> str:
    begin, end = _place(text)
    if begin is None:
        return text
    before, after = text[:begin], text[end:]
    # The empty line before it came with it.
    return (
        before.removesuffix("\n") + after
        if not after or before.endswith("\n\n")
        else before + after
    )


def _place(text: str) -> tuple[int | None, int]:
    begin = text.find(START)
    end = text.find(END, begin)
    if begin < 0 or end < 0:
        return None, 0
    end += len(END)
    return begin, end + (text[end : end + 1] == "\n")

"""The line, as Claude Desktop starts it."""

import sys

from askline.__main__ import main

if __name__ == "__main__":
    sys.argv[:] = ["askline", "mcp"]
    main()

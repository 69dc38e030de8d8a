"""The HTTP API as Python: for the command line, the terminal inbox and host programs.

Speaks to a running service and starts none. What it returns is the API's JSON, unchanged; problems
come back as the errors of `askline.core.errors`.
"""

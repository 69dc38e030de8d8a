"""The HTTP API as Python: for the command line, the terminal inbox and host programs.

`verbs` spells every verb once, as a call; `local` makes calls and waits (standard library alone, it
must load fast), `asynchronous` makes them beside other things. Speaks to a running service and
starts none. What it returns is the API's JSON, unchanged; problems come back as the errors of
`askline.core.errors`.
"""

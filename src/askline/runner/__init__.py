"""Runs declared commands, confined and bounded, without starting a process in the service.

`runner` hands what is to run to a warden inside the sandbox and hears how it ended; `sandbox`
says what such a warden can see; `login_env` what a command finds in its environment; `output`
reads what it wrote. Nothing here decides whether a command may run: that is the workshop's.
"""

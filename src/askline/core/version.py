"""The version of this installation, where a process can read it without looking at its metadata."""

VERSION = "0.1.0"

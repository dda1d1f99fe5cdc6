"""`cli`: run a command line in an empty folder of its own, with no trace of the machine's."""

from support.fixtures import cli

__all__ = ["cli"]

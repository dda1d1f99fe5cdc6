"""Sandboxes, in which programs are run with their tests; one backend a file."""

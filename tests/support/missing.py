"""Tests that could not run: each reason is listed once at the end of the run."""

from importlib import import_module
from types import ModuleType

import pytest

SENTENCES: dict[str, None] = {}


def say(sentence: str) -> None:
    """Record what could not run, and why."""
    SENTENCES[sentence] = None


def module(name: str, what: str) -> ModuleType:
    """Import a package that a test needs, or note what cannot run without it and skip.

    Args:
        name: The module.
        what: What the test is about, in the plural.
    """
    try:
        return import_module(name)
    except ImportError:
        say(f"{what}: {name} is not installed")
        pytest.skip(f"{name} is not installed")

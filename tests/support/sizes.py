"""Sizes of a test: a small one always runs, the full ones in the long part."""

from typing import Any

import pytest


def long(*values: Any) -> Any:
    """Mark the parameters of a case as long."""
    return pytest.param(*values, marks=pytest.mark.long)

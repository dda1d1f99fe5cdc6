"""Tests of recipes neither read nor write the data folder of the user."""

import pytest


@pytest.fixture(autouse=True)
def _alone(alone):
    """Use `alone` for every test of this folder."""

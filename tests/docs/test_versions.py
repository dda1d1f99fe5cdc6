"""The page of versions names what there is."""

import re

import sacreval
from support.mirror import CHECKOUT

PAGE = (CHECKOUT / "docs" / "versions.md").read_text(encoding="utf-8")


def test_names_are_public():
    """Every class that the page calls stable is in `sacreval.__all__`."""
    named = re.findall(r"`([A-Z]\w+)`", PAGE.partition("**Python.**")[2])
    assert named
    assert set(named) <= set(sacreval.__all__)

"""The page on the record."""

import re

from sacreval.core.records import FIELDS
from support.mirror import CHECKOUT


def test_every_field_is_on_the_page():
    """The table of the page has every field of a record, in order."""
    text = (CHECKOUT / "docs" / "records.md").read_text("utf-8").partition("## Kinds")[0]
    assert tuple(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)) == FIELDS

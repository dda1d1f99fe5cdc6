"""The picture of a report on the site is taken when the site is built."""

import pytest

from generator.report_picture import NAME, picture
from support import missing
from support.mirror import CHECKOUT


@pytest.mark.long
def test_it_is_taken():
    """It is a PNG of 1000 by 1500 pixels with content."""
    taken = picture(CHECKOUT).get(NAME)
    if taken is None:
        missing.say("the picture of a report: there is no browser on the PATH")
        pytest.skip("no browser")
    assert taken[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(taken[i : i + 4]) for i in (16, 20)] == [1000, 1500]
    assert len(taken) > 50_000


def test_without_a_browser(monkeypatch):
    """The picture in the repository stays, which pages link to."""
    monkeypatch.setenv("PATH", "")
    assert picture(CHECKOUT) == {}
    assert (CHECKOUT / "docs" / NAME).is_file()

"""The picture of a report on the site is taken when the site is built."""

import pytest

from generator import report_picture
from generator.report_picture import NAME, picture
from sacreval.errors import NotSetUpError
from sacreval.features.page.pdf import browser
from support import missing
from support.mirror import CHECKOUT


@pytest.mark.long
def test_it_is_taken():
    """It is a PNG of 1000 by 1500 pixels with content."""
    try:
        browser()
    except NotSetUpError:
        missing.say("the picture of a report: there is no browser on the PATH")
        pytest.skip("no browser")
    taken = picture(CHECKOUT)[NAME]
    assert taken[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(taken[i : i + 4]) for i in (16, 20)] == [1000, 1500]
    assert len(taken) > 50_000


def test_without_a_browser(monkeypatch):
    """The picture in the repository stays, which pages link to."""

    def none():
        raise NotSetUpError("no browser; install one")

    monkeypatch.setattr(report_picture, "browser", none)
    assert picture(CHECKOUT) == {}
    assert (CHECKOUT / "docs" / NAME).is_file()

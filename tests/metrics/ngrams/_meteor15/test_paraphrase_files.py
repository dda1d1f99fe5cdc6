"""A language's paraphrases: the user's own, else the fetched English ones."""

import pytest

from sacreval.errors import NotSetUpError
from sacreval.metrics.ngrams._meteor15.paraphrase_files import find_table, own_table

pytestmark = pytest.mark.usefixtures("alone")


def test_none():
    """Without a table the command is named that installs it."""
    with pytest.raises(NotSetUpError, match="run: sacreval setup-metric meteor-1.5$"):
        find_table("en")
    with pytest.raises(
        NotSetUpError, match="run: sacreval setup-metric meteor-1.5 --paraphrases de=FILE.gz"
    ):
        find_table("de")


def test_own_before_fetched(tmp_path):
    """The user's own table is used where there is one."""
    fetched = tmp_path / "home" / "meteor-1.5" / "paraphrases-en.table"
    for path in (fetched, own_table("en"), own_table("de")):
        path.parent.mkdir(parents=True, exist_ok=True)
    fetched.touch()
    assert find_table("en") == fetched
    own_table("en").touch()
    own_table("de").touch()
    assert find_table("en") == own_table("en")
    assert find_table("de") == own_table("de")

"""What the tutorials show is what happens."""

import pytest

from support import missing
from support.mirror import CHECKOUT
from support.walkthrough import has_shell, play

TUTORIALS = sorted((CHECKOUT / "docs" / "tutorials").glob("*.md"))


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_tutorial_runs(page, tmp_path):
    """Every block of a tutorial runs, in order, and prints what the page shows."""
    if not has_shell():
        missing.say("the tutorials: there is no bash")
        pytest.skip("no bash")
    (tmp_path / "configs").symlink_to(CHECKOUT / "configs")
    play(page, tmp_path)


def test_there_are_tutorials():
    """Six things are shown, one a page."""
    assert {page.stem for page in TUTORIALS} >= {
        "score", "compare", "gate", "evaluate-a-metric", "add-a-metric", "add-a-corpus"
    }  # fmt: skip

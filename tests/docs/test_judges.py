"""The pages of judges: every key that a file may have, and every judge."""

import re

import pytest

from generator.judge_pages import FILES, judge_pages
from sacreval.metrics.judges._judge_files import SHIPPED, definition
from support.mirror import CHECKOUT

GUIDE = CHECKOUT / "docs" / "judging.md"
PAGE = judge_pages()["judge_files.md"]


@pytest.mark.parametrize(("title", "part"), [(title, part) for title, _, part in FILES])
def test_every_key_is_described(title, part):
    """A section has the keys of its part of a judge file, and no others."""
    text = PAGE.partition(f"\n## {title} {{")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `([\w-]+)` \|", text, re.MULTILINE) != []
    assert set(re.findall(r"^\| `([\w-]+)` \|", text, re.MULTILINE)) == set(part.__struct_fields__)


def test_every_shipped_judge_is_listed():
    """The table has the judges, with their sentence."""
    for path in SHIPPED.glob("*.yaml"):
        assert f"| `{path.stem}` | {definition(path.stem).about}" in PAGE


def test_the_guide_names_every_scale_and_rule():
    """Both lists of the guide are whole."""
    text = GUIDE.read_text(encoding="utf-8")
    for title, anchor, _ in FILES:
        if title.startswith(("Scale", "Rule")):
            assert f"`{anchor}`" in text

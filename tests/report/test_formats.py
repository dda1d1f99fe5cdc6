"""Formats by the endings of files."""

from pathlib import Path

import pytest

from sacreval.errors import UsageError
from sacreval.report.formats import format_of


@pytest.mark.parametrize(
    ("name", "form"),
    [("a.json", "json"), ("a.b.CSV", "csv"), ("a.markdown", "md"), ("a.latex", "tex"),
     ("a.txt", "text")],
)  # fmt: skip
def test_endings(name, form):
    """Case does not count, and some formats have two endings."""
    assert format_of(Path(name)) == form


@pytest.mark.parametrize(("name", "said"), [("a.jsn", "'json'"), ("a", "available")])
def test_unknown_endings(name, said):
    """Another ending is answered with the nearest, or with those that there are."""
    with pytest.raises(UsageError, match=said):
        format_of(Path(name))

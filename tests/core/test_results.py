"""Results as they are written, and which systems take part."""

import pytest

from sacreval.core.results import SCHEMA_VERSION, Report
from sacreval.core.selection import Selection
from sacreval.core.version import version


@pytest.mark.parametrize(
    ("selection", "taken"),
    [
        (Selection(), {"a", "b", "human"}),
        (Selection(("peer",)), {"a", "b"}),
        (Selection(("reference",)), {"human"}),
        (Selection(("b", "reference")), {"b", "human"}),
        (Selection(("all",), ("a",)), {"b", "human"}),
        (Selection(("a",), ("a",)), set()),
    ],
    ids=["all", "peers", "references", "named", "excluded", "none"],
)
def test_selection(selection, taken):
    """Kinds and names are taken, and what is excluded is not, even if it is named."""
    kinds = {"a": "peer", "b": "peer", "human": "reference"}
    assert {name for name, kind in kinds.items() if selection.takes(name, kind)} == taken


def test_what_a_selection_says():
    """Names that must exist are listed; the selection of all is not written."""
    assert Selection(("peer", "a"), ("b",)).named == ["a", "b"]
    assert Selection().stated() is None
    assert Selection(exclude=("a",)).stated() == Selection(exclude=("a",))


def test_a_file_has_versions():
    """Results are written with the versions of the schema and of sacreval, and the notices."""
    file = Report([], notices=["n"], selection=Selection(("peer",))).to_file()
    assert (file.schema_version, file.sacreval) == (SCHEMA_VERSION, version())
    assert file.selection == Selection(("peer",))
    assert file.notices == ["n"]

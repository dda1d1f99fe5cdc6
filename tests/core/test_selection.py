"""Selection of systems and records."""

import pytest

from sacreval.core.selection import Selection
from sacreval.errors import UsageError


def test_records_of_systems():
    """The systems stay; a seed is stated with a sample only."""
    systems = Selection(("peer",), ("a",))
    assert systems.with_records((), None, None, 5) == systems
    assert not systems.of_records
    found = systems.with_records(["x"], 3, None, 5)
    assert found == Selection(("peer",), ("a",), ("x",), 3)
    assert systems.with_records((), None, 3, 5).seed == 5
    assert found.of_records


@pytest.mark.parametrize(
    ("limit", "sample", "message"),
    [
        (0, None, "--limit 0: give 1 or more"),
        (None, -1, "--sample -1: give 1 or more"),
        (2, 2, "--limit takes the first"),
    ],
)
def test_numbers_that_select_nothing(limit, sample, message):
    """A number below 1, or both at once, is refused."""
    with pytest.raises(UsageError, match=message):
        Selection().with_records((), limit, sample, 1)

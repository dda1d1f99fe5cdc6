"""Comparisons over data sets as they are written."""

import msgspec

from sacreval.features.compare.sets.result import (
    SetComparisonFile,
    SetReport,
    SetSettings,
    SetStanding,
    StochasticOrder,
)


def test_a_file_is_read_as_it_was_written():
    """The file has settings, systems, ranks and orders, and no notices."""
    standing = SetStanding(
        output="m", system_id="a", mean_rank=None, mean_of_sets=1.0, scores={"x": 1.0}
    )
    order = StochasticOrder(
        output="m", data_set="x", first="a", second="b", runs=(5, 6), violation_ratio=0.1,
        bound=0.3, finding="no difference shown",
    )  # fmt: skip
    file = SetReport(SetSettings(runs="@"), [standing], [], [order], ["told"]).to_file()
    text = msgspec.json.encode(file)
    assert msgspec.json.decode(text, type=SetComparisonFile) == file
    assert "notices" not in msgspec.json.decode(text)

"""Comparisons over data sets as they are written."""

import msgspec

from sacreval.features.compare.sets.result import (
    SetComparisonFile,
    SetReport,
    SetSettings,
    SetStanding,
)


def test_a_file_is_read_as_it_was_written():
    """The file has settings, systems and ranks, and no notices."""
    standing = SetStanding(
        output="m", system_id="a", mean_rank=1.0, mean_of_sets=1.0, scores={"x": 1.0}
    )
    file = SetReport(SetSettings(runs="@"), [standing], [], ["told"]).to_file()
    text = msgspec.json.encode(file)
    assert msgspec.json.decode(text, type=SetComparisonFile) == file
    assert "notices" not in msgspec.json.decode(text)

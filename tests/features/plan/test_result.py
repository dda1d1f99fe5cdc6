"""The structs of plans."""

import msgspec

from sacreval.features.plan.result import Plan, PlanFile, PlanSettings, Spread


def test_goals():
    """A half-width asks for an interval, all else for a difference."""
    assert PlanSettings().goal == "difference"
    assert PlanSettings(half_width=0.1).goal == "interval"


def test_files_are_read_back():
    """A plan file holds all of a plan but its notices."""
    settings, spreads = PlanSettings(items=(5, 9)), {"a and b": Spread(between=1.0)}
    made = Plan(
        settings=settings, answers=["yes."], assumptions=["so"], rows=[], spreads=spreads,
        notices=["look"],
    )  # fmt: skip
    read = msgspec.json.decode(msgspec.json.encode(made.to_file()), type=PlanFile)
    assert (read.settings, read.spreads, read.answers) == (settings, spreads, ["yes."])

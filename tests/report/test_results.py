"""The work of a table grows with the number of its results, not with the square of it."""

from types import SimpleNamespace

import pytest
from msgspec import UNSET

from sacreval.features.compare import tables as comparison
from sacreval.features.compare.result import ComparisonReport, Settings
from sacreval.report.result_notes import signature_lines
from sacreval.report.results import wide_table


class Counted:
    """A result that counts how often one of its fields is read."""

    reads = 0

    def __init__(self, system, output, group=None):
        self._fields = {
            "system_id": system, "output": output, "metric": output, "group": group, "value": 0.5,
            "n": 3, "of": None, "higher_is_better": True, "interval": None, "signature": output,
            "engine": "official", "alias": None, "best_rank": 1, "worst_rank": 1,
            "sacrebleu": UNSET,
            "band": None, "repeats": None, "corrected": None, "missing": None, "dataset": None,
            "renamed": None, "unanswered": 0, "missing_total": 0, "samples": None,
        }  # fmt: skip

    def __getattr__(self, name):
        Counted.reads += 1
        return self._fields[name]


def reads(made, use):
    """Count the fields that a function reads of results."""
    Counted.reads = 0
    use(made)
    return Counted.reads


def results(systems, outputs=2, groups=(None,)):
    return [
        Counted(f"s{i}", f"m{j}", group)
        for i in range(systems)
        for group in groups
        for j in range(outputs)
    ]


def table(found):
    """Set the table of results, all with four decimal places."""
    return wide_table(found, dict.fromkeys((one.output for one in found), 4))


@pytest.mark.parametrize("use", [table, signature_lines])
@pytest.mark.parametrize("grow", ["systems", "outputs", "groups"])
@pytest.mark.long
def test_twice_the_results_are_twice_the_work(use, grow):
    """Twice the systems, numbers or groups cost at most twice the reads of fields."""
    small = {"systems": 20, "outputs": 20, "groups": [f"g={i}" for i in range(20)]}
    large = small | {grow: small[grow] * 2}
    if grow == "groups":
        large["groups"] = [f"g={i}" for i in range(40)]
    once, twice = (reads(results(**sizes), use) for sizes in (small, large))
    assert 0 < twice <= 2.2 * once


@pytest.mark.parametrize("grow", ["systems", "outputs"])
def test_twice_the_numbers_of_a_comparison_are_twice_the_work(grow):
    """Twice the systems or numbers of a comparison cost at most twice the reads of standings."""

    def table(systems, outputs):
        compared = [
            SimpleNamespace(
                dataset=None,
                group=None,
                output=f"m{j}",
                base="",
                other="",
                n=3,
                of=None,
                alias="m",
                missing=0,
                base_missing=0,
                other_missing=0,
                unanswered=0,
                base_unanswered=0,
                other_unanswered=0,
            )
            for j in range(40)
        ]
        return reads(
            ComparisonReport(Settings(), compared, results(systems, outputs)), comparison.wide_table
        )

    small = {"systems": 20, "outputs": 20}
    once, twice = table(**small), table(**small | {grow: 40})
    assert 0 < twice <= 2.2 * once

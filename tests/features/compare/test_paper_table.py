"""A table for a paper, of a comparison."""

from dataclasses import replace

import pytest
from msgspec import structs

from sacreval.core.results import Interval
from sacreval.errors import UsageError
from sacreval.features.compare.paper_table import caption_of, scores_of
from sacreval.features.compare.result import ComparisonReport, Settings, Standing
from sacreval.features.compare.result import TestResult as Tested
from sacreval.features.paper.layout import Choice, layout
from support.pairs import compared

INTERVAL = Interval(low=1.0, high=2.0, level=0.9, method="bca", resamples=9, seed=1)


def standing(system, value, group=None):
    return Standing(
        output="x", group=group, system_id=system, value=value, best_rank=1, worst_rank=1
    )


def test_differences_from_the_base():
    """Of a comparison a cell has the difference, the corrected p-value, and whether it is shown."""
    shown = scores_of(ComparisonReport(
        Settings(), [compared("x", "b", finding="better")], [standing("a", 1.0), standing("b", 2.0)]
    ))  # fmt: skip
    (column,) = shown.columns
    base, other = (shown.cells[x, column] for x in "ab")
    assert list(base.parts) == ["score"]
    assert list(other.parts) == ["score", "difference", "p"]
    assert (other.differs, other.best, base.best) == (True, True, False)


def test_what_is_not_distinguished_from_the_best_is_bold():
    """The base too, where the test does not find that the best is better."""
    table = [compared("x", "b"), compared("x", "c", finding="worse")]
    standings = [standing("a", 1.0), standing("b", 2.0), standing("c", 0.5)]
    shown = scores_of(ComparisonReport(Settings(), table, standings))
    assert {s for (s, _), cell in shown.cells.items() if cell.best} == {"a", "b"}
    assert {s for (s, _), cell in shown.cells.items() if cell.differs} == {"c"}


def test_a_system_with_missing_records_is_not_bold():
    """It is marked, and its score is that of all its records; the best of the others is bold."""
    table = [compared("x", "b", other_missing=2, finding="depends on missing"), compared("x", "c")]
    standings = [standing("a", 1.0), replace(standing("b", 2.0), value_of_all=3.0)]
    report = ComparisonReport(Settings(), table, [*standings, standing("c", 0.5)])
    shown = scores_of(report)
    cells = {system: cell for (system, _), cell in shown.cells.items()}
    assert {system for system, cell in cells.items() if cell.best} == {"a", "c"}
    assert [system for system, cell in cells.items() if cell.missing] == ["b"]
    assert cells["b"].parts["score"] == "3.0000"
    lone = replace(report, comparisons=[replace(table[0], base_missing=1)])
    assert not any(cell.best for cell in scores_of(lone).cells.values() if cell.missing)


def test_exploratory_findings_have_no_mark():
    """What is not corrected is not marked as a difference."""
    pair = replace(compared("x", "b", finding="better"), exploratory=True)
    shown = scores_of(
        ComparisonReport(Settings(), [pair], [standing("a", 1.0), standing("b", 2.0)])
    )
    assert not any(cell.differs for cell in shown.cells.values())


def test_groups_are_refused():
    """A table for a paper has no rows for groups."""
    with pytest.raises(UsageError, match="drop --by"):
        scores_of(ComparisonReport(Settings(), [], [standing("a", 1.0, "d=x")]))


@pytest.mark.parametrize(
    ("test", "reason", "draws"),
    [
        ("paired-ar", "", ", 10000 trials, seed 12345,"),
        ("mid-p", "0/1 scores", " the mid-p test, p"),
        ("mid-p", "few values", ", 10000 trials, seed 12345,"),
        ("centred-bs", "requested", ", 1000 resamples, seed 12345,"),
        ("sign", "requested", " the sign test, p"),
    ],
)
def test_draws(test, reason, draws):
    """Trials, resamples and the seed are those of tests that draw; McNemar's draws nothing."""
    ranks = [
        Standing(output="x", group=None, system_id=s, value=1.0, best_rank=1, worst_rank=1)
        for s in "ab"
    ]
    tests = {test: Tested(p=0.01, p_holm=0.01)}
    pair = compared("x", "b", test=test, test_reason=reason, tests=tests)
    report = ComparisonReport(Settings(), [pair], ranks)
    caption = caption_of(report, layout(scores_of(report), Choice()))
    assert draws in caption.sentences[1]


def test_a_comparison():
    """The test with trials, seed, level and correction, and which pairs bold rests on."""
    ranks = [
        Standing(output="x", group=None, system_id=s, value=1.0, best_rank=1, worst_rank=1)
        for s in "ab"
    ]
    better = compared("x", "b", finding="better")
    report = ComparisonReport(Settings(), [better], ranks)
    caption = caption_of(report, layout(scores_of(report), Choice()))
    assert caption.sentences[1] == (
        "†: differs from a by paired approximate randomisation, 10000 trials, seed 12345, p ≤ 0.05 "
        "after Holm's correction over systems."
    )
    assert caption.sentences[2].endswith("from it, where the pair was tested.")
    settings = Settings(all_pairs=True, family="all", unit="doc")
    other = replace(report, settings=settings)
    caption = caption_of(other, layout(scores_of(other), Choice()))
    assert "randomisation over doc, 10000" in caption.sentences[1]
    assert caption.sentences[1].endswith("over all tests.")
    assert caption.sentences[2].endswith("distinguish from it.")
    pairs = replace(report, settings=Settings(all_pairs=True))
    caption = caption_of(pairs, layout(scores_of(pairs), Choice()))
    assert caption.sentences[1].endswith("after Holm's correction over pairs of systems.")


def test_a_dagger_that_no_cell_has():
    """Where no difference is found, the test is stated without a dagger."""
    ranks = [
        Standing(output="x", group=None, system_id=s, value=1.0, best_rank=1, worst_rank=1)
        for s in "ab"
    ]
    report = ComparisonReport(Settings(), [compared("x", "b")], ranks)
    caption = caption_of(report, layout(scores_of(report), Choice()))
    assert caption.sentences[1].startswith("No score differs from that of a by paired approximate")


def test_signatures_name_what_they_cover():
    """A signature has the names of all outputs that it is of."""
    shown = [compared(f"rouge{n}_f1", "b", metric="rouge", base_signature="rouge|1") for n in "12"]
    ranks = [
        Standing(output=pair.output, group=None, system_id=s, value=1.0, best_rank=1, worst_rank=1)
        for pair in shown
        for s in "ab"
    ]
    report = ComparisonReport(Settings(), shown, ranks)
    caption = caption_of(report, layout(scores_of(report), Choice()))
    assert caption.signatures == [("ROUGE-1 F1 and ROUGE-2 F1", "rouge|1")]


def test_intervals_of_a_comparison():
    """Intervals of scores are described apart from those of differences, as each is shown."""
    ranks = [
        Standing(
            output="x", group=None, system_id=s, value=1.0, best_rank=1, worst_rank=1,
            interval=INTERVAL,
        )
        for s in "ab"
    ]  # fmt: skip
    settings = Settings(confidence=0.9)
    report = ComparisonReport(
        settings, [compared("x", "b", interval=INTERVAL, finding="better")], ranks
    )
    choice = Choice(["plus-minus", "interval", "difference"])
    table = layout(scores_of(report), choice)
    *_, differences, half, brackets = caption_of(report, table).sentences
    assert differences == "Brackets of differences: 90 % intervals by the BCa bootstrap."
    assert half == (
        "±: half the width of 90 % intervals by the BCa bootstrap, 9 resamples, seed 1."
    )
    assert brackets == "Brackets: 90 % intervals by the BCa bootstrap, 9 resamples, seed 1."


def test_intervals_over_a_group():
    """Where intervals are over a group, of scores or of differences, the caption names it."""
    grouped = structs.replace(INTERVAL, unit="document")
    said = "90 % intervals by the BCa bootstrap over document, 9 resamples, seed 1."
    rank = {"output": "x", "group": None, "value": 1.0, "best_rank": 1, "worst_rank": 1}
    ranks = [Standing(system_id=s, interval=grouped, **rank) for s in "ab"]
    settings = Settings(confidence=0.8)
    report = ComparisonReport(
        settings, [compared("x", "b", interval=grouped, finding="better")], ranks
    )
    table = layout(scores_of(report), Choice(["interval", "difference"]))
    *_, differences, brackets = caption_of(report, table).sentences
    assert brackets == f"Brackets: {said}"
    said = "80 % simultaneous (90 % each) intervals by the BCa bootstrap over document."
    assert differences.endswith(said)


def test_missing_records_are_named():
    """With their number and system, and the finding that depends on them."""
    ranks = [
        Standing(output="x", group=None, system_id=s, value=1.0, best_rank=1, worst_rank=1)
        for s in "ab"
    ]
    pair = compared("x", "b", n=12, other_missing=3, shared=9, finding="depends on missing")
    report = ComparisonReport(Settings(), [pair], ranks)
    caption = caption_of(report, layout(scores_of(report), Choice()))
    assert caption.sentences[1].startswith("No score is shown to differ from that of a by")
    assert caption.sentences[-3:] == [
        "‡: records are missing, so that the system is not bold (b 3 of 12).",
        "Scores are on all records that a system has, and tests on those that both systems have.",
        "Whether b differs from a depends on the missing records.",
    ]

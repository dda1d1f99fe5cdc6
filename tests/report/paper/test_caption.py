"""The caption of a table for a paper."""

from dataclasses import replace

import pytest
from msgspec import structs

from sacreval.core.comparisons import ComparisonReport, Settings, Standing
from sacreval.core.comparisons import TestResult as Tested
from sacreval.core.results import Interval, Result
from sacreval.report.paper import caption, scores
from sacreval.report.paper.layout import Choice, layout
from support.pairs import compared

INTERVAL = Interval(low=1.0, high=2.0, level=0.9, method="bca", resamples=9, seed=1)


def results(**fields):
    about = {
        "metric": "bleu", "output": "bleu", "group": None, "n": 3, "higher_is_better": True,
        "interval": None, "signature": "bleu|tokenize:13a|refs:1|data:ab", "engine": "native",
    }  # fmt: skip
    return [Result(system_id=s, value=v, **about | fields) for s, v in (("a", 1.0), ("b", 2.0))]


def of(found, **choice):
    return caption.of_results(found, layout(scores.of_results(found), Choice(**choice)))


def test_an_evaluation():
    """Records, marks, and intervals with level, method, draws and seed; signatures are short."""
    assert of(results()).sentences == [
        "Scores of 2 systems on 3 records.", "Bold: best of the metric.",
    ]  # fmt: skip
    made = of(results(interval=INTERVAL))
    assert (
        made.sentences[-1] == "Brackets: 90 % intervals by the BCa bootstrap, 9 resamples, seed 1."
    )
    assert made.signatures == [("BLEU", "bleu|tokenize:13a|refs:1")]


def test_systems_of_different_sizes():
    """Where systems have different numbers of records, the caption has both ends."""
    first, second = results()
    made = of([first, structs.replace(second, n=5)])
    assert made.sentences[0] == "Scores of 2 systems on 3 to 5 records."


def test_only_what_is_shown():
    """Brackets are explained, and metrics named, where the table has them."""
    ter = results(metric="ter", output="ter", signature="ter|refs:1|data:ab")
    made = of([*results(interval=INTERVAL), *ter], columns=["score", "ter"])
    assert [name for name, _ in made.signatures] == ["TER"]
    assert not any("Brackets" in one for one in made.sentences)


def test_data_sets():
    """Each data set has its number of records, and the mean says what it is over."""
    found = [*results(dataset="news"), *results(dataset="talks", n=5), *results(dataset="(mean)")]
    made = of(found)
    assert made.sentences[0] == "Scores of 2 systems on 3 records of news and 5 records of talks."
    assert made.sentences[-1] == "Mean: over data sets, each counted alike."


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
    one = compared("x", "b", test=test, test_reason=reason, tests=tests)
    report = ComparisonReport(Settings(), [one], ranks)
    made = caption.of_comparison(report, layout(scores.of_comparison(report), Choice()))
    assert draws in made.sentences[1]


def test_a_comparison():
    """The test with trials, seed, level and correction, and which pairs bold rests on."""
    ranks = [
        Standing(output="x", group=None, system_id=s, value=1.0, best_rank=1, worst_rank=1)
        for s in "ab"
    ]
    better = compared("x", "b", finding="better")
    report = ComparisonReport(Settings(), [better], ranks)
    made = caption.of_comparison(report, layout(scores.of_comparison(report), Choice()))
    assert made.sentences[1] == (
        "†: differs from a by paired approximate randomisation, 10000 trials, seed 12345, p ≤ 0.05 "
        "after Holm's correction over systems."
    )
    assert made.sentences[2].endswith("from it, where the pair was tested.")
    settings = Settings(all_pairs=True, family="all", unit="doc")
    other = replace(report, settings=settings)
    made = caption.of_comparison(other, layout(scores.of_comparison(other), Choice()))
    assert "randomisation over doc, 10000" in made.sentences[1]
    assert made.sentences[1].endswith("over all tests.")
    assert made.sentences[2].endswith("distinguish from it.")
    pairs = replace(report, settings=Settings(all_pairs=True))
    made = caption.of_comparison(pairs, layout(scores.of_comparison(pairs), Choice()))
    assert made.sentences[1].endswith("after Holm's correction over pairs of systems.")


def test_a_dagger_that_no_cell_has():
    """Where no difference is found, the test is stated without a dagger."""
    ranks = [
        Standing(output="x", group=None, system_id=s, value=1.0, best_rank=1, worst_rank=1)
        for s in "ab"
    ]
    report = ComparisonReport(Settings(), [compared("x", "b")], ranks)
    made = caption.of_comparison(report, layout(scores.of_comparison(report), Choice()))
    assert made.sentences[1].startswith("No score differs from that of a by paired approximate")


def test_signatures_name_what_they_cover():
    """A signature has the names of all outputs that it is of."""
    found = [compared(f"rouge{n}_f1", "b", metric="rouge", base_signature="rouge|1") for n in "12"]
    ranks = [
        Standing(output=one.output, group=None, system_id=s, value=1.0, best_rank=1, worst_rank=1)
        for one in found
        for s in "ab"
    ]
    report = ComparisonReport(Settings(), found, ranks)
    made = caption.of_comparison(report, layout(scores.of_comparison(report), Choice()))
    assert made.signatures == [("ROUGE-1 F1 and ROUGE-2 F1", "rouge|1")]


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
    table = layout(scores.of_comparison(report), choice)
    *_, differences, half, brackets = caption.of_comparison(report, table).sentences
    assert differences == "Brackets of differences: 90 % intervals by the BCa bootstrap."
    assert half == (
        "±: half the width of 90 % intervals by the BCa bootstrap, 9 resamples, seed 1."
    )
    assert brackets == "Brackets: 90 % intervals by the BCa bootstrap, 9 resamples, seed 1."


def test_intervals_over_a_group():
    """Where intervals are over a group, of scores or of differences, the caption names it."""
    grouped = structs.replace(INTERVAL, unit="document")
    said = "90 % intervals by the BCa bootstrap over document, 9 resamples, seed 1."
    assert of(results(interval=grouped)).sentences[-1] == f"Brackets: {said}"
    rank = {"output": "x", "group": None, "value": 1.0, "best_rank": 1, "worst_rank": 1}
    ranks = [Standing(system_id=s, interval=grouped, **rank) for s in "ab"]
    settings = Settings(confidence=0.8)
    report = ComparisonReport(
        settings, [compared("x", "b", interval=grouped, finding="better")], ranks
    )
    table = layout(scores.of_comparison(report), Choice(["interval", "difference"]))
    *_, differences, brackets = caption.of_comparison(report, table).sentences
    assert brackets == f"Brackets: {said}"
    said = "80 % simultaneous (90 % each) intervals by the BCa bootstrap over document."
    assert differences.endswith(said)


def test_missing_records_are_named():
    """With their number and system, and the finding that depends on them."""
    ranks = [
        Standing(output="x", group=None, system_id=s, value=1.0, best_rank=1, worst_rank=1)
        for s in "ab"
    ]
    one = compared("x", "b", n=12, other_missing=3, shared=9, finding="depends on missing")
    report = ComparisonReport(Settings(), [one], ranks)
    made = caption.of_comparison(report, layout(scores.of_comparison(report), Choice()))
    assert made.sentences[1].startswith("No score is shown to differ from that of a by")
    assert made.sentences[-3:] == [
        "‡: records are missing, so that the system is not bold (b 3 of 12).",
        "Scores are on all records that a system has, and tests on those that both systems have.",
        "Whether b differs from a depends on the missing records.",
    ]

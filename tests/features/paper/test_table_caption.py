"""The caption of a table for a paper."""

from msgspec import structs

from sacreval.core.results import Interval, Result
from sacreval.features.paper import table
from sacreval.features.paper.layout import Choice, layout, of_results

INTERVAL = Interval(low=1.0, high=2.0, level=0.9, method="bca", resamples=9, seed=1)


def results(**fields):
    about = {
        "metric": "bleu", "output": "bleu", "group": None, "n": 3, "higher_is_better": True,
        "interval": None, "signature": "bleu|tokenize:13a|refs:1|data:ab", "engine": "native",
    }  # fmt: skip
    return [Result(system_id=s, value=v, **about | fields) for s, v in (("a", 1.0), ("b", 2.0))]


def of(found, **choice):
    return table.caption_of(found, layout(of_results(found), Choice(**choice)))


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


def test_intervals_over_a_group():
    """Where intervals are over a group, the caption names it."""
    grouped = structs.replace(INTERVAL, unit="document")
    said = "90 % intervals by the BCa bootstrap over document, 9 resamples, seed 1."
    assert of(results(interval=grouped)).sentences[-1] == f"Brackets: {said}"

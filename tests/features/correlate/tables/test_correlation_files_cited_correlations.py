"""What made the numbers of a file of `correlate`."""

import msgspec
import pytest

from sacreval.features.correlate.tables.correlation_files import of_correlations

BLEU = "bleu|tokenize:13a|sacreval:0.1.0"
CHRF = "chrf|char_order:6|sacreval:0.1.0"
TEST = {
    "test": "perm-both",
    "correction": "holm",
    "alpha": 0.05,
    "level": "system",
    "coefficient": "pearson",
    "signature": "level:system|trials:1000|seed:7",
}


def correlation(metric="bleu", *, level="system", coefficient="pearson", metrics=BLEU, **more):
    """Return a correlation as its file has it."""
    signature = f"level:{level}|n:3x20" + (f"|metrics:{metrics}" if metrics else "")
    return {
        "metric": metric,
        "human": "expert_relevance",
        "coefficient": coefficient,
        "level": level,
        "n_systems": 3,
        "n_instances": 20,
        "n_used": 18,
        "signature": f"{signature}|ci:percentile|conf:0.95|version:0.1.0",
        **more,
    }


def test_signatures_of_metrics():
    """Signatures are those of the metrics, each once; metrics without one are named."""
    both = correlation("chrf", metrics=f"{BLEU} + {CHRF}")
    read = correlation("read", metrics="")
    found = of_correlations({"results": [correlation(), both, read]})
    assert found.signatures == (BLEU, CHRF)
    assert found.unsigned == ("read",)
    assert found.metrics == ("bleu", "chrf", "read")
    assert found.size == "3 systems and 20 inputs"


def test_files_of_earlier_versions():
    """Earlier files have the signatures of metrics under `refs`."""
    old = correlation()
    old["signature"] = old["signature"].replace("|metrics:", "|refs:")
    assert of_correlations({"results": [old]}).signatures == (BLEU,)


def test_statistics():
    """Coefficients have levels, intervals what they draw, tests what they draw and correct."""
    interval = {"method": "percentile", "confidence": 0.9, "resamples": 50, "seed": 3}
    results = [correlation(interval=interval), correlation(level="summary")]
    found = of_correlations({"results": results, "tests": [TEST, {**TEST, "test": "none"}]})
    assert found.statistics == [
        (
            "pearson",
            "Correlations with human judgments (expert relevance) are measured by",
            ("at system and summary level",),
        ),
        (
            "percentile",
            "Intervals (90 %) of correlations are computed by",
            ("50 resamples", "seed 3"),
        ),
        ("perm-both", "Correlations are compared by", ("1000 trials", "seed 7")),
        ("holm", "P-values are corrected by", ("level 0.05",)),
    ]


def test_words_of_the_user():
    """Levels are called as the user asked for them, if the file states another word."""
    content = {"results": [correlation(level="summary")], "asked_levels": {"summary": "segment"}}
    assert of_correlations(content).statistics[0][2] == ("at segment level",)


def test_what_is_correlated():
    """Metrics that no signature names, and references that were chosen, are in the sentence."""
    read = [correlation(name, metrics="") for name in ("BLEU", "COMET")]
    for one in read:
        one["signature"] = one["signature"].replace("|ci:", "|refs:refA|ci:")
    (_, before, _), *_ = of_correlations({"results": read}).statistics
    assert before == (
        "Correlations of BLEU and COMET with human judgments (expert relevance), of scores with "
        "reference refA, are measured by"
    )


def test_several_tests():
    """Where tests differ, each has what it compares, in words."""
    other = {**TEST, "test": "wmt", "level": "summary", "coefficient": "kendall", "signature": ""}
    mean = {**other, "level": "all", "coefficient": "all"}
    content = {"results": [correlation()], "tests": [TEST, other, mean]}
    compared = [one for one in of_correlations(content).statistics if "compared" in one[1]]
    assert compared[0][2] == ("1000 trials", "seed 7", "for Pearson's r at system level")
    assert compared[1][2] == ("for Kendall's tau-b at summary level and means over levels",)


@pytest.mark.parametrize(
    ("tasks", "said"),
    [
        ([None], "measured by"),
        (["news"], "measured within the task news by"),
        (["news", "talks"], "measured within the tasks news and talks by"),
        (list("abcdefg"), "measured within 7 tasks by"),
    ],
)
def test_tasks(tasks, said):
    """Tasks are named where they are few."""
    results = [correlation(task=task) for task in tasks]
    assert of_correlations({"results": results}).statistics[0][1].endswith(f" are {said}")


def test_seeds_of_tasks():
    """Where each task draws with a seed of its own, the seeds are together."""
    interval = {"method": "percentile", "confidence": 0.9, "resamples": 50, "seed": 3}
    results = [correlation(interval={**interval, "seed": seed}) for seed in (3, 5, 3)]
    _, (_, _, conditions) = of_correlations({"results": results}).statistics
    assert conditions == ("50 resamples", "seeds 3 and 5")


def test_other_files():
    """A file of another form is an error of its content."""
    with pytest.raises(msgspec.ValidationError):
        of_correlations({"results": [{"metric": "bleu"}]})

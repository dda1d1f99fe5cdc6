"""Official scores of whole systems, which have no inputs that could be drawn."""

from dataclasses import replace

import numpy as np
import pytest

from sacreval.errors import UsageError
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.data.whole_systems import resolved
from sacreval.features.correlate.explain import explain
from support.correlations import compare_metrics, correlate, options_of

N = 12
FILES = {"human": "h", "level": ["system"], "coefficient": ["pearson"], "system_scores": "files"}


@pytest.fixture
def data():
    """Return scores of 12 systems; `whole` has official scores only."""
    rng = np.random.default_rng(1)
    z = np.arange(N, dtype=float)
    cells = z[:, None] + rng.normal(size=(N, 5))
    official = {name: z + rng.normal(size=N) for name in ("a", "b", "whole")}
    return ScoreSet(
        systems=tuple(f"s{i:02}" for i in range(N)),
        instances=tuple("12345"),
        scores={name: cells + rng.normal(size=(N, 5)) for name in ("a", "b")},
        judgments={"h": cells},
        system_scores=official,
        system_judgments={"h": z},
    )


def test_intervals_and_tests_are_over_systems(data):
    """Intervals and tests of official scores of systems are over systems, and state no inputs."""
    report = compare_metrics(data, test="auto", interval="auto", **FILES)
    assert {test.test for test in report.tests} == {"bootstrap-systems"}
    assert {result.interval.units for result in report.results} == {"systems"}
    assert {(result.n_systems, result.n_instances) for result in report.results} == {(N, 0)}
    assert f"|n:{N}|" in report.results[0].signature


@pytest.mark.parametrize(
    ("options", "works"),
    [
        ({"units": "both"}, "use --units systems"),
        ({"units": "inputs"}, "use --units systems"),
        ({"test": "bootstrap-both"}, "use --test bootstrap-systems"),
        ({"test": "centred-inputs"}, "use --test centred-systems"),
        ({"test": "perm-both-cells"}, "use --test perm-systems"),
    ],
)
def test_inputs_cannot_be_drawn(data, options, works):
    """What draws inputs is refused, and what works is named."""
    with pytest.raises(UsageError, match=works):
        compare_metrics(data, **{"interval": "auto", "test": "auto", **FILES, **options})


def test_metrics_with_scores_of_systems_only_are_read(data):
    """A metric that has official scores of systems only is correlated at system level."""
    report = correlate(data, **FILES)
    assert [result.metric for result in report.results] == ["a", "b", "whole"]
    z, x = data.system_judgments["h"], data.system_scores["whole"]
    assert report.results[2].value == pytest.approx(np.corrcoef(x, z)[0, 1])


def test_metrics_with_scores_of_systems_only_are_noted(data):
    """Where outputs are correlated, such a metric is noted, or refused where it is named."""
    options = {**FILES, "system_scores": "mean"}
    report = correlate(data, **options)
    assert [result.metric for result in report.results] == ["a", "b"]
    (note,) = [note for note in report.notes if "whole" in note]
    assert "--system-scores files --level system" in note
    with pytest.raises(UsageError, match="--system-scores files --level system"):
        correlate(data, metrics=["whole"], **options)


@pytest.mark.parametrize("coefficient", [["pearson", "spa"], ["spa@system"]])
def test_soft_pairwise_accuracy_is_over_outputs(data, coefficient):
    """SPA is over scores of outputs, as its p-values are, beside official scores of systems."""
    rows = correlate(data, **{**FILES, "coefficient": coefficient}).results
    means = correlate(data, **{**FILES, "coefficient": coefficient, "system_scores": "mean"})
    spa = [row for row in rows if row.coefficient == "spa" and row.metric != "whole"]
    assert [row.value for row in spa] == [
        row.value for row in means.results if row.coefficient == "spa"
    ]
    assert all("|scores:mean|" in row.signature and row.n_instances == 5 for row in spa)
    assert {row.reason for row in rows if (row.metric, row.coefficient) == ("whole", "spa")} == {
        "no cell with both scores"
    }


@pytest.mark.parametrize(
    ("options", "source"),
    [
        ({}, "files"),
        ({"metrics": ["a"]}, "files"),
        ({"units": "both", "interval": "percentile"}, "mean"),
        ({"test": "bootstrap-both"}, "mean"),
        ({"level": ["system", "summary"]}, "files"),
        ({"coefficient": ["spa"]}, "mean"),
    ],
)
def test_where_scores_of_systems_come_from(data, options, source):
    """Files that have all are read unless an option draws inputs, which is said."""
    asked = {**FILES, "system_scores": "auto", "interval": "none", "resamples": 20, **options}
    report = (compare_metrics if "test" in options else correlate)(data, **asked)
    results = [result for result in report.results if result.level == "system"]
    assert all(f"|scores:{source}|" in result.signature for result in results)
    notes = [note for note in report.notes if note.startswith("System level:")]
    assert len(notes) == (options.get("coefficient") != ["spa"])
    assert all(
        ("as official scores of systems are not" in note) == (source == "mean") for note in notes
    )


def test_files_that_lack_a_metric_are_not_read(data):
    """Without official scores of every metric, means are correlated."""
    lacking = replace(data, system_scores={"a": data.system_scores["a"]})
    results = correlate(lacking, **{**FILES, "system_scores": "auto"}).results
    assert all("|scores:mean|" in result.signature for result in results)
    with pytest.raises(UsageError, match="needs a metric that is computed in this run"):
        correlate(data, **{**FILES, "system_scores": "metric"})


def test_files_that_lack_a_human_score_are_not_read(data):
    """Of several human scores, each needs scores of systems in files, or means are correlated."""
    both = replace(data, judgments={"h": data.judgments["h"], "g": data.judgments["h"]})
    few = {"level": ["system"], "coefficient": ["pearson"]}
    for tasks, source in (({"human": ["h"]}, "files"), ({"human": ["h", "g"]}, "mean")):
        options, _ = resolved([both], options_of(**few, **tasks), ("a",))
        assert options.system_scores == source


@pytest.mark.parametrize("source", ["mean", "files"])
def test_explained_is_the_value_of_the_table(data, source):
    """Each choice that --explain marks as current has the value of the run."""
    options = {**FILES, "system_scores": source}
    (value,) = [result.value for result in correlate(data, metrics=["a"], **options).results]
    listed = explain(data, "a", options_of(**options))
    current = {(cell.choice, cell.option): cell.value for cell in listed if cell.is_current}
    assert list(current.values()) == pytest.approx([value] * len(current))
    option = "official files" if source == "files" else "means of outputs"
    assert ("system scores", f"{option}, system level") in current
    assert {cell.choice for cell in listed} >= {"level", "coefficient", "rounding"}

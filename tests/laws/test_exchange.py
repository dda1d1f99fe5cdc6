"""Results of every metric can be handed on: a range is also a law, in `of_backends.py`."""

from hashlib import sha256

import pytest

from sacreval.core.contract.declarations import score_range
from sacreval.core.metric import SampleMetric, SetMetric
from sacreval.core.records import Batch
from sacreval.features.exchange.description import read_description
from sacreval.features.exchange.eee import Sample
from sacreval.features.exchange.eee_files import Run, write
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.intervals.interval_options import IntervalOptions
from sacreval.scoring.rows.carried_fields import RECORD
from support.exchanged import ABOUT, read, validators
from support.specimens import instances
from support.variants import variants

MADE, _ = variants()
FIRST = list({metric.name: metric for metric in reversed(MADE)}.values())  # one a metric


@pytest.fixture
def about(tmp_path):
    """Write a file of --about and read it."""
    (tmp_path / "about.yaml").write_text(ABOUT)
    return read_description(str(tmp_path / "about.yaml"))


def test_right_or_wrong():
    """An output that states right or wrong exists, and goes from 0 to 1 or to 100."""
    for name in {metric.name for metric in MADE if metric.score_scale.binary}:
        made = [metric for metric in MADE if metric.name == name]
        assert set(made[0].score_scale.binary) <= {
            output for metric in made for output in metric.outputs
        }, name
        ranges = {score_range(metric, x) for metric in made for x in metric.score_scale.binary}
        assert ranges <= {(0.0, 1.0), (0.0, 100.0)}, name


@pytest.mark.parametrize("letter", sorted({metric.name[0] for metric in FIRST}))
def test_every_eval_ever(letter, about, tmp_path):
    """The files of every metric are valid under both schemas, complete, and the same twice."""
    validators()
    for metric in FIRST:
        if metric.name[0] == letter:
            check_files(metric, about, tmp_path / metric.name)


def check_files(metric, about, folder):
    """Check the files of a metric."""
    aggregate, sample = validators()
    sets = isinstance(metric, SetMetric)
    options = (
        None if sets and not isinstance(metric, SampleMetric) else IntervalOptions(resamples=9)
    )
    evaluation = evaluate([Batch(instances(type(metric)))], metric, fields=(RECORD,))
    report = evaluation.report(options)
    run = Run(
        report.results,
        {one.name: one.metric for one in evaluation.entries},
        frozenset() if sets else frozenset([metric.name]),
        lambda system: map(Sample, evaluation.scored(system), evaluation.records(system)),
    )
    paths = write(run, about, folder / "out")
    first = {path: path.read_bytes() for path in paths}
    assert write(run, about, folder / "again") != paths
    for path, content in first.items():
        assert (folder / "again" / path.relative_to(folder / "out")).read_bytes() == content
    [document] = read(paths[0])
    assert [error.message for error in aggregate.iter_errors(document)] == []
    assert len(document["evaluation_results"]) == len(report.results)
    assert len(paths) == 2 - sets
    if not sets:
        rows = read(paths[1])
        assert [error.message for row in rows for error in sample.iter_errors(row)] == []
        stated = document["detailed_evaluation_results"]
        assert len(rows) == stated["total_rows"] == len(report.results) * report.results[0].n
        assert sha256(first[paths[1]]).hexdigest() == stated["checksum"]
        assert stated["file_path"] == paths[1].relative_to(folder / "out").as_posix()

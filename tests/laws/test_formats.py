"""The law of formats: every metric's result is written, reported and handed on."""

import csv
import json
import shlex
from hashlib import sha256
from xml.etree import ElementTree as ET

import pytest

from lock.folder import lay_out
from lock.of_metrics import ALWAYS, STARTS_PROCESSES, command, names
from sacreval.core.contract.declarations import score_range
from sacreval.core.metric import SampleMetric, SetMetric, metrics
from sacreval.core.records import Batch
from sacreval.features.exchange.description import read_description
from sacreval.features.exchange.eee_files import ExchangeRun, write
from sacreval.features.exchange.every_eval_ever import ScoredSample
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.intervals.interval_options import IntervalOptions
from sacreval.scoring.rows.carried_fields import RECORD
from support import missing
from support.exchanged import ABOUT, read, validators
from support.mirror import CHECKOUT
from support.sizes import few
from support.specimens import instances
from support.variants import variants

OUTPUTS = [
    word for name in ("json", "csv", "tsv", "md", "tex", "jsonl") for word in ("-o", f"r.{name}")
]


def specimen(name):
    """Return the file with the records that the lock has for a metric."""
    path = CHECKOUT / "tests" / "lock" / "specimens" / f"{name}.jsonl"
    if metrics.get(name).example and not path.exists():
        return None
    return f"specimens/{path.name if metrics.get(name).example else 'texts.jsonl'}"


CASES = [name for name in names() if name not in STARTS_PROCESSES and specimen(name)]


def values(path, delimiter):
    """Return output and value of each row of a table."""
    rows = csv.DictReader(path.open(encoding="utf-8", newline=""), delimiter=delimiter)
    return [(row["output"], row["value"]) for row in rows]


@few(6, "name", CASES)
def test_every_format(cli, tmp_path, name):
    """One run has the same outputs in all files, and reports of it have them, too."""
    lay_out(tmp_path)
    words = shlex.split(command("evaluate", name, ALWAYS.get(name, {}), specimen(name)))[1:]
    beside = [] if issubclass(metrics.get(name), SetMetric) else ["--instances", "r.scores.jsonl"]
    tables = [*OUTPUTS, "--junit", "r.xml", "--details"]
    done = cli(*words, *tables, "--ci", "--resamples", "20")
    if "interval" in done.err and done.code == 2:
        done = cli(*words, *tables)
    if "run: pip install" in done.err or "is not installed" in done.err:
        missing.say(f"the law of formats of {name}: {done.err.strip()}")
        pytest.skip(done.err)
    assert done.code in (0, 3), done.err
    results = json.loads((tmp_path / "r.json").read_text())["results"]
    expected = [(r["output"], "" if r["value"] is None else str(r["value"])) for r in results]
    assert values(tmp_path / "r.csv", ",") == expected
    assert values(tmp_path / "r.tsv", "\t") == expected
    lines = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    assert [line["output"] for line in lines] == [output for output, _ in expected]
    assert ET.parse(tmp_path / "r.xml").getroot().get("name") == "sacreval"  # noqa: S314 - ours
    assert "|" in (tmp_path / "r.md").read_text()
    assert "\\begin{tabular}" in (tmp_path / "r.tex").read_text()
    assert cli(*words, "-o", "s.json", *beside, "--force").code in (0, 3)
    report = cli("report", "s.json", "-o", "s.html", "-o", "s.md")
    assert report.code == 0, report.err
    page = (tmp_path / "s.html").read_text()
    assert all(f"{r['signature'].partition('|')[0]}" in page for r in results)
    assert cli("cite", "s.json").code == 0


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
        variants = [metric for metric in MADE if metric.name == name]
        assert set(variants[0].score_scale.binary) <= {
            output for metric in variants for output in metric.outputs
        }, name
        ranges = {score_range(metric, x) for metric in variants for x in metric.score_scale.binary}
        assert ranges <= {(0.0, 1.0), (0.0, 100.0)}, name


@pytest.mark.parametrize("letter", sorted({metric.name[0] for metric in FIRST}))
def test_every_eval_ever(letter, about, tmp_path):
    """The files of every metric are valid under both schemas, complete, and the same twice."""
    validators()
    for metric in FIRST:
        if metric.name[0] == letter:
            check_files(metric, about, tmp_path / metric.name)


def check_files(metric, description, folder):
    """Check the files of a metric."""
    aggregate, sample = validators()
    sets = isinstance(metric, SetMetric)
    options = (
        None if sets and not isinstance(metric, SampleMetric) else IntervalOptions(resamples=9)
    )
    evaluation = evaluate([Batch(instances(type(metric)))], metric, fields=(RECORD,))
    report = evaluation.report(options)
    run = ExchangeRun(
        report.results,
        {entry.name: entry.metric for entry in evaluation.entries},
        frozenset() if sets else frozenset([metric.name]),
        lambda system: map(ScoredSample, evaluation.scored(system), evaluation.records(system)),
    )
    paths = write(run, description, folder / "out")
    first = {path: path.read_bytes() for path in paths}
    assert write(run, description, folder / "again") != paths
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

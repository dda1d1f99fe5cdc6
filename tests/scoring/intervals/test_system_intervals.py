"""Confidence intervals of a run."""

from xml.etree.ElementTree import tostring

import msgspec
import pytest

import sacreval
from sacreval.core.results import Band, Interval, Result
from sacreval.features.page.parts import score
from support.known_populations import grouped
from support.mirror import CHECKOUT
from support.program import records, spawn, write_jsonl
from support.results import Document, document

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_no_interval(cli):
    """Without --ci, and for a single record, the interval is null."""
    assert all(r.interval is None for r in document(cli, "bleu", SAMPLE).results)


def test_interval_of_one(cli, tmp_path):
    """One record has no spread, so no interval, which is said."""
    write_jsonl(tmp_path / "a.jsonl", records(1))
    assert document(cli, "bleu", "a.jsonl", "--ci").results[0].interval is None
    assert (
        "no interval for 'a': an interval needs two records"
        in cli("evaluate", "bleu", "a.jsonl", "--ci").err
    )


def test_ci_is_deterministic(cli, tmp_path):
    """Intervals do not depend on the order of records or the number of files."""
    lines = SAMPLE.read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "x.jsonl").write_text("".join(lines[::-2]), encoding="utf-8")
    (tmp_path / "y.jsonl").write_text("".join(lines[-2::-2]), encoding="utf-8")
    options = ("--ci", "--resamples", "100", "--seed", "7", "--confidence", "0.9")
    found = document(cli, "bleu", SAMPLE, *options)
    shuffled = document(cli, "bleu", "x.jsonl", "y.jsonl", *options)
    assert sorted(shuffled.results, key=lambda r: r.system_id) == found.results
    again = spawn("evaluate", "bleu", SAMPLE, *options, "--format", "json")
    assert msgspec.json.decode(again.out, type=Document) == found
    other = document(cli, "bleu", SAMPLE, *options[:-2], "--confidence", "0.5")
    for narrow, wide in zip(other.results, found.results, strict=True):
        assert wide.interval.low < narrow.interval.low < narrow.interval.high < wide.interval.high


@pytest.mark.parametrize(("groups", "method"), [(19, "jackknife"), (20, "expanded")])
def test_twenty_groups_are_resampled(groups, method):
    """From 20 groups on, groups are resampled."""
    options = {"metrics": "chrf", "ci": True, "resamples": 20, "resample_by": "document"}
    run = sacreval.evaluate(grouped(groups, 2), **options)
    assert run.report.results[0].interval.method == method


def test_a_suite_of_several_methods(cli, tmp_path):
    """Each output of a suite has its own method, and the line below the table names them."""
    write_jsonl(tmp_path / "in.jsonl", grouped(25, 1))
    words = ("-m", "chrf", "-m", "exact-match")
    done = cli("evaluate", "suite", *words, "in.jsonl", "--ci", "--resamples", "50")
    assert done.code == 0, done.err
    line = next(one for one in done.out.splitlines() if "% intervals" in one)
    assert line == (
        "[ ]: 95 % intervals: chrF2: expanded (25 records); exact match: wilson (0/1 scores); "
        "50 resamples, seed 12345"
    )


@pytest.mark.parametrize("form", ["text", "md", "tex"])
def test_the_line_below_the_table(cli, tmp_path, form):
    """The methods, their reasons and the draws are below the table in every printed format."""
    write_jsonl(tmp_path / "in.jsonl", grouped(25, 1))
    done = cli("evaluate", "chrf", "in.jsonl", "--ci", "--format", form)
    line = "95 % intervals: expanded (25 records); 1000 resamples, seed 12345"
    assert line in done.out
    assert done.out.count("intervals") == 1


def test_the_report_page_shows_bands_and_adjusted_means():
    """A cell of the page of `sacreval report` has what the printed table has."""
    band = Band(mean=0.1, high=0.2, p=0.5, level=0.95, draws=10, seed=1)
    around = Interval(low=0.3, high=0.5, level=0.95, method="adjusted", estimate=0.4)
    assert "(calibrated: up to 0.2000)" in tostring(score(result(band=band), 4), "unicode")
    assert "(adjusted: 0.4000 [0.3000, 0.5000])" in tostring(
        score(result(interval=around), 4), "unicode"
    )


def result(**around):
    """Return a result with what is around its score."""
    return Result(
        **{
            "metric": "m", "output": "m", "system_id": "a", "group": None, "value": 0.45, "n": 9,
            "higher_is_better": True, "interval": None, "signature": "m", "engine": "native",
            **around,
        }
    )  # fmt: skip


def test_groups_and_their_summary():
    """--by gives each group the interval of its records, and a summary one over groups."""
    records = grouped(8, 12)
    options = {"metrics": "exact-match", "ci": True, "resamples": 50}
    run = sacreval.evaluate(records, by="document", summary="mean", **options)
    found = {r.group: r.interval for r in run.report.results}
    assert found["document=3"].method == "wilson"
    summary = found["document=(mean)"]
    assert (summary.method, summary.unit) == ("expanded", "document")
    assert summary.reason == "8 values of document"

"""Confidence intervals of a run."""

import msgspec

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
    assert document(cli, "bleu", "x.jsonl", "y.jsonl", *options) == found
    again = spawn("evaluate", "bleu", SAMPLE, *options, "--format", "json")
    assert msgspec.json.decode(again.out, type=Document) == found
    other = document(cli, "bleu", SAMPLE, *options[:-2], "--confidence", "0.5")
    for narrow, wide in zip(other.results, found.results, strict=True):
        assert wide.interval.low < narrow.interval.low < narrow.interval.high < wide.interval.high

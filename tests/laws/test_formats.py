"""The law of formats: every metric's result is written and reported in every format."""

import csv
import json
import shlex
from xml.etree import ElementTree as ET

import pytest

from lock.folder import lay_out
from lock.of_metrics import ALWAYS, STARTS_PROCESSES, command, names
from sacreval.core.metric import SetMetric, metrics
from support import missing
from support.mirror import CHECKOUT
from support.sizes import few

OUTPUTS = [
    word for name in ("json", "csv", "tsv", "md", "tex", "jsonl") for word in ("-o", f"r.{name}")
]


def specimen(name):
    """Return the file with the records that the lock has for a metric."""
    own = CHECKOUT / "tests" / "lock" / "specimens" / f"{name}.jsonl"
    if metrics.get(name).example and not own.exists():
        return None
    return f"specimens/{own.name if metrics.get(name).example else 'texts.jsonl'}"


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
    found = json.loads((tmp_path / "r.json").read_text())["results"]
    expected = [(one["output"], "" if one["value"] is None else str(one["value"])) for one in found]
    assert values(tmp_path / "r.csv", ",") == expected
    assert values(tmp_path / "r.tsv", "\t") == expected
    lines = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    assert [one["output"] for one in lines] == [output for output, _ in expected]
    assert ET.parse(tmp_path / "r.xml").getroot().get("name") == "sacreval"  # noqa: S314 - ours
    assert "|" in (tmp_path / "r.md").read_text()
    assert "\\begin{tabular}" in (tmp_path / "r.tex").read_text()
    assert cli(*words, "-o", "s.json", *beside, "--force").code in (0, 3)
    report = cli("report", "s.json", "-o", "s.html", "-o", "s.md")
    assert report.code == 0, report.err
    page = (tmp_path / "s.html").read_text()
    assert all(f"{one['signature'].partition('|')[0]}" in page for one in found)
    assert cli("cite", "s.json").code == 0

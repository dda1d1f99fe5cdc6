"""Examples in help run as they are shown."""

import json
import re
import shlex
import sqlite3

import pytest

from sacreval.cli.verb_index import collected
from sacreval.core.metric import metrics
from support.program import write_jsonl
from support.sizes import few, long


def record_in(shown):
    """Return the record that a help shows, which may be wrapped at blanks."""
    return " ".join(shown.split("has lines such as\n")[1].split("\n\n")[0].split())


@few(20, "name", [x for x in metrics if not metrics.get(x).runs_model])
def test_examples(cli, tmp_path, name):
    """The example in the help of a metric runs, with a record as it is shown there."""
    shown = cli("evaluate", name, "--help").out
    found = re.search(r"^Example:\n  sacreval ((?:.+\n?)+?)(?:  where|\n)", shown, re.MULTILINE)
    if found is None:
        assert "replies" in metrics.get(name).needs
        return
    if "outputs.txt" in found[1]:
        (tmp_path / "outputs.txt").write_text("the cat sat\n")
        (tmp_path / "references.txt").write_text("the cat sat down\n")
    else:
        line = record_in(shown)
        more = [dict(one) for one in metrics.get(name).example[1:]]  # two make a correlation
        write_jsonl(tmp_path / "outputs.jsonl", [json.loads(line), *more])
    (tmp_path / "vectors.txt").write_text("the 0.5 1\ncat 1 0.5\n")
    sqlite3.connect(tmp_path / "data.sqlite").execute("CREATE TABLE singer (name TEXT)").close()
    done = cli(*shlex.split(found[1]))
    assert done.code == 0 or "setup-metric" in done.err or "pip install" in done.err, done.err


@pytest.mark.parametrize("name", ["bleu", long("suite")])
@pytest.mark.parametrize("verb", collected("EXAMPLES"))
def test_examples_of_verbs(cli, tmp_path, verb, name):
    """The example in the help of each verb runs, too, and of its suites."""
    shown = cli(verb, name, "--help").out
    found = re.search(r"^Example:\n  sacreval ((?:.+\n?)+?)(?:  where|\n)", shown, re.MULTILINE)
    for file, text in (("outputs", "the cat sat"), ("others", "a cat"), ("references", "the cat")):
        (tmp_path / f"{file}.txt").write_text(f"{text}\n{text} here\n")
    line = record_in(cli("correlate", "bleu", "--help").out)
    rows = [
        {**json.loads(line), "system_id": f"s{i}", "prediction": "the cat sat " * i,
         "judgments": {"quality": i}}
        for i in range(5)
    ]  # fmt: skip
    write_jsonl(tmp_path / "outputs.jsonl", rows)
    done = cli(*shlex.split(found[1]))
    assert done.code == 0, done.err

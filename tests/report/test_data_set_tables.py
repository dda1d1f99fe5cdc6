"""Tables of systems by data sets."""

import csv
import io

from sacreval.commands.app import run
from support.two_sets import WORDS, write_two_sets


def test_text_table(cli, tmp_path):
    """A table of each output has a row for each system and a column for each set, and the mean."""
    write_two_sets(tmp_path)
    done = cli("evaluate", "chrf", *WORDS)
    head, careful, careless, legend, records, mean, *_ = done.out.splitlines()
    assert head.split() == ["chrF2", "↑", "boolq", "nq", "mean", "of", "sets"]
    assert careful.startswith("careful")
    assert careful.count("*") == 3
    assert careless.startswith("careless")
    assert legend == "↑: higher is better; *: best of its column"
    assert records == "records: boolq 3, nq 2"
    assert mean.startswith("mean of sets: over the data sets that have the output")


def test_groups_are_rows(cli, tmp_path):
    """Groups inside data sets are rows below those of all records; a set may lack one."""
    write_two_sets(tmp_path)
    lines = cli("evaluate", "chrf", *WORDS, "--by", "kind").out.splitlines()
    assert lines[0].split()[:3] == ["chrF2", "↑", "group"]
    [row] = [line for line in lines if line.startswith("careful   kind=x")]
    assert row.split()[3:] == ["-", "-"]


def test_every_format_has_the_data_set(cli, tmp_path):
    """JSON lines, CSV, TSV, Markdown and LaTeX name the data sets."""
    write_two_sets(tmp_path)
    words = ["evaluate", "chrf", *WORDS, "--format"]
    assert '"dataset":"nq"' in cli(*words, "jsonl").out
    for form, delimiter in {"csv": ",", "tsv": "\t"}.items():
        rows = list(csv.DictReader(io.StringIO(cli(*words, form).out), delimiter=delimiter))
        assert [row["dataset"] for row in rows] == ["boolq"] * 2 + ["nq"] * 2 + ["(mean)"] * 2
    assert "| boolq | nq | mean of sets" in " ".join(cli(*words, "md").out.split())
    assert "boolq & nq & mean of sets" in cli(*words, "tex").out


def test_github_summary(tmp_path, monkeypatch):
    """The summary of a job on GitHub has these tables."""
    write_two_sets(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    assert run(["evaluate", "suite", "suite.yaml"]) == 0
    assert (tmp_path / "summary.md").read_text().count("boolq |") >= 2


def test_some_of_the_records(cli, tmp_path):
    """The line on records has the number of all where only some take part, by data set."""
    write_two_sets(tmp_path)
    done = cli("evaluate", "chrf", *WORDS, "--where", "groups.kind == 'y'")
    assert "records: boolq 2 of 3, nq 2 of 2" in done.out


def test_details_name_the_data_set(cli, tmp_path):
    """Rows of what scores are made of say which data set they are about."""
    write_two_sets(tmp_path)
    lines = cli("evaluate", "bleu", *WORDS, "--details").out.splitlines()
    [start] = [i for i, line in enumerate(lines) if line.startswith("BLEU of")]
    assert lines[start].split()[2:4] == ["data", "set"]
    rows = [line.split()[:2] for line in lines[start + 1 : start + 5]]
    assert rows == [[x, y] for y in ("boolq", "nq") for x in ("careful", "careless")]

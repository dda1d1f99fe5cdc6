"""`sacreval compare results`: data sets from files and groups, plots, notices and errors."""

import csv
import io
import json

import pytest

from support import missing
from support.mirror import CHECKOUT
from support.set_results import result, write_results, write_sets
from support.two_sets import write_lines

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


@pytest.fixture
def sets(tmp_path):
    """Write result files of six sets, in which b is better than a."""
    scores = {f"s{i}": {"a": i % 3, "b": 3 + i % 2, "c": i % 3 + i % 4} for i in range(6)}
    return [path.name for path in write_sets(tmp_path, scores)]


def test_files_and_groups_give_the_same(cli, tmp_path):
    """Groups of one result and one result file for each group are the same data sets."""
    cli("evaluate", "chrf", SAMPLE, "--by", "domain", "-o", "all.json", "-q")
    of_groups = cli("compare", "results", "all.json", "--sets", "domain", "--format", "json").json()
    results = json.loads((tmp_path / "all.json").read_text())["results"]
    files = []
    for name in dict.fromkeys(r["group"] for r in results if r["group"]):
        alone = [result(r["system_id"], r["value"], output=r["output"]) for r in results
                 if r["group"] == name]  # fmt: skip
        path = write_results(tmp_path / f"{len(files)}.json", alone)
        files.append(f"{name.partition('=')[2]}={path.name}")
    of_files = cli("compare", "results", *files, "--format", "json").json()
    assert of_files == of_groups
    assert of_groups["settings"]["base"] == of_groups["systems"][0]["system_id"] == "careful"
    assert of_groups["ranks"][0]["sets"] == [name.partition("=")[0] for name in files]


def test_unanswered_records_are_counted(cli, tmp_path):
    """Those of all sets stand beside the system, in the table and in JSON."""
    for name, answers in (("s1", ("4", "who knows")), ("s2", ("none", "nobody can tell"))):
        for system, texts in (("m", answers), ("base", ("4", "5"))):
            write_lines(tmp_path / f"{system}.jsonl", [
                {"instance_id": i, "prediction": text, "references": ["4"]}
                for i, text in enumerate(texts)
            ])  # fmt: skip
        files = ("base.jsonl", "m.jsonl", "-o", f"{name}.json")
        assert cli("evaluate", "exact-match", "--extract", "last-number", *files).code == 0
    done = cli("compare", "results", "s1.json", "s2.json", "-o", "r.json")
    assert [line.split()[:4] for line in done.out.splitlines()[:3]] == [
        ["metric", "system", "sets", "unanswered"],
        ["exact_match", "base", "2", "0"],
        ["exact_match", "m", "2", "3"],
    ]
    systems = json.loads((tmp_path / "r.json").read_text())["systems"]
    assert [system.get("unanswered") for system in systems] == [None, 3]


def test_output_and_notices(cli, sets, tmp_path):
    """The table is written and printed; six sets need no notice, and fewer need one."""
    done = cli("compare", "results", *sets, "--base", "b", "-o", "x.csv", "-o", "x.json")
    assert (done.code, done.err) == (0, "")
    assert "mean-of-sets" in done.out.splitlines()[0]
    rows = list(csv.DictReader(io.StringIO((tmp_path / "x.csv").read_text())))
    assert [row["system_id"] for row in rows] == ["b", "c", "a"]
    assert [row["finding"] for row in rows] == ["", "no difference shown", "worse"]
    few = cli("compare", "results", *sets[:3])
    assert few.err.startswith("sacreval: 3 data sets are few")
    assert cli("compare", "results", *sets[:3], "-q").err == ""


def test_plots(cli, sets, tmp_path):
    """One output is drawn to the file, several to a file each."""
    missing.module("matplotlib", "plots")
    assert cli("compare", "results", *sets, "--plot", "cd.svg").code == 0
    assert (tmp_path / "cd.svg").exists()
    assert cli("compare", "results", *sets, "--plot", "cd.svg").code == 2
    more = {"t1": {"a": 1, "b": 2}, "t2": {"a": 3, "b": 4}}
    for path in write_sets(tmp_path, more, output="other"):
        of_score = [result("a", 1.0), result("b", 2.0)]
        of_other = [result(x, v, output="other") for x, v in more[path.stem].items()]
        write_results(path, [*of_score, *of_other])
    assert cli("compare", "results", "t1.json", "t2.json", "--plot", "p.svg").code == 0
    assert {path.name for path in tmp_path.glob("p*")} == {"p-score.svg", "p-other.svg"}


def test_runs(cli, tmp_path):
    """Runs of models are averaged."""
    paths = write_sets(tmp_path, {x: {"m@1": 1, "m@2": 2, "n@1": 3, "n@2": 4} for x in "xy"})
    words = [path.name for path in paths]
    report = cli("compare", "results", *words, "--runs", "@", "--format", "json").json()
    assert {system["system_id"]: system["mean_of_sets"] for system in report["systems"]} == {
        "m": 1.5, "n": 3.5
    }  # fmt: skip
    assert report["settings"]["runs"] == "@"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--sets", "domain"], "--sets domain: no result has this group"),
        (["--runs", ""], "--runs is empty"),
        (["--metric", "scor"], "did you mean 'score'"),
        (["--base", "d"], "--base: there is no system 'd'"),
        (["-o", "s0.json"], "s0.json"),
        (["nowhere.json"], "nowhere.json"),
    ],
)
def test_refused(cli, sets, words, said):
    """What cannot be compared is one sentence, with exit code 2."""
    done = cli("compare", "results", *sets, *words)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err

"""Files of a baseline, of one run or the means of several."""

import json
from pathlib import Path

import pytest

import sacreval
from sacreval.features.gates.baseline_file import scores_of, write_results
from sacreval.scoring.result_files import read_baselines, read_results
from support.program import write_jsonl
from support.two_sets import write_two_sets

TEXTS = ["the cat sat", "on the mat"]


def test_scores_are_beside_the_results():
    """Their file has the name of the baseline."""
    assert scores_of(Path("a/b.json")) == Path("a/b.instances.jsonl")


def test_what_is_written_is_read(tmp_path):
    """The results name their scores of records by path and hash, in any folder; it is replaced."""
    path = tmp_path / "base.json"
    path.write_text("old")
    found = sacreval.evaluate(TEXTS, TEXTS, metrics=["chrf"], keep_rows=True)
    found.write_baseline(path)
    link = json.loads(path.read_text())["instances"]
    assert link["path"] == "base.instances.jsonl"
    assert len((tmp_path / link["path"]).read_text().splitlines()) == 2
    moved = tmp_path / "moved"
    moved.mkdir()
    for one in (path, scores_of(path)):
        one.rename(moved / one.name)
    assert read_baselines(moved / "base.json")[None].results[0].value == 100


def test_results_may_be_alone(tmp_path):
    """Without scores of records there is no link."""
    path = tmp_path / "base.json"
    found = sacreval.evaluate(TEXTS, TEXTS, metrics=["chrf"])
    write_results(found.report.to_file(), path, None)
    assert json.loads(path.read_text()).get("instances") is None


def records(right, *, name="a", n=4, **more):
    """Return records of which some are right."""
    return [
        {"instance_id": str(i), "system_id": name, "prediction": "yes" if i in right else "no",
         "references": ["yes"], **more}
        for i in range(n)
    ]  # fmt: skip


@pytest.fixture
def score(cli, tmp_path):
    """Give a function that scores records and writes their result under a name."""

    def call(name, found, *options, metric="exact-match"):
        write_jsonl(tmp_path / f"{name}.jsonl", found)
        done = cli("evaluate", metric, f"{name}.jsonl", "-o", f"{name}.json", "--instances",
                   f"{name}.scores.jsonl", "-q", "--force", *options)  # fmt: skip
        assert done.code == 0, done.err
        return f"{name}.json"

    return call


def test_the_mean_of_each_row(cli, score, tmp_path):
    """Scores and statistics are means over the runs, whose number is in the file."""
    names = [score(str(i), records(right)) for i, right in enumerate(([0, 1], [0], [0, 1, 2]))]
    assert cli("baseline", "set", *names, "b.json").code == 0
    content = json.loads((tmp_path / "b.json").read_text())
    assert content["runs"] == 3
    (result,) = content["results"]
    assert result["value"] == pytest.approx(6 / 12)
    assert result["signature"].endswith("runs:3")
    assert "outputs:" not in result["signature"]
    lines = (tmp_path / "b.instances.jsonl").read_text().splitlines()
    rows = [json.loads(line)["statistics"]["exact-match"] for line in lines]
    assert [row[0] for row in rows] == pytest.approx([1, 2 / 3, 1 / 3, 0])
    assert {row[1] for row in rows} == {1}


def test_gates_name_the_number_of_runs(cli, score):
    """A later run is compared with the mean, and the sentence says of how many runs."""
    names = [score(str(i), records(range(40), n=40)) for i in range(2)]
    assert cli("baseline", "set", *names, "b.json").code == 0
    assert cli("baseline", "set", names[0], "one.json").code == 0
    score("now", records(range(20), n=40))
    for baseline, runs in (("b.json", "2 runs"), ("one.json", "one run")):
        done = cli("evaluate", "exact-match", "now.jsonl", "--baseline", baseline)
        assert done.code == 1
        assert f"(baseline of {runs})" in done.err


def test_systems_of_one_run_each_may_have_other_names(cli, score, tmp_path):
    """Runs of one system match whatever its name, which default to that of a file."""
    names = [score(name, records([0], name=name)) for name in ("monday", "tuesday")]
    assert cli("baseline", "set", *names, "b.json").code == 0
    (result,) = json.loads((tmp_path / "b.json").read_text())["results"]
    assert result["system_id"] == "monday"


OTHERS = {
    "inputs": (records([0], n=5), (), "references and sources"),
    "options": (records([0]), ("--normalize", "squad"), "has normalize none there"),
    "systems": ([*records([0]), *records([0], name="b")], (), "has exact_match of 'b'"),
}


@pytest.mark.parametrize("case", OTHERS)
def test_runs_of_something_else_are_refused(cli, score, case):
    """Runs that differ in more than outputs are no runs of one system: exit 2, and nothing new."""
    found, options, fragment = OTHERS[case]
    first, second = score("one", records([0])), score("two", found, *options)
    done = cli("baseline", "set", first, second, "b.json")
    assert done.code == 2
    assert "not another run of one.json" in done.err
    assert fragment in done.err


def test_runs_are_named_once_and_have_records(cli, score, tmp_path):
    """A run twice, a baseline of runs, and results without records are refused."""
    first, second = score("one", records([0])), score("two", records([1]))
    assert "named twice" in cli("baseline", "set", first, first, "b.json").err
    assert cli("baseline", "set", first, second, "b.json").code == 0
    done = cli("baseline", "set", first, "b.json", "c.json")
    assert "baseline of 2 runs" in done.err
    cli("evaluate", "exact-match", "one.jsonl", "-o", "bare.json", "-q")
    done = cli("baseline", "set", first, "bare.json", "c.json")
    assert (done.code, "--instances" in done.err) == (2, True)
    assert not (tmp_path / "c.json").exists()


def test_records_that_one_run_lacks_are_counted(cli, score, tmp_path):
    """A record that one run could not score is not tested, and a notice counts it."""
    names = [score("one", records([0])), score("two", records([1]))]
    path = tmp_path / "two.scores.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    lines[3] |= {"statistics": {}, "error": "lost", "scores": {"exact_match": None}}
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    from sacreval.io.files import sha256

    content = json.loads((tmp_path / "two.json").read_text())
    content["instances"]["sha256"] = sha256(str(path))
    (tmp_path / "two.json").write_text(json.dumps(content))
    done = cli("baseline", "set", *names, "b.json")
    assert done.code == 0
    assert "1 records, such as '3', were not scored in every run" in done.err


def test_runs_over_data_sets(cli, tmp_path):
    """Each data set has the mean of its own scores and records, though ids are alike."""
    write_two_sets(tmp_path)
    for name in ("careful", "careless"):
        sets = ("--dataset", f"boolq=s=boolq/{name}.jsonl", "--dataset", "nq=s=nq/one.jsonl")
        words = ("-o", f"{name}.json", "--instances", f"{name}.jsonl", "-q")
        assert cli("evaluate", "chrf", *sets, *words).code == 0
    assert cli("baseline", "set", "careful.json", "careless.json", "both.json").code == 0
    good, bad, both = (
        {x.dataset: x.value for x in read_results(tmp_path / f"{name}.json").results}
        for name in ("careful", "careless", "both")
    )
    assert both == {name: pytest.approx((good[name] + bad[name]) / 2) for name in good}
    assert good["boolq"] > both["boolq"] > bad["boolq"]
    assert "scores of records: 5 of s" in cli("baseline", "show", "both.json").out

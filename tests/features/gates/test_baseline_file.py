"""Baselines: files of one run or several, and the commands that set and show them."""

import json
import shutil
from pathlib import Path

import pytest

import sacreval
from sacreval.features.gates.baseline_file import scores_of, write_results
from sacreval.scoring.result_files import read_baselines, read_results
from support.accepted import against, system
from support.program import write_jsonl
from support.two_sets import RECORDS, without_output, write_lines, write_two_sets

TEXTS = ["the cat sat", "on the mat"]


def test_scores_are_beside_the_results():
    """Their file has the name of the baseline."""
    assert scores_of(Path("a/b.json")) == Path("a/b.instances.jsonl")


def test_what_is_written_is_read(tmp_path):
    """The results name their scores of records by path and hash, in any folder; it is replaced."""
    path = tmp_path / "base.json"
    path.write_text("old")
    result = sacreval.evaluate(TEXTS, TEXTS, metrics=["chrf"], keep_rows=True)
    result.write_baseline(path)
    link = json.loads(path.read_text())["instances"]
    assert link["path"] == "base.instances.jsonl"
    assert len((tmp_path / link["path"]).read_text().splitlines()) == 2
    moved = tmp_path / "moved"
    moved.mkdir()
    for source in (path, scores_of(path)):
        source.rename(moved / source.name)
    assert read_baselines(moved / "base.json")[None].results[0].value == 100


def test_results_may_be_alone(tmp_path):
    """Without scores of records there is no link."""
    path = tmp_path / "base.json"
    result = sacreval.evaluate(TEXTS, TEXTS, metrics=["chrf"])
    write_results(result.report.to_file(), path, None)
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

    def call(name, outputs, *options, metric="exact-match"):
        write_jsonl(tmp_path / f"{name}.jsonl", outputs)
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
    outputs, options, fragment = OTHERS[case]
    first, second = score("one", records([0])), score("two", outputs, *options)
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


@pytest.fixture
def results(cli, tmp_path):
    """Write two results: a system worse, one new and one gone, and one output new."""
    for name, text in (("a", "the cat sat"), ("b", "the cat"), ("c", "cat sat")):
        write_jsonl(
            tmp_path / f"{name}.jsonl", [{"prediction": text, "references": ["the cat sat"]}]
        )
    words = ("evaluate", "suite", "-m", "chrf")
    done = cli(*words, "a.jsonl", "b.jsonl", "-o", "old.json", "--instances", "old.jsonl")
    assert done.code == 0
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "cat sat", "references": ["the cat sat"]}])
    words = (*words, "-m", "exact-match", "a.jsonl", "c.jsonl")
    assert cli(*words, "-o", "new.json").code == 0


@pytest.mark.usefixtures("results")
def test_show(cli):
    """A baseline has its scores, signatures, and the number of records with scores."""
    done = cli("baseline", "show", "old.json")
    assert done.code == 0
    assert done.out.splitlines()[1].split() == ["a", "1", "100.00*"]
    assert done.out.endswith("scores of records: 1 of a, 1 of b\n")
    done = cli("baseline", "show", "new.json")
    assert "no scores of records: only --max-drop can compare with it" in done.out
    report = cli("baseline", "show", "old.json", "--format", "json").json()
    assert [result["system_id"] for result in report["results"]] == ["a", "b"]


@pytest.mark.usefixtures("results")
def test_diff(cli):
    """Systems and outputs of either result have a row; what only one has is a hyphen."""
    done = cli("baseline", "diff", "old.json", "new.json")
    rows = [line.split() for line in done.out.splitlines()[1:6]]
    assert [(row[0], row[1], row[3] == "-", row[4] == "-") for row in rows] == [
        ("a", "chrf", False, False), ("a", "exact_match", True, False),
        ("c", "chrf", True, False), ("c", "exact_match", True, False), ("b", "chrf", False, True),
    ]  # fmt: skip
    assert rows[0][3] == "100.00"
    assert rows[0][5] == f"-{100 - float(rows[0][4]):.2f}"
    first = cli("baseline", "diff", "old.json", "new.json", "--format", "json").json()[0]
    assert first["change"] == pytest.approx(first["after"] - first["before"])


def test_unanswered_and_missing_records(cli, tmp_path):
    """Their numbers before and after stand where one is not 0."""
    write_lines(tmp_path / "a.jsonl", RECORDS)
    assert cli("evaluate", "chrf", "a.jsonl", "-o", "old.json").code == 0
    assert "missing" not in cli("baseline", "diff", "old.json", "old.json").out
    write_lines(tmp_path / "a.jsonl", without_output(RECORDS, 2))
    assert cli("evaluate", "chrf", "a.jsonl", "--allow-errors", "-o", "new.json").code == 0
    head, row, *_ = cli("baseline", "diff", "old.json", "new.json").out.splitlines()
    assert head.split()[:3] == ["system", "output", "missing"]
    assert "0 to 2" in row
    (comparison,) = cli("baseline", "diff", "old.json", "new.json", "--format", "json").json()
    assert (comparison["missing_before"], comparison["missing_after"]) == (0, 2)
    assert "unanswered_before" not in comparison
    head = cli("baseline", "diff", "old.json", "new.json", "--format", "tsv").out.splitlines()[0]
    assert head.endswith("missing_before\tmissing_after")


@pytest.mark.usefixtures("results")
def test_made_otherwise(cli):
    """Options that differ are told below the table."""
    cli("evaluate", "chrf", "a.jsonl", "b.jsonl", "--lowercase", "-o", "lower.json")
    done = cli("baseline", "diff", "old.json", "lower.json")
    assert "made otherwise: chrf has lowercase False there, True here" in done.out


@pytest.mark.usefixtures("results")
def test_bad_files(cli):
    """What is no result is one sentence and exit code 2."""
    for words in (("show", "a.jsonl"), ("diff", "old.json", "a.jsonl"), ("show", "gone.json")):
        done = cli("baseline", *words)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)


METRICS = ("-m", "bleu", "-m", "chrf")


def test_a_baseline_moves_by_command_only(cli, accepted):
    """A run never writes its baseline; `baseline set` replaces it, and wants two files."""
    before = (accepted / "base.json").read_bytes()
    against(cli, accepted, system(), "-o", "r.json", "--instances", "s.jsonl", "--force")
    assert (accepted / "base.json").read_bytes() == before
    assert cli("baseline", "set", "r.json", "base.json").code == 0
    assert (accepted / "base.json").read_bytes() != before
    shutil.rmtree(accepted / "elsewhere", ignore_errors=True)
    (accepted / "elsewhere").mkdir()
    assert cli("baseline", "set", "r.json", "elsewhere/base.json").code == 0
    for words, fragment in (
        (["r.json", "r.json"], "another file"),
        (["r.json", "base.txt"], ".json"),
        (["gone.json", "base.json"], "no such file"),
    ):
        done = cli("baseline", "set", *words)
        assert done.code == 2
        assert fragment in done.err


def test_what_was_accepted_is_said(cli, accepted):
    """The numbers of scores and systems are said, and gates that the accepted run failed."""
    words = ("-o", "r.json", "--instances", "s.jsonl", "--force", "--fail-under", "chrf=100.5")
    against(cli, accepted, system(), *words)
    done = cli("baseline", "set", "r.json", "base.json")
    assert (done.code, done.out) == (0, "")
    first, second = done.err.splitlines()
    assert first == "sacreval: base.json: accepted 1 score of 1 system and the scores of records"
    assert "r.json: this run did not pass 1 of its 2 gates, such as: chrf >= 100.5; " in second


def test_outputs_of_the_baseline_that_a_run_lacks(cli, accepted):
    """A run that lacks an output of the baseline names it, since no gate holds it."""
    write_jsonl(accepted / "two.jsonl", system())
    words = (*METRICS, "-o", "two.json", "--instances", "two.scores.jsonl", "-q")
    assert cli("evaluate", "suite", "two.jsonl", *words).code == 0
    alone = cli("evaluate", "chrf", "two.jsonl", "--baseline", "two.json")
    assert alone.code == 0
    assert "it also has bleu, which is not in this run and so not held against it" in alone.err


def test_corrected_p_values_name_their_correction(cli, accepted):
    """The p-value of a gate is called what it is: corrected by Holm over the tests of the run."""
    write_jsonl(accepted / "two.jsonl", system())
    words = (*METRICS, "-o", "two.json", "--instances", "two.scores.jsonl", "-q")
    assert cli("evaluate", "suite", "two.jsonl", *words).code == 0
    write_jsonl(accepted / "worse.jsonl", system(wrong=range(20)))
    worse = cli("evaluate", "suite", "worse.jsonl", *METRICS, "--baseline", "two.json")
    assert worse.code == 1
    assert "p (Holm, 2 tests) 0." in worse.err

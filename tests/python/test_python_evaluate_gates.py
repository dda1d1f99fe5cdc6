"""Gates of sacreval.evaluate, in Python."""

import json

import pytest

import sacreval
from sacreval.errors import GateError, UsageError
from support.program import write_jsonl
from support.sizes import few

GOOD = ["the cat sat on the mat", "all good here", "a third line of text", "nothing else"]
WORSE = ["the cat sat on the mat", "all bad there", "a third line of text", "nothing else"]


@pytest.fixture
def baseline(tmp_path):
    """Return the file of an accepted run of perfect outputs, 20 of each."""
    path = tmp_path / "baseline.json"
    accepted = sacreval.evaluate(GOOD * 20, GOOD * 20, metrics=["chrf"], keep_rows=True)
    accepted.write_baseline(path)
    return path


def test_bounds_are_judged():
    """Bounds on scores and on records pass or fail, and an error names what failed."""
    found = sacreval.evaluate(WORSE, GOOD, metrics=["chrf"], fail_under={"chrf": 20})
    assert found.passed
    found.raise_if_failed()
    found = sacreval.evaluate(WORSE, GOOD, metrics=["chrf"], check="share(chrf >= 90) >= 0.9")
    assert not found.passed
    with pytest.raises(GateError, match=r"is 0.75 \(3 of 4\), but must be >= 0.9: records 2 \("):
        found.raise_if_failed()
    [gate] = found.to_dict()["gates"]
    assert gate["records"] == ["2"]


def test_a_run_without_gates_passes():
    """There is nothing that fails."""
    assert sacreval.evaluate(WORSE, GOOD, metrics=["chrf"]).passed


@few(
    3,
    ("gates", "passes"),
    [
        ({}, False),
        ({"not_worse": {"chrf": 1}}, False),
        ({"not_worse": {"chrf": 50}}, True),
        ({"significant_drop": {"chrf": 50}}, True),
        ({"significant_drop": {"chrf": 1}}, False),
        ({"max_drop": {"chrf": 0.1}}, False),
        ({"no_new_failures": "chrf >= 90"}, False),
        ({"no_new_failures": ["chrf >= 10"]}, True),
    ],
)
def test_runs_are_compared_with_a_baseline(baseline, gates, passes):
    """Each gate judges as its option on the command line does."""
    with pytest.warns(match="80 aligned"):
        found = sacreval.evaluate(
            WORSE * 20, GOOD * 20, metrics=["chrf"], baseline=baseline, **gates
        )
    assert found.passed == passes


def test_the_command_line_reads_the_baseline(baseline, cli, tmp_path):
    """A baseline that Python wrote is one of `sacreval evaluate --baseline`."""
    (tmp_path / "a.txt").write_text("\n".join(GOOD * 20) + "\n")
    (tmp_path / "r.txt").write_text("\n".join(GOOD * 20) + "\n")
    done = cli("evaluate", "chrf", "a.txt", "-r", "r.txt", "--baseline", baseline)
    assert (done.code, "80 aligned" in done.err) == (0, True)


def test_gates_are_by_data_set():
    """A gate may name a data set."""
    sets = {"one": (GOOD, GOOD), "two": (WORSE, GOOD)}
    gate = {"chrf[dataset=two]": 99}
    found = sacreval.evaluate(datasets=sets, metrics=["chrf"], fail_under=gate)
    assert [(one.dataset, one.passed) for one in found.report.verdicts] == [("two", False)]


@pytest.mark.parametrize(
    ("gates", "said"),
    [
        ({"fail_under": {"bleu": 3}}, "bleu"),
        ({"check": "chrf is good"}, "write it as in"),
        ({"not_worse": {"chrf": 1}}, "needs a baseline"),
        ({"max_drop": {"chrf": float("nan")}}, "finite"),
        ({"corrected": True}, "is about bounds"),
        ({"fail_under": "chrf=60"}, r"give a mapping .* fail_under=\{"),
    ],
)
def test_bad_gates_are_refused(gates, said):
    """What cannot be judged is refused before any computation."""
    with pytest.raises(UsageError, match=said):
        sacreval.evaluate(GOOD, GOOD, metrics=["chrf"], **gates)


def test_a_baseline_needs_rows_and_a_name(tmp_path):
    """Without keep_rows there are no records to write, and other endings are refused."""
    found = sacreval.evaluate(GOOD, GOOD, metrics=["chrf"])
    with pytest.raises(UsageError, match="keep_rows=True"):
        found.write_baseline(tmp_path / "b.json")
    found = sacreval.evaluate(GOOD, GOOD, metrics=["chrf"], keep_rows=True)
    with pytest.raises(UsageError, match="end in .json"):
        found.write_baseline(tmp_path / "b.txt")
    assert not list(tmp_path.iterdir())


@pytest.mark.filterwarnings("ignore::sacreval.errors.ResultWarning")
def test_a_named_interval_and_the_test_have_the_same_units(cli, tmp_path):
    """A method of intervals over records, however it is named, has the test take records too."""
    fields = {"system_id": "s", "references": ["a"]}
    records = [
        {**fields, "prediction": "a" if doc % 3 else "b", "groups": {"doc": f"d{doc}"}}
        for doc in range(20)
        for _ in range(5)
    ]
    old = write_jsonl(tmp_path / "old.jsonl", [{**one, "prediction": "a"} for one in records])
    new = write_jsonl(tmp_path / "new.jsonl", records)
    cli("evaluate", "exact-match", old, "-o", "b.json", "--instances", "b.jsonl")

    def verdicts(*options):
        cli(
            "evaluate",
            "exact-match",
            new,
            "--baseline",
            "b.json",
            "-o",
            "r.json",
            "--force",
            *options,
        )
        return [gate["sentence"] for gate in json.loads((tmp_path / "r.json").read_text())["gates"]]

    def in_python(**options):
        found = sacreval.evaluate(new, metrics="exact-match", baseline="b.json", **options)
        return [verdict.sentence for verdict in found.report.verdicts]

    assert verdicts() == in_python()
    assert verdicts() != verdicts("--anytime")
    assert verdicts("--anytime") == verdicts("--interval", "anytime") == in_python(anytime=True)

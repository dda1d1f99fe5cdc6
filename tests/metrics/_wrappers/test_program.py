"""Programs of others, and metrics of a suite on other fields."""

import json
import os
import signal
import sys
import threading
import time

import pytest

from sacreval.core.contract import metric_records
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import MetricError, NotSetUpError, UsageError
from sacreval.metrics._wrappers import from_signature, own_records
from sacreval.metrics._wrappers.program import folder, interpreter, run
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.entries.run_metrics import Entry, entry
from support.program import ends
from support.two_sets import RECORDS, changed, write_lines


def python(code, where, **options):
    """Run Python code as a program."""
    (where / "program.py").write_text(code)
    return run([sys.executable, "-I", "program.py"], where=where, **options)


def test_output(tmp_path):
    """Standard output is returned, with bytes that are not UTF-8 replaced; warnings are not."""
    code = "import os\nos.write(1, b'caf\\xe9')\nos.write(2, b'careful')"
    assert python(code, tmp_path) == "caf\N{REPLACEMENT CHARACTER}"


def test_no_shell(tmp_path):
    """Arguments are passed as they are, without a shell."""
    words = "$HOME; echo *"
    code = "import sys; print(sys.argv[1])"
    assert run([sys.executable, "-c", code, words], where=tmp_path) == f"{words}\n"


def test_no_input(tmp_path):
    """A program has no input."""
    assert python("import sys; print(len(sys.stdin.read()))", tmp_path) == "0\n"


def test_failures(tmp_path):
    """A program that fails is an error with its last line, not with its stack."""
    code = "import sys; sys.exit('first\\nIllegal division by zero\\n\\tat x\\n')"
    with pytest.raises(MetricError, match=r"program.py failed \(Illegal division by zero\); check"):
        python(code, tmp_path)
    with pytest.raises(MetricError, match=r"program.py failed \(exit code 7\)"):
        python("raise SystemExit(7)", tmp_path)


def test_modules_of_perl(tmp_path):
    """A missing module of Perl is named, with the package that has it."""
    said = "Can't locate XML/DOM.pm in @INC (you may need to install the XML::DOM module)"
    with pytest.raises(NotSetUpError, match="XML::DOM; install .*apt-get install libxml-dom-perl"):
        python(f"import sys; sys.exit({said!r})", tmp_path)


@pytest.mark.long
def test_time_limit(tmp_path):
    """A program that does not end in time is stopped."""
    with ends(), pytest.raises(MetricError, match=r"program.py did not end within 0.2 s"):
        python("import time; time.sleep(600)", tmp_path, seconds=0.2)


@pytest.mark.long
def test_interrupts(tmp_path):
    """An interrupt stops the program."""
    code = (
        "import pathlib, time\npathlib.Path('on').touch()\ntime.sleep(600)\n"
        "pathlib.Path('end').touch()"
    )

    def interrupt():
        while not (tmp_path / "on").exists():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with ends(), pytest.raises(KeyboardInterrupt):
        python(code, tmp_path)
    assert not (tmp_path / "end").exists()


def test_interpreters(monkeypatch, tmp_path):
    """An interpreter that is not on the PATH is an error with the package that has it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotSetUpError, match=r"x.jar needs java, which .* apt-get install jre"):
        interpreter("java", "x.jar", "jre")
    with pytest.raises(NotSetUpError, match="gone: No such file"):
        run([str(tmp_path / "gone")], where=tmp_path)


def test_folders():
    """A temporary folder is removed, also after an error."""

    def fail():
        with folder() as place:
            (place / "x").touch()
            places.append(place)
            raise ZeroDivisionError

    places = []
    with pytest.raises(ZeroDivisionError):
        fail()
    assert not places[0].exists()


SPEC = (
    '{"as": "c", "map": {"references": "sources"}, "where": "meta.n > `1`", '
    '"rename": {"token_f1_recall": "overlap"}, "by": "kind"}'
)


def values(outcome, group=None):
    """Return output to value and number of records."""
    results = outcome.json()["results"]
    return {r["output"]: (r["value"], r["n"]) for r in results if r["group"] == group}


def test_a_metric_on_another_field_equals_a_run_on_it(cli, tmp_path):
    """Scores with `map` and `where` are those of a run with --map over these records alone."""
    write_lines(tmp_path / "o.jsonl", RECORDS)
    write_lines(tmp_path / "later.jsonl", [
        {name: x for name, x in record.items() if name != "references"} for record in RECORDS[1:]
    ])  # fmt: skip
    both = cli("evaluate", "suite", "-m", "token-f1", "-m", f"token-f1{SPEC}", "o.jsonl",
               "--format", "json")  # fmt: skip
    alone = values(
        cli("evaluate", "token-f1", "later.jsonl", "--map", "references=sources",
            "--format", "json")
    )  # fmt: skip
    scores = values(both)
    assert scores["token_f1_f1"][1] == 3
    assert (scores["overlap"], scores["c_token_f1_f1"]) == (
        alone["token_f1_recall"],
        alone["token_f1_f1"],
    )
    assert alone["token_f1_f1"][1] == 2
    assert set(values(both, "kind=y")) == {"c_token_f1_precision", "overlap", "c_token_f1_f1"}


@pytest.mark.parametrize("options", [(), ("--ci",), ("--workers", "2")])
def test_results_are_verified(cli, tmp_path, options):
    """verify derives all scores again from the signatures, whose map and where it applies."""
    write_lines(tmp_path / "o.jsonl", RECORDS)
    words = ["-m", f"token-f1{SPEC}", "-m", "chrf", *options]
    assert cli("evaluate", "suite", *words, "o.jsonl", "-o", "r.json", "-q").code == 0
    done = cli("verify", "r.json", "o.jsonl")
    assert done.code == 0, done.err
    write_lines(tmp_path / "o.jsonl", changed(RECORDS))
    assert cli("verify", "r.json", "o.jsonl").code == 1


def test_scores_of_records(cli, tmp_path):
    """A record that a metric does not take has no score of it, no statistics and no error."""
    write_lines(tmp_path / "o.jsonl", RECORDS)
    words = ["-m", f"token-f1{SPEC}", "-m", "chrf", "o.jsonl", "--instances", "i.jsonl"]
    assert cli("evaluate", "suite", *words).code == 0
    first, second, _ = map(json.loads, (tmp_path / "i.jsonl").read_text().splitlines())
    assert first["scores"]["overlap"] is None
    assert "c" not in first["statistics"]
    assert first["error"] is None
    assert second["scores"]["overlap"] == 0.5
    scored = cli("score", "suite", *words[:-2], "--no-jackknife").out.splitlines()
    assert json.loads(scored[0])["scores"]["overlap"] is None


def test_systems_are_compared_on_the_records_of_the_metric(cli, tmp_path):
    """compare takes the instances that the metric takes of all systems."""
    write_lines(tmp_path / "a.jsonl", RECORDS)
    write_lines(tmp_path / "b.jsonl", changed(RECORDS))
    done = cli("compare", "suite", "-m", f"token-f1{SPEC}", "-m", "chrf", "a.jsonl", "b.jsonl",
               "--format", "json")  # fmt: skip
    counts = {c["output"]: c["n"] for c in done.json()["comparisons"] if c["group"] is None}
    assert (counts["overlap"], counts["chrf"]) == (2, 3)


def test_sets_settle_and_measure_their_own_records(cli, tmp_path):
    """Labels are those of the metric's records, and metrics of whole sets score these alone."""
    labels = [{"prediction": x, "reference": y, "meta": {"n": n}} for n, x, y in
              [(1, "c", "c"), (2, "a", "a"), (3, "b", "a")]]  # fmt: skip
    write_lines(tmp_path / "o.jsonl", labels)
    write_lines(tmp_path / "part.jsonl", labels[1:])
    where = '{"where": "meta.n > `1`"}'
    some = values(cli("evaluate", "suite", "-m", f"classification{where}", "o.jsonl",
                      "--format", "json"))  # fmt: skip
    assert some == values(cli("evaluate", "classification", "part.jsonl", "--format", "json"))
    write_lines(tmp_path / "t.jsonl", RECORDS)
    write_lines(tmp_path / "u.jsonl", RECORDS[1:])
    some = values(cli("evaluate", "suite", "-m", f"self-bleu{where}", "t.jsonl",
                      "--format", "json"))  # fmt: skip
    assert some == values(cli("evaluate", "self-bleu", "u.jsonl", "--format", "json"))


def test_intervals_are_those_of_a_run_over_the_records(cli, tmp_path):
    """Scores that are 0 and 1 on the records of the metric have the intervals of shares."""
    records = [
        {"instance_id": str(i), "prediction": "a", "meta": {"n": i, "scores": {"acc": i % 3 == 0}}}
        for i in range(20)
    ] + [{"instance_id": "x", "prediction": "a", "meta": {"n": 99, "scores": {"acc": 7}}}]
    write_lines(tmp_path / "o.jsonl", records)
    condition = "meta.n < `50`"
    spec = json.dumps({"score": ["acc"], "where": condition})
    suite = cli("evaluate", "suite", "-m", f"stored-score{spec}", "o.jsonl", "--ci",
              "--format", "json")  # fmt: skip
    alone = cli("evaluate", "stored-score", "o.jsonl", "--where", condition, "--ci",
                "--format", "json")  # fmt: skip
    ((result,), (other,)) = (done.json()["results"] for done in (suite, alone))
    assert result["interval"]["method"] == "wilson"
    assert (result["value"], result["interval"]) == (other["value"], other["interval"])


def test_signatures_rebuild_the_metric():
    """The signature states map and where, and the metric is rebuilt from it."""
    metric = entry(f"token-f1{SPEC}").metric
    again = from_signature(metric.signature())
    assert (again.signature(), again.own_map) == (metric.signature(), ("references=sources",))
    assert "own_" not in entry("token-f1").metric.signature()


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ('token-f1{"map": {"sources": "x"}}', "does not read `sources`"),
        ('token-f1{"map": {"references": "x["}}', "not a JMESPath expression"),
        ('token-f1{"where": "nope("}', "not a JMESPath expression"),
        ('token-f1{"rename": {"x": "y"}}', "has no output 'x'"),
        ('token-f1{"rename": {"token_f1_f1": "token_f1_recall"}}', "would have one name"),
    ],
)
def test_wrong_options_are_refused(spec, sentence):
    """Fields that the metric does not read, wrong expressions and unknown outputs are errors."""
    from sacreval.scoring.entries.run_metrics import entries

    with pytest.raises(UsageError, match=sentence):
        entries([spec])


def test_a_condition_that_never_holds_is_refused(cli, tmp_path):
    """A condition that holds for no record is an error, not an empty column."""
    write_lines(tmp_path / "o.jsonl", RECORDS)
    done = cli("evaluate", "suite", "-m", 'chrf{"where": "meta.x"}', "o.jsonl")
    assert done.code == 2
    assert "holds for none of 3 records" in done.err
    done = cli("evaluate", "suite", "-m", 'chrf{"map": {"references": "meta.x"}}', "o.jsonl")
    assert "o.jsonl:1: `references`, which chrf needs, is meta.x by its own map" in done.err


@pytest.mark.parametrize(
    ("where", "n", "missing"),
    [("groups.kind == 'x'", 2, 1), ("prediction != 'b'", 3, 2), ("@.groups.kind == 'x'", 3, 2)],
)
def test_records_without_an_output(where, n, missing):
    """One that a condition leaves out is not missing, unless only the output could tell."""
    records = [
        Instance(prediction="a", references=["a"], groups={"kind": "x"}),
        Instance(error="failed", references=["a"], groups={"kind": "x"}),
        Instance(error="failed", references=["a"], groups={"kind": "y"}),
    ]
    metric = own_records(metrics.get("exact-match")(), own_where=where)
    assert len(metric_records.lacking(metric, Batch(records))) == missing
    (result,) = evaluate([Batch(records)], [Entry(metric)]).report().results
    assert (result.n, result.missing_total) == (n, missing)

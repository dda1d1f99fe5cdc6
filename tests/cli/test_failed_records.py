"""Records with `error` are failed records of every verb, and never empty outputs."""

import json

import pytest

from support.sizes import few

REFERENCES = [["the cat sat"], ["dogs bark"], ["it rains"], ["all is well"]]
OUTPUTS = ["the cat sat", "dogs run", None, "all was well"]
LABELS = ["yes", "no", None, "yes"]
NUMBERS = [1.0, 2.0, None, 2.5]


@pytest.fixture
def write(tmp_path):
    """Writes records of a system, those whose output is None with an error."""

    def make(name, outputs, references, *, without=()):
        lines = []
        for i, (output, texts) in enumerate(zip(outputs, references, strict=True)):
            if i in without:
                continue
            answer = {"error": "timed out"} if output is None else {"prediction": output}
            lines.append({"instance_id": i, "references": texts} | answer)
        path = tmp_path / f"{name}.jsonl"
        path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        return path

    return make


@few(
    3,
    ("metric", "records"),
    [
        (("bleu",), (OUTPUTS, REFERENCES)),
        (("bleu", "--engine", "official"), (OUTPUTS, REFERENCES)),
        (("rouge", "--workers", "2"), (OUTPUTS, REFERENCES)),
        (("exact-match", "--extract", "regex:(the|dogs|all)"), (OUTPUTS, REFERENCES)),
        (("self-bleu",), (OUTPUTS, REFERENCES)),
        (("classification",), (LABELS, [["yes"], ["yes"], ["no"], ["no"]])),
        (("pearson",), (NUMBERS, [[1], [3], [4], [5]])),
        (("length",), (OUTPUTS, REFERENCES)),
    ],
)
def test_scores_are_those_of_the_others(cli, write, tmp_path, metric, records):
    """A failed record is counted, exits with 3, and leaves the scores of the others."""
    name, *more = metric
    values = {}
    for which, without in (("with", ()), ("without", (2,))):
        path = write("sys", *records, without=without)
        result = tmp_path / f"{which}.json"
        code, out, err = cli("evaluate", name, path, *more, "-o", result)
        assert code == (3 if which == "with" else 0), (out, err)
        if which == "with":
            assert "sys.jsonl:3: there is no output (timed out)" in err
            assert cli("evaluate", name, path, *more, "--allow-errors")[0] == 0
        values[which] = [
            (score["output"], score["value"], score["n"] - (1 if score["missing"] else 0))
            for score in json.loads(result.read_text())["results"]
        ]
    assert values["with"] == values["without"]


def test_a_run_of_failed_records_has_no_score(cli, write, tmp_path):
    """Nothing is scored, rather than an empty text."""
    path = write("sys", [None, None], REFERENCES[:2])
    code, _, _ = cli("evaluate", "bleu", path, "--ci", "-o", tmp_path / "r.json")
    assert code == 3
    (result,) = json.loads((tmp_path / "r.json").read_text())["results"]
    assert (result["value"], result["n"], result["missing"]["failed"]) == (None, 2, 2)


def test_a_record_is_counted_once_for_all_metrics(cli, write):
    """Whatever the number of metrics, there is one record without an output."""
    path = write("a", OUTPUTS, REFERENCES)
    done = cli("evaluate", "suite", "-m", "bleu", "-m", "token-f1", "-m", "wer", path.name)
    assert done.code == 3
    assert "a.jsonl:3: there is no output (timed out)\n" in done.err
    assert "1 records could not be scored" in done.err or "1 record could not" in done.err


def test_score_writes_the_error(cli, write):
    """The record has no scores, and its reason."""
    path = write("sys", OUTPUTS, REFERENCES)
    code, out, _ = cli("score", "rouge", path)
    assert code == 3
    lines = [json.loads(line) for line in out.splitlines()]
    assert "timed out" in lines[2]["error"]
    assert set(lines[2]["scores"].values()) == {None}


def test_compare_leaves_the_instance_out(cli, write):
    """Systems are compared on the instances that all have answered."""
    first = write("first", OUTPUTS, REFERENCES)
    second = write("second", ["the cat", "dogs bark", "it rains", "all is well"], REFERENCES)
    code, out, err = cli("compare", "chrf", first, second, "--format", "json")
    assert code == 3, err
    assert {row["n"] for row in json.loads(out)["comparisons"]} == {4}


def test_resumed_runs_have_the_same_failures(cli, write, tmp_path):
    """--resume stores what failed, too."""
    path = write("sys", OUTPUTS, REFERENCES)
    code, out, _ = cli("evaluate", "rouge", path, "--resume", tmp_path / "part")
    assert (code, out) == (3, cli("evaluate", "rouge", path)[1])


def test_a_record_with_error_and_output_is_invalid(cli, tmp_path):
    """The error names the line."""
    path = tmp_path / "x.jsonl"
    path.write_text('{"prediction": "a", "error": "b", "references": ["a"]}\n')
    code, _, err = cli("evaluate", "bleu", path)
    assert code == 2
    assert "x.jsonl:1" in err
    assert "both `error` and `prediction`" in err

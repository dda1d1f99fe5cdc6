"""Copies of lm-eval's logs: one more metric with `_stderr`, the original as it was."""

import json

import pytest

from support.tool_logs import folder, write_lm_eval
from support.tool_pythons import interpreter, run_in

TABLE = """
import json, sys
from lm_eval.utils import get_results_filenames, get_sample_results_filenames, make_table
[name] = get_results_filenames(sys.argv[1:])
assert len(get_sample_results_filenames(sys.argv[1:])) == len(sys.argv) - 2
print(make_table(json.load(open(name))))
"""


@pytest.fixture
def exported(cli, tmp_path):
    """Return a function that scores samples and copies the log with the scores."""

    def export(results, *samples, metric="chrf"):
        words = ("-o", "r.json", "--instances", "s.jsonl", "-q")
        assert cli("evaluate", metric, *samples, *words).code in (0, 3)
        (tmp_path / "copy").mkdir(exist_ok=True)
        return cli("export", "r.json", "--log", results, "-o", "copy", "--force")

    return export


def test_copy(exported, tmp_path):
    """Results and rows have the scores under names of their own; all else is unchanged."""
    results = write_lm_eval(tmp_path / "run")
    [samples] = (tmp_path / "run").glob("*.jsonl")
    before = {path: path.read_bytes() for path in (results, samples)}
    done = exported(results, samples)
    assert done.code == 0, done.err
    assert {path: path.read_bytes() for path in before} == before
    copy = json.loads((tmp_path / "copy" / results.name).read_text())
    task = copy["results"]["toy"]
    assert task.pop("sacreval_chrf,none") == pytest.approx(json.loads(
        (tmp_path / "r.json").read_text())["results"][0]["value"])  # fmt: skip
    assert task.pop("sacreval_chrf_stderr,none") > 0
    assert copy["higher_is_better"]["toy"].pop("sacreval_chrf") is True
    assert json.dumps(copy) == before[results].decode()
    rows = [json.loads(x) for x in (tmp_path / "copy" / samples.name).read_text().splitlines()]
    assert [row["sacreval_chrf"] for row in rows] == [100.0, 25.0]
    assert rows[0]["metrics"] == ["acc", "sacreval_chrf"]


def test_several_filters(exported, tmp_path):
    """Each filter has its own value and error, which are those of the log."""
    [results] = (folder("lm_eval") / "toy__canned-7b").glob("results*")
    done = exported(results, *results.parent.glob("samples_toy_arith*"), metric="exact-match")
    assert "records have no scores" in done.err
    copy = json.loads((tmp_path / "copy" / results.name).read_text())["results"]["toy_arith"]
    assert copy["sacreval_exact_match,flexible-extract"] == 1.0
    assert copy["exact_match,strict-match"] == pytest.approx(2 / 3)
    for name in ("exact_match,strict-match", "exact_match_stderr,strict-match"):
        assert copy[f"sacreval_{name}"] == pytest.approx(copy[name])


def test_tasks_that_no_file_can_have(exported, tmp_path):
    """A task whose name leads to another folder has no samples file, and no record with scores."""
    results = write_lm_eval(tmp_path / "run")
    [samples] = (tmp_path / "run").glob("*.jsonl")
    document = json.loads(results.read_text())
    document["results"] = {f"../{name}": one for name, one in document["results"].items()}
    results.write_text(json.dumps(document))
    done = exported(results, samples)
    assert (done.code, "no record of it has scores" in done.err) == (2, True)
    assert not list((tmp_path / "copy").iterdir())


@pytest.mark.long
def test_lm_eval_shows_it(exported, tmp_path):
    """lm-eval's own functions find the files, and its table has the scores."""
    python = interpreter("lm_eval", "copies of lm-eval's logs")
    results = write_lm_eval(tmp_path / "run")
    exported(results, *(tmp_path / "run").glob("*.jsonl"))
    names = sorted(str(path) for path in (tmp_path / "copy").iterdir())
    shown = run_in(python, "-c", TABLE, *names, cwd=tmp_path / "copy")
    assert "sacreval_chrf" in shown

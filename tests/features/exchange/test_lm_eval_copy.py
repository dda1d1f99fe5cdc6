"""Copies of logs of lm-eval and inspect, with one more metric or scorer."""

import json
import zipfile
from math import sqrt
from random import Random

import pytest

from sacreval.core.records import Scored
from sacreval.errors import InputError
from sacreval.features.exchange.inspect_copy import _summaries
from sacreval.features.exchange.lm_eval_copy import LogScores, OutputColumn
from sacreval.metrics.answers.exact_match import ExactMatch
from support.damage import damaged
from support.sizes import few
from support.tool_logs import folder, write_inspect, write_lm_eval
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
    document["results"] = {f"../{name}": result for name, result in document["results"].items()}
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


COLUMN = OutputColumn("exact_match", "exact_match", "exact-match", ExactMatch())


def scored(value, task="t", **more):
    statistics = None if value is None else {"exact-match": [value, 1.0]}
    return Scored(
        instance_id="1", system_id="m", scores={"exact_match": value}, statistics=statistics,
        groups={"task": task}, **more,
    )  # fmt: skip


def test_means():
    """The value of a mean and its standard error are those of the textbook."""
    scores = LogScores({}, [COLUMN], "r.json")
    [mean] = scores.summaries([scored(x) for x in (1.0, 0.0, 1.0, 1.0)]).values()
    assert mean.value == 0.75
    assert mean.error == pytest.approx(sqrt(0.25 / 4))
    assert mean.n == 4
    assert scores.summaries([scored(1.0)])["sacreval_exact_match"].error is None
    assert scores.summaries([scored(None)]) == {}


def test_find():
    """A record is found under the first name of its system that has it, in its own task alone."""
    scores = LogScores({"m": {"1": scored(1.0), "2": scored(None)}}, [COLUMN], "r.json")
    assert scores.find(("m [none]", "m"), 1, "t") is not None
    assert scores.find(("m",), 1, "other") is None
    assert scores.find(("m",), 2, "t") is None  # it could not be scored
    assert scores.find(("m",), 3, "t") is None


def test_need():
    """A log without any record of the run is refused, with the systems that there are."""
    with pytest.raises(InputError, match="no record of it has scores in r.json, which has 'm'"):
        LogScores({"m": {}}, [COLUMN], "r.json").need(0, "log.json")


@few(1, "tool", ["inspect", "lm-eval"])
def test_damaged_logs(cli, tmp_path, tool):
    """Damaged logs are copied, or refused with exit code 2 and the name of the file."""
    if tool == "inspect":
        log = scored = write_inspect(tmp_path / "log.json")
    else:
        log = write_lm_eval(tmp_path / "run")
        [scored] = log.parent.glob("*.jsonl")
    written = ("-o", "r.json", "--instances", "s.jsonl", "-q")
    assert cli("evaluate", "chrf", scored, *written).code == 0
    (tmp_path / "copy").mkdir()
    random, whole, refused = Random(5), log.read_bytes(), 0
    for _ in range(60):
        log.write_bytes(damaged(whole, random))
        done = cli("export", "r.json", "--log", log, "-o", "copy", "--force")
        assert done.code in (0, 2), done.err
        assert "bug in sacreval" not in done.err
        assert done.code == 0 or log.name in done.err
        refused += done.code == 2
    assert refused > 8


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('"scores": []}', '"scores": {}}', "results.scores"),
        ('"config": {"epochs": 2}', '"scorers": 3', "eval.scorers"),
        ('"samples": [', '"samples": 3, "x": [', "samples"),
    ],
)
def test_places(cli, tmp_path, old, new, named):
    """The message names the part of the log that has another type."""
    log = write_inspect(tmp_path / "log.json")
    assert cli("evaluate", "chrf", log, "-o", "r.json", "--instances", "s.jsonl", "-q").code == 0
    text = log.read_text()
    assert old in text
    log.write_text(text.replace(old, new))
    (tmp_path / "copy").mkdir()
    done = cli("export", "r.json", "--log", log, "-o", "copy")
    assert (done.code, f"`{named}`" in done.err) == (2, True), done.err


READ = """
import json, sys
from inspect_ai.log import read_eval_log
log = read_eval_log(sys.argv[1])
results = {x.name: {k: m.value for k, m in x.metrics.items()} for x in log.results.scores}
print(json.dumps([results, [{k: s.value for k, s in x.scores.items()} for x in log.samples]]))
"""

ARITHMETIC = "2026-11-22T07-40-11-00-00_toy-arith_YiBFS7UKCKXUpdovSKeo4M.eval"

CHOICES = "2026-11-22T07-40-10-00-00_toy-mc_oSicevpjyWqam9gYrcNqRA.json"


@pytest.fixture
def inspect_exported(cli, tmp_path):
    """Return a function that scores a log and copies it with the scores."""

    def export(log, *metric):
        words = ("-o", "r.json", "--instances", "s.jsonl", "-q", "--force")
        assert cli("evaluate", *metric, log, *words).code == 0
        (tmp_path / "copy").mkdir(exist_ok=True)
        done = cli("export", "r.json", "--log", log, "-o", "copy", "--force")
        assert done.code == 0, done.err
        return tmp_path / "copy" / log.name

    return export


def test_epochs(inspect_exported, tmp_path):
    """The score of a record is that of all epochs, and each of them has it."""
    log = write_inspect(tmp_path / "log.json")
    before = log.read_bytes()
    both = json.loads(inspect_exported(log, "chrf").read_text())["samples"]
    assert [x["scores"]["sacreval_chrf"]["value"] for x in both] == [25.0, 25.0]
    both = json.loads(inspect_exported(log, "pass-at-k", "--scorer", "exact-match").read_text())[
        "samples"
    ]
    assert [x["scores"]["sacreval_pass_at_1"]["value"] for x in both] == [0.0, 0.0]
    assert log.read_bytes() == before


def test_header(inspect_exported, tmp_path):
    """The header has the scorer with its signature, and its results without an error for one."""
    copy = json.loads(inspect_exported(write_inspect(tmp_path / "log.json"), "chrf").read_text())
    [scorer] = copy["eval"]["scorers"]
    assert scorer["metadata"]["signature"].startswith("chrf|char_order:6")
    [result] = copy["results"]["scores"]
    assert (result["name"], list(result["metrics"])) == ("sacreval_chrf", ["chrf"])
    assert result["scored_samples"] == 1


def test_archive(inspect_exported):
    """Members of any compression are copied with scores of each epoch, and the copy is deflated."""
    pytest.importorskip("zstandard")
    copy = inspect_exported(folder("inspect_ai") / ARITHMETIC, "chrf")
    with zipfile.ZipFile(copy) as archive:
        assert {member.compress_type for member in archive.infolist()} == {zipfile.ZIP_DEFLATED}
        header = json.loads(archive.read("header.json"))
        summaries = json.loads(archive.read("summaries.json"))
        sample = json.loads(archive.read("samples/train_epoch_1.json"))
    assert header["results"]["scores"][-1]["metrics"]["stderr"]["value"] > 0
    assert sample["scores"]["sacreval_chrf"]["value"] > 50
    assert ["sacreval_chrf" in summary["scores"] for summary in summaries] == [True] * 4


@pytest.mark.parametrize("text", [b"{}", b"[1]", b"[", b"[" * 100_000])
def test_damaged_summaries(text):
    """Summaries that are no list of maps are an error with their place."""
    with pytest.raises(InputError, match=r"a.eval: summaries.json"):
        _summaries(text, "a.eval: summaries.json")


@pytest.mark.long
@pytest.mark.parametrize("name", [ARITHMETIC, CHOICES])
def test_inspect_reads_it(inspect_exported, tmp_path, name):
    """inspect_ai reads the copy, with the scores of the run and of each sample."""
    python = interpreter("inspect_ai", "copies of inspect's logs")
    copy = inspect_exported(folder("inspect_ai") / name, "chrf")
    results, samples = json.loads(run_in(python, "-c", READ, copy, cwd=tmp_path))
    value = json.loads((tmp_path / "r.json").read_text())["results"][0]["value"]
    assert results["sacreval_chrf"]["chrf"] == pytest.approx(value)
    assert results["sacreval_chrf"]["stderr"] > 0
    assert "sacreval_chrf" in samples[0]

"""Copies of inspect's logs: one more scorer with `stderr`, the original as it was."""

import json
import zipfile

import pytest

from sacreval.errors import InputError
from sacreval.features.exchange.inspect_copy import _summaries
from support.tool_logs import folder, write_inspect
from support.tool_pythons import interpreter, run_in

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
def exported(cli, tmp_path):
    """Return a function that scores a log and copies it with the scores."""

    def export(log, *metric):
        words = ("-o", "r.json", "--instances", "s.jsonl", "-q", "--force")
        assert cli("evaluate", *metric, log, *words).code == 0
        (tmp_path / "copy").mkdir(exist_ok=True)
        done = cli("export", "r.json", "--log", log, "-o", "copy", "--force")
        assert done.code == 0, done.err
        return tmp_path / "copy" / log.name

    return export


def test_epochs(exported, tmp_path):
    """The score of a record is that of all epochs, and each of them has it."""
    log = write_inspect(tmp_path / "log.json")
    before = log.read_bytes()
    both = json.loads(exported(log, "chrf").read_text())["samples"]
    assert [x["scores"]["sacreval_chrf"]["value"] for x in both] == [25.0, 25.0]
    both = json.loads(exported(log, "pass-at-k", "--scorer", "exact-match").read_text())["samples"]
    assert [x["scores"]["sacreval_pass_at_1"]["value"] for x in both] == [0.0, 0.0]
    assert log.read_bytes() == before


def test_header(exported, tmp_path):
    """The header has the scorer with its signature, and its results without an error for one."""
    copy = json.loads(exported(write_inspect(tmp_path / "log.json"), "chrf").read_text())
    [scorer] = copy["eval"]["scorers"]
    assert scorer["metadata"]["signature"].startswith("chrf|char_order:6")
    [result] = copy["results"]["scores"]
    assert (result["name"], list(result["metrics"])) == ("sacreval_chrf", ["chrf"])
    assert result["scored_samples"] == 1


def test_archive(exported):
    """Members of any compression are copied with scores of each epoch, and the copy is deflated."""
    pytest.importorskip("zstandard")
    copy = exported(folder("inspect_ai") / ARITHMETIC, "chrf")
    with zipfile.ZipFile(copy) as archive:
        assert {one.compress_type for one in archive.infolist()} == {zipfile.ZIP_DEFLATED}
        header = json.loads(archive.read("header.json"))
        summaries = json.loads(archive.read("summaries.json"))
        sample = json.loads(archive.read("samples/train_epoch_1.json"))
    assert header["results"]["scores"][-1]["metrics"]["stderr"]["value"] > 0
    assert sample["scores"]["sacreval_chrf"]["value"] > 50
    assert ["sacreval_chrf" in one["scores"] for one in summaries] == [True] * 4


@pytest.mark.parametrize("text", [b"{}", b"[1]", b"[", b"[" * 100_000])
def test_damaged_summaries(text):
    """Summaries that are no list of maps are an error with their place."""
    with pytest.raises(InputError, match=r"a.eval: summaries.json"):
        _summaries(text, "a.eval: summaries.json")


@pytest.mark.long
@pytest.mark.parametrize("name", [ARITHMETIC, CHOICES])
def test_inspect_reads_it(exported, tmp_path, name):
    """inspect_ai reads the copy, with the scores of the run and of each sample."""
    python = interpreter("inspect_ai", "copies of inspect's logs")
    copy = exported(folder("inspect_ai") / name, "chrf")
    results, samples = json.loads(run_in(python, "-c", READ, copy, cwd=tmp_path))
    value = json.loads((tmp_path / "r.json").read_text())["results"][0]["value"]
    assert results["sacreval_chrf"]["chrf"] == pytest.approx(value)
    assert results["sacreval_chrf"]["stderr"] > 0
    assert "sacreval_chrf" in samples[0]

"""`sacreval export`: what it needs, and what is refused without a trace."""

from importlib.util import find_spec

import pytest

from support.sizes import few
from support.tool_logs import write_inspect, write_lm_eval


@few(
    4,
    ("words", "reason"),
    [
        ((), "either --mlflow or --log"),
        (("--mlflow", "x", "--log", "log.json", "-o", "out"), "either --mlflow or --log"),
        (("--log", "log.json"), "--log needs -o FOLDER"),
        (("--mlflow", "x", "-o", "out"), "-o needs --log"),
        (("--log", "gone.json", "-o", "out"), "there is no such file"),
        (("--log", "result.json", "-o", "out"), "neither a log of inspect_ai nor"),
        (("--log", "log.json", "-o", "gone"), "there is no folder of this name"),
        (("--log", "log.json", "-o", "."), "this is an input"),
        (("--log", "log.json", "-o", "out"), "no record of it has scores in result.json"),
    ],
)
def test_refused(cli, sample, words, reason):
    """Options that contradict each other and logs of other runs are refused in one sentence."""
    write_inspect(sample / "log.json")
    (sample / "out").mkdir()
    done = cli("export", "result.json", *words)
    assert done.code == 2
    assert reason in done.err
    assert list((sample / "out").iterdir()) == []


def test_without_scores_of_records(cli, tmp_path):
    """A result without the scores of its records cannot be written into a log."""
    results = write_lm_eval(tmp_path / "run")
    [samples] = (tmp_path / "run").glob("*.jsonl")
    cli("evaluate", "chrf", samples, "-o", "r.json")
    (tmp_path / "out").mkdir()
    done = cli("export", "r.json", "--log", results, "-o", "out")
    assert done.code == 2
    assert "without the scores of its records" in done.err


def test_existing_copies(cli, tmp_path):
    """A copy replaces no file without --force."""
    results = write_lm_eval(tmp_path / "run")
    [samples] = (tmp_path / "run").glob("*.jsonl")
    cli("evaluate", "chrf", samples, "-o", "r.json", "--instances", "s.jsonl")
    (tmp_path / "out").mkdir()
    words = ("export", "r.json", "--log", results, "-o", "out")
    assert [cli(*words).code, cli(*words).code, cli(*words, "--force").code] == [0, 2, 0]


@pytest.mark.skipif(find_spec("mlflow") is not None, reason="mlflow is installed")
def test_without_mlflow(cli, sample):
    """Without mlflow the sentence names the extra."""
    done = cli("export", "result.json", "--mlflow", "store")
    assert done.code == 2
    assert "pip install 'sacreval[mlflow]'" in done.err
    assert not (sample / "store").exists()

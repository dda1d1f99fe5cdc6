"""The options of execution, given well and badly."""

import sys

import pytest

from sacreval.cli.options.option_groups import with_ray_address
from sacreval.commands.app import run
from support import missing
from support.program import records, write_jsonl
from support.sizes import few

VERBS = (
    ("evaluate", "bleu"),
    ("score", "bleu"),
    ("compare", "bleu"),
    ("correlate", "bleu", "--human", "q"),
    ("evaluate", "suite", "-m", "bleu"),
)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Work in a folder with records."""
    monkeypatch.chdir(tmp_path)
    write_jsonl(tmp_path / "in.jsonl", records(4, judgments={"q": 1}))
    return tmp_path


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--workers", "0"], "Invalid value for '--workers'"),
        (["--workers", "many"], "Invalid value for '--workers'"),
        (["--ray=here"], "--ray here: not an address; write HOST:PORT, ray://HOST:PORT, auto"),
        (["--ray=a b:1"], "--ray a b:1: not an address"),
        (["--ray", "127.0.0.1:1", "--workers", "2"], "--ray takes all processors of the cluster"),
    ],
)
def test_bad(capsys, verb, words, said):
    """What cannot be is one sentence, and exit code 2, before anything is read."""
    assert run([*verb, "in.jsonl", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"sacreval: error: {said}")
    assert err.count("\n") == 1


@pytest.mark.long
def test_nobody_answers(capsys):
    """An address where no cluster is says so at once."""
    missing.module("ray", "options of Ray")
    assert run(["evaluate", "bleu", "in.jsonl", "--ray", "127.0.0.1:1"]) == 2
    assert "--ray 127.0.0.1:1: no cluster answers at this address" in capsys.readouterr().err


def test_not_installed(capsys, monkeypatch):
    """Where Ray is not installed, the extra is named."""
    monkeypatch.setitem(sys.modules, "ray", None)
    assert run(["evaluate", "bleu", "in.jsonl", "--ray"]) == 2
    assert "run: pip install 'sacreval[ray]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "spelt"),
    [
        (["--ray"], ["--ray=local"]),
        (["--ray", "in.jsonl"], ["--ray=local", "in.jsonl"]),
        (["--ray", "-q"], ["--ray=local", "-q"]),
        (["--ray", "host:6379", "a"], ["--ray", "host:6379", "a"]),
        (["--ray", "ray://host:10001"], ["--ray", "ray://host:10001"]),
        (["--ray", "[::1]:6379"], ["--ray", "[::1]:6379"]),
        (["--ray", "auto"], ["--ray", "auto"]),
        (["--ray=host:1", "a"], ["--ray=host:1", "a"]),
        (["--", "--ray", "a"], ["--", "--ray", "a"]),
    ],
)
def test_without_address(words, spelt):
    """--ray stands alone, or takes what looks like an address; inputs stay inputs."""
    assert with_ray_address(words) == spelt


def test_config_and_environment(capsys, folder, monkeypatch):
    """A config and the environment set them as options do."""
    (folder / "run.yaml").write_text("metrics: [bleu]\nray: here\n", encoding="utf-8")
    assert run(["evaluate", "suite", "run.yaml", "in.jsonl"]) == 2
    assert "--ray here: not an address" in capsys.readouterr().err
    monkeypatch.setenv("SACREVAL_RAY", "there")
    assert run(["evaluate", "bleu", "in.jsonl"]) == 2
    assert "--ray there: not an address" in capsys.readouterr().err


@few(1, "verb", VERBS[:2], ids=" ".join)
def test_workers(capsys, verb):
    """Results do not depend on --workers, in every verb."""
    said = []
    for workers in ("1", "2"):
        assert run([*verb, "in.jsonl", "--engine", "official", "--workers", workers]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]


@pytest.mark.long
def test_verify(capsys):
    """`verify` takes --workers, and refuses an address that is none."""
    assert run(["evaluate", "suite", "-m", "bleu", "-m", "ter", "in.jsonl", "-o", "r.json"]) == 0
    assert run(["verify", "r.json", "in.jsonl", "--workers", "2"]) == 0
    assert "2 numbers recomputed" in capsys.readouterr().out
    assert run(["verify", "r.json", "in.jsonl", "--ray=here"]) == 2
    assert "--ray here: not an address" in capsys.readouterr().err


@pytest.mark.long
def test_no_cluster_of_this_machine(capsys, monkeypatch):
    """Where --ray alone cannot start a cluster, the remedy is not --ray alone."""
    ray = missing.module("ray", "options of Ray")

    def hangs(**_):
        raise TimeoutError("the node did not start")

    monkeypatch.setattr(ray, "init", hangs)
    assert run(["evaluate", "bleu", "in.jsonl", "--ray"]) == 2
    said = capsys.readouterr().err
    assert "--ray: no cluster could be started on this machine (the node did not start)" in said
    assert "--workers N" in said
    assert "--ray alone" not in said

"""sacreval init: the files that it writes work as they are."""

import json
import shlex
from types import SimpleNamespace

import pytest
import yaml

from sacreval.cli.options.option_values import source_of
from sacreval.commands.init import accepted, largest_drops, metrics_for, worst
from sacreval.core.version import version
from sacreval.errors import InputError, UsageError
from support import missing
from support.mirror import CHECKOUT
from support.program import records, write_jsonl
from support.shell import has_shell, process

WRITTEN = {"quality.yaml", "quality-baseline.json", "quality-baseline.instances.jsonl"}


@pytest.fixture
def folder(tmp_path):
    """Make a repository with outputs and references in a folder."""
    (tmp_path / ".git").mkdir()
    text = "".join(f"this is a line of text, number {i} here\n" for i in range(12))
    inner = tmp_path / "my data"
    inner.mkdir()
    for name in ("outputs.txt", "references.txt"):
        (inner / name).write_text(text)
    return inner


@pytest.fixture
def init(cli, folder, monkeypatch):
    """Return a function that runs the command in the folder."""
    monkeypatch.chdir(folder)
    return lambda *words: cli("init", "outputs.txt", "-r", "references.txt", *words)


def worsen(folder):
    """Drop words from all outputs."""
    path = folder / "outputs.txt"
    path.write_text(path.read_text().replace("line of ", ""))


def test_it_writes_what_works(init, cli, folder):
    """The suite passes as it is, and fails when outputs are worse; what was written is told."""
    done = init()
    assert done.code == 0, done.err
    workflow = folder.parent / ".github" / "workflows" / "quality.yml"
    assert workflow.is_file()
    assert {path.name for path in folder.iterdir()} == WRITTEN | {"outputs.txt", "references.txt"}
    for name in (*WRITTEN, "../.github/workflows/quality.yml"):
        assert f"wrote {name}\n" in done.out
    assert done.out.endswith("next: sacreval evaluate suite quality.yaml\n")
    assert "metrics by the length of the references: chrf, bleu" in done.err
    again = cli("evaluate", "suite", "quality.yaml")
    assert again.code == 0, again.err
    assert "12 aligned, 0 gone, 0 new" in again.err
    assert cli("config", "show", "quality.yaml").code == 0
    worsen(folder)
    assert cli("evaluate", "suite", "quality.yaml").code == 1


@pytest.mark.long
def test_the_workflow_runs(init, folder):
    """Its steps, in the folder that they name, pass with these outputs and fail with worse ones."""
    if not has_shell():
        missing.say("the workflow of init: there is no bash")
        pytest.skip("no bash")
    assert init("--name", "my_text").code == 0
    text = (folder.parent / ".github" / "workflows" / "my_text.yml").read_text()
    job = yaml.safe_load(text)["jobs"]["my_text"]
    [step] = [step for step in job["steps"] if step.get("name") == "Evaluate"]
    assert folder.parent / step["working-directory"] == folder
    words = ["bash", "-c", f"set -eo pipefail\n{step['run']}"]
    assert process(words, folder).code == 0
    results = {path.name for path in (folder / "sacreval-results").iterdir()}
    assert results == {"gates.xml", "result.json", "scores.jsonl"}
    assert job["steps"][-1]["with"]["path"] == "my data/sacreval-results"
    worsen(folder)
    assert process(words, folder).code == 1


def test_its_actions_are_those_of_this_repository():
    """Commits of actions are the ones that the repository's own workflows use."""
    from sacreval.features.gates import pipeline_files

    files = [*(CHECKOUT / ".github" / "workflows").glob("*.yml"), CHECKOUT / "action.yml"]
    lines = {
        line.partition("uses: ")[2] for path in files for line in path.read_text().splitlines()
    }
    used = {pipeline_files._CHECKOUT, pipeline_files._PYTHON, pipeline_files._UPLOAD}
    assert used <= lines


def test_nothing_is_replaced_without_force(init, folder):
    """A file that exists ends it before anything is written."""
    (folder / "quality-baseline.json").write_text("mine")
    done = init()
    assert done.code == 2
    assert "quality-baseline.json: this file exists; give --force" in done.err
    assert not (folder / "quality.yaml").exists()
    assert init("--force").code == 0
    assert (folder / "quality-baseline.json").read_text() != "mine"


def test_metrics_and_options_are_written(cli, tmp_path, monkeypatch):
    """Systems, readers, maps and options of metrics are in the suite as they were given."""
    monkeypatch.chdir(tmp_path)
    each = [{"answer": record["prediction"], "gold": record["references"]} for record in records(8)]
    write_jsonl(tmp_path / "a.jsonl", each)
    maps = ["--map", "prediction=answer", "--map", "references=gold"]
    options = ["-m", 'chrf{"word_order": 2}', "-m", "wer", "--no-workflow", "--install", "x.whl"]
    done = cli("init", "mine=a.jsonl", *maps, *options)
    assert done.code == 0, done.err
    suite = yaml.safe_load((tmp_path / "quality.yaml").read_text())
    assert suite["metrics"] == ['chrf{"word_order": 2}', "wer"]
    assert suite["inputs"] == ["mine=a.jsonl"]
    assert suite["significant-drop"] == {"chrf": 1, "wer": 0.0017}
    assert not (tmp_path / ".github").exists()
    assert cli("evaluate", "suite", "quality.yaml").code == 0


def test_short_references_have_metrics_of_answers(cli, tmp_path, monkeypatch):
    """Answers of a few words are compared whole."""
    monkeypatch.chdir(tmp_path)
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "Paris", "references": ["Paris"]}] * 3)
    assert cli("init", "a.jsonl", "--install", "sacreval[ja]==0.1.0").code == 0
    suite = yaml.safe_load((tmp_path / "quality.yaml").read_text())
    assert suite["metrics"] == ["exact-match", "token-f1"]
    workflow = (tmp_path / ".github" / "workflows" / "quality.yml").read_text()
    assert "pip install 'sacreval[ja]==0.1.0'\n" in workflow


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["none.jsonl"], "none.jsonl"),
        (["-"], "relative to this folder"),
        (["/dev/null"], "relative to this folder"),
        (["bare.jsonl"], "name the metrics with -m"),
        (["bare.jsonl", "-m", "bluerr"], "did you mean 'bleu"),
        (["bare.jsonl", "-m", "self-bleu"], "self-bleu"),
        (["bare.jsonl", "-m", "length"], "name another metric with -m"),
        (["a.jsonl", "--name", "a b"], "letters, digits"),
        (["a.jsonl", "--install", ""], "name one requirement"),
        (["empty.jsonl"], "empty.jsonl"),
        (["a.jsonl", "-m", "mean-squared-error"], "a.jsonl:1"),
    ],
)
def test_what_cannot_be_written_is_refused(cli, tmp_path, monkeypatch, words, said):
    """A wrong file, metric or name is one sentence, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    write_jsonl(tmp_path / "a.jsonl", records(3))
    write_jsonl(tmp_path / "bare.jsonl", [{"prediction": "a b"}] * 3)
    (tmp_path / "empty.jsonl").write_text("")
    before = sorted(tmp_path.iterdir())
    done = cli("init", *words)
    assert done.code == 2
    assert said in done.err
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("origin", "requirement"),
    [
        ({}, f"sacreval=={version()}"),
        ({"url": "file:///a%20b/sacreval", "dir_info": {"editable": True}}, "/a b/sacreval"),
        ({"url": "file:///w/sacreval-9.whl", "archive_info": {}}, "/w/sacreval-9.whl"),
        (
            {"url": "https://x.example/s.git", "vcs_info": {"vcs": "git", "commit_id": "abc"}},
            "git+https://x.example/s.git@abc",
        ),
    ],
)
def test_requirement_of_the_workflow(init, folder, monkeypatch, origin, requirement):
    """The workflow installs what is installed here, from where it was installed."""
    installed = SimpleNamespace(read_text=lambda _: json.dumps(origin))
    monkeypatch.setattr("importlib.metadata.distribution", lambda _: installed)
    done = init()
    assert f"installs {requirement}" in done.out
    assert ("which this machine has" in done.out) == requirement.startswith("/")
    text = (folder.parent / ".github" / "workflows" / "quality.yml").read_text()
    assert f"pip install {shlex.quote(requirement)}\n" in text


@pytest.fixture
def source(tmp_path):
    """Return a function that makes a source of records with these references."""

    def files_of(*references, prediction="a b c d"):
        each = [{"prediction": prediction, "references": [reference]} for reference in references]
        write_jsonl(tmp_path / "a.jsonl", each)
        return source_of([str(tmp_path / "a.jsonl")], None, None, None)

    return files_of


@pytest.mark.parametrize(
    ("references", "metrics"),
    [
        (["one two three four five"], ("exact-match", "token-f1")),
        (["one two three four five six"], ("chrf", "bleu")),
        (["a", "b", "one two three four five six"], ("exact-match", "token-f1")),
        (["a", "1 2 3 4 5 6", "1 2 3 4 5 6"], ("chrf", "bleu")),
    ],
)
def test_metrics_are_chosen_by_the_median_length(source, references, metrics):
    """References of at most five words are answers."""
    assert metrics_for(source(*references)) == metrics


def test_a_drop_is_a_hundredth_of_the_range(source):
    """Of metrics without limits it is a hundredth of the score, and of 0 it is 0.01."""
    files = source("a b c d", "a b x y")
    drops = largest_drops(accepted(files, ["chrf", "exact-match", "wer"]))
    assert drops == {"chrf": 1, "exact_match": 0.01, "wer": 0.0025}
    assert largest_drops(accepted(source("a b c d"), ["wer"])) == {"wer": 0.01}


def test_scores_that_cannot_become_worse(source):
    """Outputs with the worst score there is have no gate; a run with no others is refused."""
    gates = accepted(source("b"), ["exact-match", "token-f1"])
    assert worst(gates) == ["exact_match"]
    assert largest_drops(gates) == {"token_f1_f1": 0.01}
    assert worst(accepted(source("b", "a b c d"), ["exact-match"])) == []
    with pytest.raises(UsageError, match="no score can become worse"):
        largest_drops(accepted(source("x"), ["exact-match"]))


def test_what_cannot_be_held_is_refused(source):
    """Metrics without a direction, metrics of sets, and records without a score."""
    with pytest.raises(UsageError, match="better high or low"):
        largest_drops(accepted(source("a b"), ["length"]))
    with pytest.raises(UsageError, match="name another metric"):
        accepted(source("a b"), ["self-bleu"])
    with pytest.raises(InputError, match=r"a\.jsonl"):
        accepted(source("a b"), ["mean-squared-error"])

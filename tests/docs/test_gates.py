"""The action and the hooks that other repositories take from this one."""

import os
import shlex

import pytest
import yaml

from support import missing
from support.mirror import CHECKOUT
from support.program import spawn
from support.shell import has_shell, process
from support.walkthrough import play

PAGE = CHECKOUT / "docs" / "gates.md"
GOOD = "The last train leaves at ten.\nThe shop sells bread.\n"
BAD = "Trains.\nNo shop.\n"


@pytest.fixture
def repository(tmp_path):
    """Give a folder as a user's repository is: its files are those that the page shows."""
    if not has_shell():
        missing.say("the action: there is no bash")
        pytest.skip("no bash")
    (tmp_path / "references.txt").write_text(GOOD)
    (tmp_path / "outputs.txt").write_text(GOOD)
    (tmp_path / "quality.yaml").write_text(
        "inputs: [outputs.txt]\nreferences: [references.txt]\nmetrics: [chrf, bleu]\n"
        "fail-under: {chrf: 60}\n"
    )
    return tmp_path


def act(folder, monkeypatch, *, name="Evaluate", before="", **inputs):
    """Run a step of the action, as a runner does: inputs are variables, `-e` and all."""
    action = yaml.safe_load((CHECKOUT / "action.yml").read_text(encoding="utf-8"))
    [step] = [step for step in action["runs"]["steps"] if step.get("name") == name]
    inputs = {key.replace("_", "-"): value for key, value in inputs.items()}
    for variable, expression in step["env"].items():
        name = expression.removeprefix("${{ inputs.").removesuffix(" }}")
        monkeypatch.setenv(variable, inputs.get(name, action["inputs"][name].get("default", "")))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", os.fspath(folder / "summary.md"))
    return process(["bash", "-c", f"set -eo pipefail\n{before}\n{step['run']}"], folder)


@pytest.mark.long
def test_the_action_scores_and_writes(repository, monkeypatch):
    """A good system passes; results, gates and the summary are there; then the page runs."""
    done = act(repository, monkeypatch, config="quality.yaml")
    assert done.code == 0, done.printed
    written = {path.name for path in (repository / "sacreval-results").iterdir()}
    assert written == {"result.json", "scores.jsonl", "gates.xml"}
    assert "chrf" in (repository / "summary.md").read_text(encoding="utf-8")
    play(PAGE, repository)
    assert (repository / "baseline.json").is_file()


def test_the_action_fails_when_a_gate_fails(repository, monkeypatch):
    """A bad system ends the step with 1, also one of the action's `files`, whatever its name."""
    (repository / "its $(name) & more.txt").write_text(BAD)
    files = "its $(name) & more.txt\noutputs.txt\n"
    done = act(repository, monkeypatch, config="quality.yaml", files=files)
    assert done.code == 1, done.printed
    assert "gate failed" in done.printed


@pytest.mark.long
def test_the_action_holds_against_a_baseline(repository, monkeypatch):
    """`baseline` is handed on: a missing one is an error of set-up."""
    done = act(repository, monkeypatch, config="quality.yaml", baseline="none.json")
    assert done.code == 2
    assert "none.json" in done.printed


@pytest.mark.long
def test_the_action_names_records(repository, monkeypatch):
    """`junit-records` adds each record to the file of test cases."""
    done = act(repository, monkeypatch, config="quality.yaml", junit_records="true")
    assert done.code == 0, done.printed
    text = (repository / "sacreval-results" / "gates.xml").read_text(encoding="utf-8")
    assert text.count('classname="sacreval.outputs.records"') == 2


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        ({}, "/action"),
        ({"extras": "ja,spm"}, "/action[ja,spm]"),
        ({"wheel": "my wheels/s.whl"}, "my wheels/s.whl"),
        ({"wheelhouse": "w h", "extras": "ja"}, "--no-index --find-links w h sacreval[ja]"),
        ({"wheelhouse": "w", "wheel": "s.whl"}, "--no-index --find-links w s.whl"),
    ],
)
def test_the_action_installs(repository, monkeypatch, inputs, words):
    """From its own source, a wheel, or a folder of wheels without the network."""
    monkeypatch.setenv("GITHUB_ACTION_PATH", "/action")
    instead = 'python() { echo "$@" > words.txt; }'
    done = act(repository, monkeypatch, name="Install", before=instead, **inputs)
    assert done.code == 0, done.printed
    assert (repository / "words.txt").read_text() == f"-m pip install --quiet {words}\n"


def test_no_input_stands_in_a_script():
    """Inputs reach the action's scripts as variables alone, so that none can be a command."""
    action = yaml.safe_load((CHECKOUT / "action.yml").read_text(encoding="utf-8"))
    assert not [step for step in action["runs"]["steps"] if "${{" in step.get("run", "")]


def hooks():
    hooks = yaml.safe_load((CHECKOUT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    return {hook["id"]: hook for hook in hooks}


def hook(name, *words, cwd):
    program, *rest = shlex.split(hooks()[name]["entry"])
    assert program == "sacreval"
    return spawn(*rest, *words, cwd=cwd)


@pytest.mark.long
def test_the_hook_scores_changed_files(repository):
    """The files that changed take the place of the config's inputs, and its gates hold."""
    assert hook("sacreval-evaluate", "quality.yaml", "outputs.txt", cwd=repository).code == 0
    (repository / "changed.txt").write_text(BAD)
    done = hook("sacreval-evaluate", "quality.yaml", "outputs.txt", "changed.txt", cwd=repository)
    assert done.code == 1
    assert "changed" in done.err


@pytest.mark.long
def test_the_hook_checks_configs(repository):
    """Good configs pass, several at once; a misspelt key is an error with its place."""
    done = hook("sacreval-config", "quality.yaml", "quality.yaml", cwd=repository)
    assert done.code == 0
    first, second = done.out.split("---\n")
    assert first == second
    assert yaml.safe_load(first)["inputs"] == ["outputs.txt"]
    (repository / "wrong.yaml").write_text("metrics: [chrf]\nfail-undr: {chrf: 60}\n")
    done = hook("sacreval-config", "quality.yaml", "wrong.yaml", cwd=repository)
    assert done.code == 2
    assert "wrong.yaml:2" in done.err

"""Usual command lines that run without Typer."""

import subprocess
import sys

import pytest

from sacreval import native
from sacreval.commands.plain_run import run_plainly, version_line
from sacreval.commands.verbs import app
from support.pages import SAMPLE
from support.program import write_jsonl


def test_version(capsys):
    """The version is the line that Typer prints."""
    assert run_plainly(["--version"]) == 0
    ours = capsys.readouterr().out
    app(["--version"], prog_name="sacreval", standalone_mode=False)
    assert capsys.readouterr().out == ours == f"{version_line()}\n"


@pytest.mark.parametrize(
    "words",
    [[], ["evaluate"], ["evaluate", "bleu"], ["evaluate", "bleu", "--help"], ["--version", "-q"],
     ["evaluate", "suite", "-m", "nothing", SAMPLE, "--with", "x"], ["evaluate", "nothing", SAMPLE],
     ["compare", "bleu", SAMPLE], ["evaluate", "bleu", SAMPLE, "--seed", "x"],
     ["evaluate", "sacrebleu", SAMPLE], ["evaluate", "bleu", SAMPLE, "--notices", "n.jsonl"]],
)  # fmt: skip
def test_others_are_left_to_typer(words, capsys):
    """Help, aliases, other verbs and mistakes are Typer's, and print nothing before."""
    assert run_plainly([str(word) for word in words]) is None
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("name", ["SACREVAL_SEED", "SACREVAL_NOTICES", "SACREVAL_SEDE"])
def test_variables_are_left_to_typer(name, monkeypatch):
    """Variables that may set an option, or are misspelt, are Typer's."""
    assert run_plainly(["evaluate", "bleu", str(SAMPLE)]) == 0
    monkeypatch.setenv(name, "3")
    assert run_plainly(["evaluate", "bleu", str(SAMPLE)]) is None


@pytest.mark.usefixtures("picky")
def test_exit_code_of_failed_records(tmp_path, capsys):
    """Records that could not be scored end with 3, as with Typer."""
    path = write_jsonl(
        tmp_path / "in.jsonl", [{"prediction": x, "references": ["a"]} for x in "a?"]
    )
    assert run_plainly(["evaluate", "picky", str(path)]) == 3
    assert "1 records could not be scored" in capsys.readouterr().err


UNREAD = """typer numpy scipy yaml subprocess tempfile
sacreval.core.contract.wrapper sacreval.core.contract.watches
sacreval.execution.cache.caching_backend sacreval.io.formats.json_documents
sacreval.readers._json_list
sacreval.readers._qrels sacreval.report.details sacreval.scoring.inputs.breakdowns
sacreval.scoring.groups sacreval.scoring.intervals.known_population
sacreval.scoring.entries.output_names
sacreval.text.penn_treebank"""


@pytest.mark.skipif(not native.available(), reason="the kernels are not built here")
def test_what_a_plain_run_does_not_read(tmp_path):
    """A run of one metric reads no module of what it does not do."""
    path = write_jsonl(tmp_path / "in.jsonl", [{"prediction": "a b", "references": ["a c"]}])
    code = (
        "import sys; from sacreval.commands.app import run; "
        f"code = run(['evaluate', 'bleu', {str(path)!r}]); "
        f"print(code, sorted({{*sys.modules}} & set({UNREAD!r}.split())))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.splitlines()[-1] == "0 []"


def test_version_needs_no_msgspec():
    """--version reads neither msgspec nor Typer."""
    code = (
        "import sys; from sacreval.commands.app import run; code = run(['--version']); "
        "print(code, {'msgspec', 'typer', 'numpy'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.splitlines()[-1] == "0 set()"

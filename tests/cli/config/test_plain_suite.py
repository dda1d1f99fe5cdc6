"""Suites that run without Typer; the law compares them with what Typer reads."""

import subprocess
import sys

import pytest

from sacreval import native
from sacreval.cli.config.plain_suite import parsed_suite
from sacreval.cli.parsing.plain_words import UnusualError
from sacreval.commands import evaluate
from support.pages import SAMPLE
from support.program import write_jsonl

COMMAND = evaluate.app.assembled("suite")


def config(folder, text):
    path = folder / "own.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_values_of_a_config(tmp_path):
    """A config sets what the command line does not, and metrics of both are joined."""
    path = config(tmp_path, "metrics: [bleu]\nseed: 4\nfail-under: {bleu: 1}\ndetails: true\n")
    found = parsed_suite(COMMAND, [path, "in.jsonl", "-m", "chrf", "--seed", "5"])
    assert found.values["metrics"] == ["bleu", "chrf"]
    assert (found.values["seed"], found.values["details"]) == (5, True)
    assert (found.values["inputs"], found.values["fail_under"]) == (["in.jsonl"], ["bleu=1"])
    sources = [found.context.get_parameter_source(x) for x in ("seed", "details", "ci")]
    assert [one and one.name for one in sources] == ["COMMANDLINE", "DEFAULT_MAP", None]


@pytest.mark.parametrize("text", ["with: x\n", "nothing: 1\n", "trials: 3\n", "seed: x\n"])
def test_other_configs_are_left_to_typer(text, tmp_path):
    """Models that are asked, keys of other verbs and mistakes are Typer's."""
    with pytest.raises(UnusualError):
        parsed_suite(COMMAND, [config(tmp_path, f"metrics: [bleu]\n{text}")])


def test_line_of_an_error(tmp_path, cli):
    """An error of the run about a value of the config names its line."""
    path = config(tmp_path, "metrics: [bleu]\nfail-under:\n  bleu: 1\n  other: 2\n")
    done = cli("evaluate", "suite", path, SAMPLE)
    assert done.code == 2
    assert f"{path}:4: " in done.err


@pytest.mark.skipif(not native.available(), reason="the kernels are not built here")
def test_neither_typer_nor_numpy(tmp_path):
    """A suite of native metrics, with a config, imports neither Typer nor NumPy."""
    path = config(tmp_path, "metrics: [bleu, chrf]\n")
    records = write_jsonl(tmp_path / "in.jsonl", [{"prediction": "a b", "references": ["a c"]}])
    code = (
        "import sys; from sacreval.commands.app import run; "
        f"code = run(['evaluate', 'suite', {path!r}, {str(records)!r}]); "
        "print(code, {'typer', 'numpy'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.splitlines()[-1] == "0 set()"

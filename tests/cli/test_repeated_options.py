"""Options given twice: those that take one value are refused, lists take all."""

import pytest
import typer

from sacreval.cli.verb_index import VERBS
from sacreval.commands.app import run
from sacreval.commands.verbs import app
from support.sizes import few, long

COMMANDS = [
    *(f"{verb} {name}" for verb in ("evaluate", "score", "compare", "correlate")
      for name in ("bleu", "ter", "multiple-choice", "suite")),
    "correlate scores", "correlate judgments", "correlate trust", "arena", "plan", "report",
    "verify", "baseline set", "config show", "list metrics", "list readers", "list runners",
    "list judges", "list perturbations", "convert", "setup-dataset", "setup-metric", "ask",
    "answer", "generate", "perturb", "robustness exact-match", "robustness suite", "stereotyping",
    "export", "run-tests", "normalize", "select chrf", "cite", "init",
]  # fmt: skip
# Commands with few options; those with many are among the long tests.
QUICK = {
    "score ter", "correlate judgments", "correlate trust", "report", "verify", "baseline set",
    "config show", "list metrics", "convert", "setup-metric", "ask", "perturb", "export",
    "normalize", "cite", "init",
}  # fmt: skip


def options(words):
    """List the options of a command, without those that end it at once, such as --help."""
    command = typer.main.get_command(app)
    for word in words.split():
        command = command.get_command(typer.Context(command), word)
    found = command.get_params(typer.Context(command))
    return [p for p in found if p.param_type_name == "option" and not p.is_eager]


def spellings(option):
    """Write an option on its own: a flag as each of its words, others with values."""
    if option.is_flag:
        return [[word] for word in (*option.opts, *option.secondary_opts)]
    return [[word, *["1"] * option.nargs] for word in option.opts]


def test_every_verb_is_here():
    """No verb is forgotten below."""
    assert {words.split()[0] for words in COMMANDS} == set(VERBS)


@few(6, "words", [words if words in QUICK else long(words) for words in COMMANDS])
def test_one_value_is_given_once(words, capsys):
    """An option that takes one value and stands twice is refused in one sentence, spelt anyhow."""
    for option in options(words):
        if option.multiple:
            continue
        spelt = spellings(option)
        code = run([*words.split(), *spelt[0], *spelt[-1]])
        _, err = capsys.readouterr()
        assert code == 2, (option.name, err)
        assert err.count("\n") == 1, err
        assert "given twice" in err, err
        assert any(name in err for name in option.opts), err


def test_lists_take_all(cli, tmp_path):
    """An option that is a list is repeated as before, and --help is answered anyhow."""
    (tmp_path / "a.jsonl").write_text('{"prediction": "a b", "references": ["a b"]}\n')
    done = cli("evaluate", "rouge", "a.jsonl", "--types", "1", "--types", "L", "--format", "json")
    assert {r["output"] for r in done.json()["results"]} >= {"rouge1_f1", "rougeL_f1"}
    assert cli("evaluate", "bleu", "--seed", "1", "--seed", "2", "--help").code == 0


@pytest.mark.parametrize("twice", ['"lowercase": true, "lowercase": false',
                                   '"max-ngram-order": 2, "max_ngram_order": 3'])  # fmt: skip
def test_keys_in_braces(cli, twice):
    """An option that stands twice in the braces of a metric or a reader is refused."""
    done = cli("evaluate", "suite", "-m", f"bleu{{{twice}}}", "a.jsonl")
    assert (done.code, "is repeated" in done.err) == (2, True)

"""Commands and options of other tools are answered with what to write here."""

import re

import pytest

from sacreval.cli.app import VERBS
from sacreval.cli.habits import COMMANDS, OPTIONS

SAMPLE = "configs/sample/outputs.jsonl"


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("rouge", "evaluate", "x"), "here: sacreval evaluate rouge FILE"),
        (("stat-sig-test", "x"), "here: sacreval correlate scores"),
        (("tasks", "list"), "here: sacreval list suites"),
        (("setup-metric", "bleu"), "bleu needs no setup: run sacreval evaluate bleu FILE"),
        (("evaluate", "bleu", "--predictions", "x"), "here: the files of predictions"),
        (("evaluate", "bleu", "--model_args", "x"), "here: generate: the options of --with"),
        (
            ("evaluate", "bleu[lowercase=True,max_ngram_order=2]", "x"),
            "sacreval evaluate bleu --lowercase --max-ngram-order 2 FILE",
        ),
    ],
)
def test_answers(cli, words, answer):
    """The message has the command or the option of sacreval, and the exit code is 2."""
    done = cli(*words)
    assert (done.code, answer in done.err) == (2, True), done.err


def test_answers_are_true():
    """No habit is a command of sacreval, and every command in an answer is one."""
    assert not COMMANDS.keys() & VERBS.keys()
    for text in (*COMMANDS.values(), *OPTIONS.values()):
        for verb in re.findall(r"\bsacreval ([a-z-]+)", text):
            assert verb in VERBS, text

"""Commands and options of other tools are answered with what to write here."""

import re

from sacreval.cli.help.other_tools import COMMANDS, OPTIONS, SACREBLEU
from sacreval.cli.verb_index import VERBS
from support.sizes import few

SAMPLE = "configs/sample/outputs.jsonl"


@few(
    12,
    ("words", "answer"),
    [
        (("rouge", "evaluate", "x"), "here: sacreval evaluate rouge FILE"),
        (("stat-sig-test", "x"), "here: sacreval correlate scores"),
        (("tasks", "list"), "here: sacreval list suites"),
        (("setup-metric", "bleu"), "bleu needs no setup: run sacreval evaluate bleu outputs"),
        (("evaluate", "bleu", "--predictions", "x"), "here: the files of predictions"),
        (("evaluate", "bleu", "--model_args", "x"), "here: generate: the options of --with"),
        (("compare", "rouge", "x", "--metric", "y"), "this command has the metric rouge already; "),
        (("evaluate", "rouge-l", "x", "--metrics=y"), "--style paper --columns OUTPUT shows one"),
        (("evaluate", "--metric", "bleu", "x"), "here: the metric as a subcommand"),
        (("evaluate", "bleu", "-i", "x"), "option: -i; here: the files of outputs after the"),
        (("evaluate", "bleu", "x", "-tok", "zh"), "option: -tok; here: --tokenize"),
        (("evaluate", "bleu", "x", "-lc"), "option: -lc; here: --lowercase"),
        (("evaluate", "bleu", "x", "-w", "2"), "option: -w; here: nothing: --format json"),
        (("evaluate", "bleu", "x", "-m", "bleu", "chrf"), "option: -m; here: the metric as a"),
        (("evaluate", "-m", "bleu", "x"), "option: -m; here: the metric as a subcommand"),
        (("evaluate", "suite", "-m", "bleu", "chrf"), "repeat -m: -m chrf"),
        (("evaluate", "suite", "-m", "bleu", "chrf++"), "repeat -m: -m chrf++"),
        (
            ("evaluate", "suite", "-m", "exact-match", "x", "--extract", "boxed"),
            "in a suite it is an option of each metric: -m 'exact-match{\"extract\": …}'",
        ),
        (
            ("compare", "suite", "-m", "chrf", "-m", "bleu", "x", "--no-lowercase"),
            "option of each metric: -m 'chrf{\"lowercase\": …}', or in the YAML of the suite",
        ),
        (("score", "suite", "summarization", "x", "--normalize", "lower"), "-m 'METRIC{"),
        (("evaluate", "suite", "-m", "chrf", "x", "--stemmer"), "No such option: --stemmer"),
        (("evaluate", "bleu", "x", "-l", "en-de"), "option: -l; here: --trg-lang"),
        (("compare", "bleu", "x", "-t", "wmt20"), "option: -t; here: sacreval setup-dataset"),
        (("score", "chrf", "x", "-cw", "2"), "option: -cw; here: evaluate chrf: --word-order"),
        (("evaluate", "bertscore", "x", "--rescale_with_baseline"), "evaluate bertscore: --resc"),
        (("evaluate", "comet", "x", "--gpus", "0"), "option: --gpus; here: --device cuda, or cpu"),
        (("evaluate", "bleu", "x", "--paired-bs"), "sacreval compare bleu A B -r REFERENCES"),
        (("evaluate", "bleu", "x", "--width=2"), "option: --width; here: nothing"),
        (("evaluate", "outputs.txt", "-i", "x"), "name the metric before the file, as in bleu"),
        (("evaluate", "mt.yaml"), "a config follows the word suite, as in suite mt.yaml"),
        (
            ("evaluate", "logs"),
            "before the folder of logs, as in stored-score logs",
        ),
        (("logs",), "before the folder: sacreval evaluate stored-score logs"),
        (("mt.yaml",), "before a config: sacreval evaluate suite mt.yaml"),
        (
            ("evaluate", "bleu", "chrf", "chrf++", "outputs.txt"),
            "and no file; for several metrics write suite -m bleu -m chrf -m chrf++ outputs.txt",
        ),
        (("outputs.txt", "-i", "x"), "sacreval evaluate bleu outputs.txt"),
        (
            ("evaluate", "bleu[lowercase=True,max_ngram_order=2]", "x"),
            "sacreval evaluate bleu --lowercase --max-ngram-order 2 FILE",
        ),
    ],
)
def test_answers(cli, tmp_path, words, answer):
    """The message has the command or the option of sacreval, and the exit code is 2."""
    (tmp_path / "outputs.txt").write_text("a\n")
    (tmp_path / "logs").mkdir()
    done = cli(*words)
    assert (done.code, answer in done.err) == (2, True), done.err


def test_answers_are_true():
    """No command of another tool is one of sacreval, and every command in an answer is one."""
    assert not COMMANDS.keys() & VERBS.keys()
    for text in (*COMMANDS.values(), *OPTIONS.values(), *SACREBLEU.values()):
        for verb in re.findall(r"\bsacreval ([a-z-]+)", text):
            assert verb in VERBS, text


def test_options_of_answers_are_true(cli):
    """Every option in an answer about sacrebleu is one of evaluate, score, compare or chrf."""
    words = [("evaluate", "chrf"), ("evaluate", "bleu"), ("evaluate", "ter"), ("compare", "bleu")]
    known = " ".join(cli(*one, "--help-all").out for one in words)
    for text in SACREBLEU.values():
        for option in re.findall(r"(?<!\S)--[a-z-]+", text):
            assert f"{option} " in known or option == "--list", option

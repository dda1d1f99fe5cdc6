"""Options that a command lacks are answered with the command that works."""

import shlex

from support.sizes import few


@few(3,
    ("words", "said"),
    [
        (("init", "a.txt", "-r", "a.txt", "-m", "chrf", "--min-score", "30"),
         "a line of the suite that init writes, which is NAME.yaml: fail-under: {chrf: 30}"),
        (("init", "a.txt", "--fail-under", "bleu=40"), "fail-under: {bleu: 40}"),
        (("evaluate", "suite", "-m", "chrf", "a.txt", "--threshold=0.5"),
         "here: --fail-under chrf=0.5"),
        (("compare", "bleu", "a.txt", "--min-score", "x"),
         "sacreval evaluate bleu FILE --fail-under bleu=30"),
        (("baseline", "set", "--force", "r.json", "b.json"), "drop it: a baseline that exists is"),
        (("evaluate", "suite", "-m", "chrf", "a.txt", "--gate", "chrf > 40.5"), "chrf=40.5"),
        (("evaluate", "bleu", "a.txt", "-r", "a.txt", "-o", "x.xml"), "by evaluate: --junit x.xml"),
        (("evaluate", "bleu", "a.txt", "-r", "a.txt", "-o", "x.html"),
         "sacreval report RESULT.json -o x.html"),
        (("baseline", "set", "r.json"), "write sacreval baseline set RESULT.json BASELINE.json"),
        (("baseline", "update", "r.json"), "baseline update'; available: diff, set, show"),
        (("config", "check", "s.yaml"), "'sacreval config check'; write sacreval config show"),
        (("gate", "s.yaml"), "here: sacreval evaluate METRIC FILE --fail-under METRIC=VALUE"),
        (("correlate", "--human", "q", "x.jsonl"),
         "options follow scores or a metric: sacreval correlate sco"),
        (("correlate", "scores", "x.jsonl", "--list"),
         "it follows correlate: sacreval correlate --list FILE"),
        (("report", "r.json", "--yes"), "No such option: --yes"),
    ],
)  # fmt: skip
def test_answers(cli, tmp_path, words, said):
    """The number and the metric of the command line are in the answer."""
    (tmp_path / "a.txt").write_text("a\n")
    done = cli(*words)
    assert (done.code, said in done.err) == (2, True), done.err


def test_the_answer_works(cli, tmp_path):
    """The option that is named bounds the score."""
    (tmp_path / "a.txt").write_text("a b c d\n")
    run = ("evaluate", "bleu", "a.txt", "-r", "a.txt")
    refused = cli(*run, "--min-score", "30")
    option = shlex.split(refused.err.partition("here: ")[2].partition(";")[0])
    assert cli(*run, *option).code == 0
    assert cli(*run, option[0], "bleu=101").code == 1


def test_several_metrics_with_commas(cli, tmp_path):
    """The answer serves commands that have -m as well as those where suite precedes it."""
    (tmp_path / "a.txt").write_text("a\n")
    said = cli("init", "a.txt", "-r", "a.txt", "--metrics", "bleu,chrf").err
    assert "repeat -m: -m bleu -m chrf, as in sacreval evaluate suite -m bleu -m chrf" in said

"""Wrong words on the command line: one sentence with the nearest right one, exit code 2."""

import os

import pytest

from support.program import records, write_jsonl
from support.refused import refused
from support.sizes import few


@few(
    25,
    ("words", "fragments"),
    [
        (["evaluate", "bleu", "s3://x/a.jsonl"], ["s3://x/a.jsonl", "nothing is fetched"]),
        (["evaluate", "bleu", "missing.jsonl"], ["missing.jsonl", "no such file", "check"]),
        (["evaluate", "bleu", "folder.jsonl"], ["folder.jsonl", "folder", "name the files"]),
        (["evaluate", "bleu", "folder"], ["folder", "name the files"]),
        (["evaluate", "bleu", "a.txt", "-r", "gone.txt"], ["gone.txt", "no such file"]),
        (["evaluate", "belu", "a.jsonl"], ["no metric 'belu'", "did you mean 'bleu'?"]),
        (["evaluate", "zzzzzz", "a.jsonl"], ["no metric 'zzzzzz'", "available: accuracy, a"]),
        (["evaluate", "bleu", "a.jsonl", "--lowercas"], ["--lowercas", "--lowercase"]),
        (["evaluate", "bleu", "a.jsonl", "--reader", "jsonnl"], ["'jsonnl'", "'jsonl'"]),
        (
            ["evaluate", "bleu", "a.jsonl", "--reader", 'table{"quotng": "none"}'],
            ["no option 'quotng'", "'quoting'"],
        ),
        (["evaluate", "bleu", "a.jsonl", "--reader", 'table{"quoting": '], ["braces", "JSON"]),
        (
            ["evaluate", "bleu", "a.jsonl", "--reader", 'table{"quoting": "some"}'],
            ["quoting", "some"],
        ),
        (["evaluate", "bleu", "a.jsonl", "--tokenize", "13b"], ["--tokenize", "13b", "13a"]),
        (["evaluate", "bleu", "a.jsonl", "--tokenize", "spm"], ["spm", "download it from"]),
        (["evaluate", "bleu", "a.jsonl", "--max-ngram-order", "0"], ["max_ngram_order", "1"]),
        (["evaluate", "bleu", "a.jsonl", "--max-ngram-order", "x"], ["--max-ngram-order", "x"]),
        (["evaluate", "bleu", "a.jsonl", "--smooth-value", "1"], ["smooth_value", "exp"]),
        (["evaluate", "chrf", "a.jsonl", "--char-order", "0"], ["char_order", "word_order"]),
        (["evaluate", "google-bleu", "a.jsonl", "--min-len", "5"], ["min_len 5", "max_len 4"]),
        (["evaluate", "rouge", "a.jsonl", "--types", "X"], ["--types", "X", "Lsum"]),
        (["evaluate", "rouge", "a.jsonl", "--types", "1", "--types", "1"], ["types", "once"]),
        (["evaluate", "bleu", "a.jsonl", "--map", "prediction"], ["FIELD=JMESPATH"]),
        (["evaluate", "bleu", "a.jsonl", "--map", "predicion=x"], ["predicion", "'prediction'"]),
        (["evaluate", "bleu", "a.jsonl", "--map", "prediction=x["], ["JMESPath"]),
        (
            ["evaluate", "bleu", "a.jsonl", "--map", "meta=x", "--map", "meta=y"],
            ["--map meta=y", "repeated"],
        ),
        (["evaluate", "bleu", "a.txt", "-r", "a.txt", "--map", "meta=x"], ["--map", "plain text"]),
        (["evaluate", "bleu", "a.jsonl", "-r", "a.txt", "--reader", "jsonl"], ["-r", "drop -r"]),
        (["evaluate", "bleu", "a.jsonl", "-o", "out.xyz"], ["out.xyz", "'.xyz'", "json"]),
        (["evaluate", "bleu", "a.jsonl", "-o", "out.jsn"], ["out.jsn", "'json'"]),
        (["evaluate", "bleu", "a.jsonl", "-o", "old.json"], ["old.json", "exists", "--force"]),
        (
            [
                "evaluate",
                "bleu",
                "a.jsonl",
                "-o",
                "./a.json",
                "--instances",
                "./a.jsonl",
                "--force",
            ],
            ["a.jsonl", "is an input"],
        ),
        (["score", "bleu", "a.jsonl", "-o", "a.jsonl", "--force"], ["a.jsonl", "is an input"]),
        (["score", "bleu", "a.jsonl", "-o", "a.jsonl"], ["a.jsonl", "is an input"]),
        (["evaluate", "bleu", "loop", "-o", "out.json"], ["loop: "]),
        (
            ["convert", "a.jsonl", "--reader", "jsonl", "-o", "a.jsonl", "--force"],
            ["a.jsonl", "is an input"],
        ),
        (
            ["compare", "bleu", "a.txt", "-r", "r.json", "-o", "r.json", "--force"],
            ["r.json", "is an input"],
        ),
        (
            ["correlate", "bleu", "a.txt", "-r", "r.json", "--human=h", "-o", "r.json", "--force"],
            ["r.json", "is an input"],
        ),
        (
            [
                "evaluate",
                "bleu",
                "q.json",
                "--reader",
                'squad{"predictions":{"s":"old.json"}}',
                "-o",
                "old.json",
                "--force",
            ],
            ["old.json", "is an input"],
        ),
        (
            ["evaluate", "bleu", "a.jsonl", "--baseline", "old.json", "-o", "old.json", "--force"],
            ["old.json", "is an input"],
        ),
        (
            ["report", "old.json", "--inputs", "a.html", "-o", "a.html", "--force"],
            ["a.html", "is an input"],
        ),
        (
            [
                "correlate",
                "scores",
                "a.svg",
                "--human=h",
                "--plot",
                "scatter=a.svg",
                "--force",
            ],
            ["a.svg", "is an input"],
        ),
        (["evaluate", "bleu", "a.jsonl", "-o", "no/out.json"], ["no/out.json", "no folder"]),
        (["evaluate", "bleu", "a.jsonl", "--instances", "old.json"], ["old.json", "--force"]),
        (
            ["evaluate", "bleu", "a.jsonl", "-o", "x.json", "--instances", "x.json"],
            ["same output file", "twice"],
        ),
        (["evaluate", "bleu", "a.jsonl", "a.jsonl"], ["same file", "twice"]),
        (["evaluate", "bleu", "-", "-"], ["standard input", "once"]),
        (["evaluate", "bleu", "a.jsonl", "--by", "domian"], ["domian", "did you mean 'domain'?"]),
        (["evaluate", "bleu", "a.jsonl", "--confidence", "95"], ["--confidence", "0.9999"]),
        (["evaluate", "bleu", "a.jsonl", "--resamples", "0"], ["--resamples"]),
        (["evaluate", "bleu", "a.jsonl", "--format", "xml"], ["'--format'", "'xml'", "--junit"]),
        (["evaluate", "bleu", "a.jsonl", "--engine", "fast"], ["--engine", "fast", "official"]),
        (["evaluate", "bleu", ""], ["empty name", "variable"]),
        (["evaluate", "bleu", "a.jsonl", "-o", "pipe.json", "--force"], ["pipe.json", "a device"]),
        (
            ["evaluate", "bleu", "a.jsonl", "--fail-under", "1", "--junit", "pipe.json", "--force"],
            ["pipe.json", "a device"],
        ),
        (["evaluate", "bleu", "a.jsonl", "--max-ngram-order", "1001"], ["1001", "1 to 1000"]),
        (
            ["evaluate", "bleu", "a.jsonl", "--smooth-method", "floor", "--smooth-value", "nan"],
            ["smooth_value is nan", "finite"],
        ),
        (["evaluate", "chrf", "a.jsonl", "--beta", "-1"], ["beta is -1", "0 or more"]),
        (["evaluate", "chrf", "a.jsonl", "--word-order", "1001"], ["word_order", "0 to 1000"]),
        (["evaluate", "self-bleu", "a.jsonl", "--max-ngram-order", "1001"], ["1 to 1000"]),
        (["evaluate", "distinct-n", "a.jsonl", "--orders", "100000000"], ["1 to 1000"]),
        (["evaluate", "repetition", "a.jsonl", "--orders", "0"], ["orders is 0", "1 to 1000"]),
        (["evaluate", "nist", "a.jsonl", "--order", "100000000"], ["order is 1", "1 to 1000"]),
        (
            ["evaluate", "exact-match", "a.jsonl", "--extract", "regex:"],
            ["regex:", "needs a pattern"],
        ),
        (["evaluate", "bleu", "a.jsonl", "--seed", "1.5"], ["'--seed': '1.5'", "whole number"]),
        (
            ["evaluate", "distinct-n", "a.jsonl", "--orders", "1", "--orders", "x"],
            ["'x'", "whole number"],
        ),
        (["evaluate", "cider", "a.jsonl", "--sigma", "0"], ["sigma is 0.0", "above 0"]),
        (["evaluate", "cider", "a.jsonl", "--sigma", "inf"], ["sigma is inf", "finite"]),
        (["evaluate", "eed", "a.jsonl", "--rho", "nan"], ["rho", "finite"]),
        (["evaluate", "suite", "-m", "bleu"], ["no input", "name the files"]),
        (["compare", "suite", "-m", "bleu"], ["no input", "name the files"]),
        (["score", "suite", "machine-translation"], ["no input", "name the files"]),
        (
            ["evaluate", "suite", "machine-translatoin", "a.jsonl"],
            ["machine-translatoin: there is no suite", "did you mean 'machine-translation'?"],
        ),
        (["evaluat"], ["evaluat", "evaluate"]),
        (["list", "metric"], ["metric", "metrics"]),
        (["evaluate", "bleu"], ["there is no input"]),
    ],
    ids=lambda value: " ".join(value) if value and " " not in value[0] else "",
)
def test_usage(words, fragments, cli, tmp_path):
    """A wrong word on the command line is named, with the nearest right one."""
    write_jsonl(tmp_path / "a.jsonl", records(groups={"domain": "news"}))
    (tmp_path / "a.txt").write_text("a\n")
    (tmp_path / "old.json").write_text("precious")
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.json")
    before = sorted(tmp_path.iterdir())
    outcome = cli(*words)
    refused(outcome, tmp_path, before)
    for fragment in fragments:
        assert fragment in outcome.err
    assert (tmp_path / "old.json").read_text() == "precious"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("evaluate bleu,chrf o.txt", "sacreval evaluate suite -m bleu -m chrf"),
        ("evaluate gsm8k o.txt", "'gsm8k' is a suite, not a metric; write suite before it"),
        ("evaluate bleu o.txt --format latex", "; did you mean 'tex'?"),
        ("evaluate bleu o.txt --latex", "here: --format tex, or -o FILE.tex"),
        ("evaluate pass-at-k o.txt --k 1,5", "; repeat the option: --k 1 --k 5"),
        ("evaluate exact-match o.jsonl --map prediction=6b_x.solution",
         '; quote such keys: "6b_x".solution'),
        ("report r.json --inputs o.txt p.txt -o r.html", "repeat --inputs"),
        ("cite table.tex", "wrote with -o FILE.json"),
    ],
)  # fmt: skip
def test_what_others_write(cli, tmp_path, words, said):
    """A word that is not understood is answered with what to write for it."""
    write_jsonl(tmp_path / "o.jsonl", [{"6b_x": {"solution": "a"}, "references": ["a"]}])
    (tmp_path / "table.tex").write_text("a")
    done = cli(*words.split())
    assert done.code == 2
    assert said.rstrip("?") in done.err

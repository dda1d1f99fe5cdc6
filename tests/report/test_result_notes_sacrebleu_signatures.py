"""Signatures as sacrebleu prints them, beside those of the program itself."""

import json
import subprocess
import sys

import pytest

from sacreval.core.metric import metrics
from sacreval.report.result_notes import sacrebleu_line
from support.two_sets import WORDS, write_two_sets

OUTPUTS = "the cat sat on the mat\nRain falls in the north .\nno\nthis is a  test  \n"
REFERENCES = (
    "the cat sat on a mat\nIt rains in the north.\nno, it is not so\nthis is the test\n",
    "a cat sat there\n\n\nit is a test   \n",
)
CASES = [
    ([], ["-m", "bleu"], ["bleu"]),
    (["-tok", "intl", "-lc"], ["-m", "bleu"], ['bleu{"tokenize": "intl", "lowercase": true}']),
    (["-s", "add-k", "-sv", "0.5"], ["-m", "bleu"],
     ['bleu{"smooth_method": "add-k", "smooth_value": 0.5}']),
    (["-s", "floor"], ["-m", "bleu"], ['bleu{"smooth_method": "floor"}']),
    (["--chrf-word-order", "2"], ["-m", "chrf"], ['chrf{"word_order": 2}']),
    (["--chrf-whitespace", "--chrf-lowercase"], ["-m", "chrf"],
     ['chrf{"whitespace": true, "lowercase": true}']),
    (["--chrf-eps-smoothing", "--chrf-beta", "3"], ["-m", "chrf"],
     ['chrf{"eps_smoothing": true, "beta": 3}']),
    ([], ["-m", "ter"], ["ter"]),
    (["--ter-normalized", "--ter-case-sensitive", "--ter-no-punct"], ["-m", "ter"],
     ['ter{"normalized": true, "case_sensitive": true, "no_punct": true}']),
]  # fmt: skip


def theirs(folder, words):
    """Return what sacrebleu's command prints."""
    command = [sys.executable, "-m", "sacrebleu", *words, "-w", "10"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=True, text=True)
    return done.stdout


@pytest.fixture
def files(tmp_path):
    """Write outputs, and two files of references of which one has blank lines."""
    for name, text in zip(("o.txt", "a.txt", "b.txt"), (OUTPUTS, *REFERENCES), strict=True):
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize("references", [["a.txt"], ["a.txt", "b.txt"]], ids=len)
@pytest.mark.parametrize("case", CASES, ids=repr)
def test_bytes_and_digits(files, cli, case, references):
    """Signature and score are those of the command, with blank lines and blanks at ends too."""
    options, metric, ours = case
    command = [*references, "-i", "o.txt", *metric, *options, "-f", "json"]
    expected = json.loads(theirs(files, command))
    words = [x for name in references for x in ("-r", name)]
    done = cli(
        "evaluate", "suite", "-m", *ours, "o.txt", *words, "--signature", "sacrebleu",
        "--reader", 'parallel-text{"as_sacrebleu": true}', "--format", "json",
    )  # fmt: skip
    result = done.json()["results"][0]
    assert result["sacrebleu"] == f"{expected['name']}|{expected['signature']}"
    assert result["value"] == pytest.approx(expected["score"], abs=1e-9)


@pytest.mark.parametrize(("test", "count"), [("paired-bs", "bs"), ("paired-ar", "ar")])
def test_of_tests(files, cli, test, count):
    """Of a test of sacrebleu, the signature has its draws and the seed."""
    (files / "p.txt").write_text(OUTPUTS.replace("cat", "dog"))
    options = [f"--{test}", f"--{test}-n", "200", "-f", "text"]
    expected = theirs(files, ["a.txt", "-i", "o.txt", "p.txt", "-m", "bleu", *options])
    trials = ["--trials" if count == "ar" else "--resamples", "200"]
    words = ["bleu", "o.txt", "p.txt", "-r", "a.txt", "--test", test, *trials]
    done = cli("compare", *words, "--signature", "sacrebleu")
    line = next(line for line in done.out.splitlines() if line.startswith("BLEU|"))
    assert f"|{count}:200|seed:12345|" in line
    assert line.removeprefix("BLEU|") in expected


@pytest.mark.usefixtures("files")
def test_what_is_printed(cli):
    """The line stands below tables and in captions, and without the option nothing changes."""
    words = ["evaluate", "suite", "-m", "bleu", "-m", "rouge", "o.txt", "-r", "a.txt"]
    line = "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:"
    done = cli(*words, "--signature", "sacrebleu")
    assert f"\n{line}" in done.out
    assert "\nrouge|" in done.out
    paper = cli(*words, "--signature", "sacrebleu", "--format", "md", "--style", "paper")
    assert line in paper.out.replace("\\", "")
    assert line not in cli(*words).out
    assert "sacrebleu" not in cli(*words, "--format", "json").json()["results"][0]
    assert cli(*words, "-o", "r.json").code == 0
    assert line in cli("cite", "r.json").out


def test_what_sacrebleu_does_not_have():
    """Other metrics and other formulas have no such signature."""
    for name, options in (
        ("rouge", {}), ("bleu", {"smooth_method": "coco"}), ("bleu", {"smooth_method": "mteval"})
    ):  # fmt: skip
        text = metrics.get(name)(**options).signature()
        assert sacrebleu_line(f"{text}|refs:1|sacreval:0.1.0|sacrebleu:2.6.0") is None


def test_means_over_data_sets(cli, tmp_path):
    """A mean over data sets has none, and what it is of can be cited."""
    write_two_sets(tmp_path)
    assert cli("evaluate", "chrf", *WORDS, "-o", "r.json").code == 0
    done = cli("cite", "r.json")
    assert (done.code, "chrF2|nrefs:1" in done.out) == (0, True)

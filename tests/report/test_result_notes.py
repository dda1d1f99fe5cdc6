"""Lines below a table of results."""

import json
import subprocess
import sys

import pytest
from msgspec.structs import replace

from sacreval.core import signature
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.core.results import Interval, Repeats
from sacreval.report.result_notes import defaults, engine_text, notes, sacrebleu_line, short
from sacreval.scoring.collected_batches import evaluate
from support.two_sets import WORDS, write_two_sets


def results(*systems):
    records = [
        Instance(prediction="a b", references=["a b"], system_id=name, instance_id="1")
        for name in systems
    ]
    return evaluate([Batch(records)], metrics.get("bleu")()).report().results


def test_one_signature():
    """Systems that share a signature have one line, without the hash of their outputs."""
    [line] = notes(results("x", "y"))
    assert line.startswith("bleu|")
    assert "outputs:" not in line
    assert line.endswith(" engine)")


def test_two_signatures():
    """Systems are named where their signatures differ."""
    first, second = results("x", "y")
    other = replace(second, signature=second.signature.replace("bleu|", "bleu|changed|", 1))
    assert [line.partition(":")[0] for line in notes([first, other])] == ["x", "y"]


def test_engines():
    """Engines are named as they are printed."""
    assert engine_text("definition") == "own definition"
    assert engine_text("native") == "native engine"


def around(count, reason, *, by=None, known=None):
    """Create a result with an interval by a method, for a reason."""
    interval = Interval(
        low=0.0, high=1.0, level=0.95, method="expanded", resamples=1000, seed=1,
        reason=reason, by=by, known=known,
    )  # fmt: skip
    return replace(results("x")[0], interval=interval, n=count)


def test_intervals_of_groups():
    """One method with several numbers of records has the least and the largest of them."""
    rows = [around(n, f"{n} records") for n in (20, 4, 5)]
    assert notes(rows)[0] == (
        "[ ]: 95 % intervals: expanded (4 to 20 records); 1000 resamples, seed 1"
    )
    [line, *_] = notes([around(7, "7 records"), around(7, "7 records")])
    assert "expanded (7 records);" in line
    [line, *_] = notes([around(7, "Normal, 7 of 8 records")])
    assert "expanded (Normal, 7 of 8 records);" in line


def test_a_variance_below_0():
    """An unbiased estimate of a variance that is below 0 is told as 0, with the estimate."""
    spread = Repeats(
        between=-0.112, within=0.5, other_items=0.1, fixed_items=0.1, samples=2.0, item_cost=1.0,
        best_samples=None,
    )  # fmt: skip
    said = "variance 0 between items (estimated as -0.11, which is below 0 by chance), 0.5 within"
    assert any(said in line for line in notes([replace(results("x")[0], repeats=spread)]))
    positive = replace(spread, between=0.25)
    lines = notes([replace(results("x")[0], repeats=positive)])
    assert any("variance 0.25 between items, 0.5 within" in line for line in lines)


LONG = (
    'bleu|lowercase:true|tokenize:13a|trg_lang:""|smooth_method:exp|smooth_value:null|'
    "max_ngram_order:4|effective_order:false|refs:1|sacreval:0.1.0|sacrebleu:2.6.0|data:93f0161b"
)


def test_defaults_and_hashes_are_left_out():
    """Options that differ, the tokenizer, the number of references and the versions stay."""
    assert short(LONG) == "bleu|lowercase:true|tokenize:13a|refs:1|sacreval:0.1.0|sacrebleu:2.6.0"


def test_nothing_is_lost_but_hashes():
    """With the defaults of its metric, a short signature is the long one without hashes."""
    name, stated = signature.read(short(LONG))
    whole = signature.read(LONG)[1]
    assert {**defaults(name, extracted=False), **stated}.items() >= {
        k: v for k, v in whole.items() if k != "data"
    }.items()


@pytest.mark.parametrize(
    "text",
    ["py:mine:rude|refs:1|data:ab", "unheard-of|a:1|data:ab", "cmd:'unclosed|per:set|refs:1"],
)
def test_others_stay_as_they_are(text):
    """Whose defaults are not known here, those signatures stay whole."""
    assert short(text) == text


def test_programs():
    """A program's options at their defaults are left out, and the program is not run."""
    text = 'cmd:./no-such-program x|numbers:["no-such-program"]|per:{}|files:[]|refs:1|data:ab'
    assert short(text.format("record")) == "cmd:./no-such-program x|refs:1"
    assert short(text.format("set")) == "cmd:./no-such-program x|per:set|refs:1"


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

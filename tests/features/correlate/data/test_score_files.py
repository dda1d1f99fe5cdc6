"""Score files: numbers by flat names, and how scores were made."""

import json
import re
from pathlib import Path

import pytest

import sacreval
from sacreval.errors import InputError
from sacreval.features.correlate.data.score_files import flat, read_table
from sacreval.features.correlate.data.score_origins import origin, signatures_beside
from support.correlate_command import found
from support.mirror import CHECKOUT
from support.pages import SAMPLE


def test_names():
    """Numbers of objects in objects are named after both; null is no number, and whole ones are."""
    scores = flat({"rouge": {"1": {"f1": 0.5}}, "h": [1, None, 2.5], "none": None, "n": 3}, "here")
    assert scores == {"rouge_1_f1": 0.5, "h": [1.0, None, 2.5], "none": None, "n": 3.0}
    assert type(scores["n"]) is float


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"a": {"b": 1}, "a_b": 2}, "two nested scores flatten to 'a_b'"),
        ({"a": float("nan")}, "'a' is nan, not a finite number"),
        ({"a": [1, True]}, "'a' is True"),
        ({"a": "high"}, "'a' is 'high'"),
        pytest.param({"a": 10**400}, "'a' is too large to be read", id="huge"),
        pytest.param({"a": [0.5, -(10**400)]}, "'a' is too large to be read", id="huge-of-a-list"),
    ],
)
def test_what_is_no_number(value, said):
    """Anything else is refused with its place and name."""
    with pytest.raises(InputError, match=f"here: {said}"):
        flat(value, "here")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a,1", "t.csv:2: 2 cells under 3 headings"),
        ('a,1,"0.5', r"t.csv:2: not a table \(unexpected end of data\)"),
        ("a,1\r2,0.5", "t.csv:2: a carriage return outside quotes"),
    ],
)
def test_what_is_no_table(tmp_path, line, message):
    """A table that cannot be read says what is wrong, and where."""
    (tmp_path / "t.csv").write_text(f"system,instance,m\n{line}\n", newline="")
    with pytest.raises(InputError, match=message):
        list(read_table(tmp_path / "t.csv"))


def test_an_empty_table(tmp_path):
    """A table without headings is called empty."""
    (tmp_path / "t.csv").write_text("\n")
    with pytest.raises(InputError, match=r"t\.csv: this file is empty; write the scores again"):
        list(read_table(tmp_path / "t.csv"))


def test_judgments_of_records(cli, tmp_path):
    """A judgment that no float holds is refused for records that a metric scores, too."""
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    lines[3] = lines[3].replace('"adequacy": ', f'"adequacy": {"9" * 400}, "other": ')
    (tmp_path / "a.jsonl").write_text("\n".join(lines), encoding="utf-8")
    done = cli("correlate", "chrf", "a.jsonl", "--human", "adequacy")
    assert done.code == 2
    assert "'adequacy' is too large to be read" in done.err


ORIGINS_SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_signatures_and_references_have_fields_of_their_own():
    """Signatures of metrics are `metrics`, references that were chosen are `refs`."""
    assert origin("bleu|refs:2|sacreval:0.1.0") == {"metrics": "bleu|refs:2|sacreval:0.1.0"}
    assert origin("refA+he-en=refB") == {"refs": "refA+he-en=refB"}
    assert origin(None) == {"refs": None}


def test_no_field_stands_twice(capsys):
    """The signatures of a correlation and of a test name each field once."""
    words = ["--human", "fluency", "--level", "summary", "--coefficient", "pearson"]
    words += ["--test", "perm-inputs", "--resamples", "20"]
    report = found(capsys, "rouge", ORIGINS_SAMPLE, *words)
    for result in (report["results"][0], report["tests"][0]):
        names = re.findall(r"(?:^|\|)(\w+):", result["signature"])
        assert "metrics:rouge|" in result["signature"]
        assert len(names) == len(set(names))


ORIGINS_MANIFESTS_SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


@pytest.fixture
def scores(cli, tmp_path):
    """Return a file of scores with its manifest."""
    words = ["-m", "chrf", "-m", "rouge", ORIGINS_MANIFESTS_SAMPLE, "-o", "s.jsonl", "-q"]
    assert cli("score", "suite", *words).code == 0
    return tmp_path / "s.jsonl"


def metrics_of(text):
    """Return the names of metrics in joined signatures."""
    return [name.partition("|")[0] for name in text.split(" + ")]


def test_chosen_scores(scores):
    """The signatures are those of the metrics whose scores take part; of all for other names."""
    assert metrics_of(signatures_beside([scores], ["all"])) == ["chrf", "rouge"]
    assert metrics_of(signatures_beside([scores], ["rouge1_f1_jk"])) == ["rouge"]
    assert metrics_of(signatures_beside([scores], ["rouge1_f1", "mine"])) == ["chrf", "rouge"]


def test_python_and_trust_know_directions(cli, tmp_path, monkeypatch):
    """What the metric states of its direction counts in `correlate` of Python and in trust too."""
    (tmp_path / "mine47.py").write_text(
        "def gap(prediction, references): return abs(len(prediction) - len(references[0]))\n"
        "gap.higher_is_better = False\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert (
        cli("score", "py:mine47:gap", ORIGINS_MANIFESTS_SAMPLE, "-o", "gap.jsonl", "-q").code == 0
    )
    for path in ([tmp_path / "gap.jsonl"], str(tmp_path / "gap.jsonl")):
        rows = sacreval.correlate(path, human="adequacy", metrics="gap", interval="none").rows()
        assert {row["turned"] for row in rows} == {"metric"}
    [judge] = sacreval.trust(tmp_path / "gap.jsonl", human="adequacy", metrics="gap").report.judges
    assert judge.reversed
    words = ("correlate", "trust", "gap.jsonl", "--human", "adequacy", "--metric", "gap")
    assert cli(*words, "--format", "json").json()["judges"][0]["reversed"]


def test_only_of_this_file(scores):
    """A manifest of another file, a damaged one and none state nothing."""
    beside = Path(f"{scores.with_suffix('')}.manifest.json")
    beside.write_text(beside.read_text().replace('"metrics"', '"other"'))
    assert signatures_beside([scores], ["all"]) is None
    beside.write_text("{")
    assert signatures_beside([scores], ["all"]) is None
    beside.unlink()
    assert signatures_beside([scores], ["all"]) is None


def test_changed_scores(scores):
    """Scores that were changed after the manifest was written have no stated signature."""
    scores.write_text(scores.read_text() + "\n")
    assert signatures_beside([scores], ["all"]) is None


def test_several_files(scores, tmp_path):
    """Judgments in a file of their own need no manifest; other scores do."""
    judged, other = tmp_path / "j.jsonl", tmp_path / "o.jsonl"
    judged.write_text('{"instance_id": "1", "system_id": "a", "judgments": {"q": 1}}\n')
    other.write_text('{"instance_id": "1", "system_id": "a", "scores": {"mine": 1}}\n')
    assert metrics_of(signatures_beside([judged, scores], ["all"])) == ["chrf", "rouge"]
    assert signatures_beside([scores, other], ["all"]) is None


@pytest.mark.usefixtures("scores")
def test_cited(cli):
    """Scores that were written, correlated and cited keep the name of their metric."""
    words = ["--human", "adequacy", "--metric", "rouge1_f1_jk", "--level", "system", "-q"]
    assert cli("correlate", "scores", "s.jsonl", *words, "-o", "c.json").code == 0
    done = cli("cite", "c.json", "--format", "json")
    assert "we report ROUGE-1 (Lin 2004)" in json.loads(done.out)["sentences"]
    assert "is not stated" not in done.err

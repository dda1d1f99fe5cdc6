"""Whole commands on ROUGE-1.5.5's own files, and with the official programs of the classics."""

import json

import pytest

from sacreval import native
from support import originals
from support.program import write_jsonl

pytestmark = pytest.mark.usefixtures("alone")

LIMITS = {"": (), "-l10": ("--max-words", "10"), "-b75": ("--max-bytes", "75")}
WORDS = {"": (), "-m": ("--stemmer",), "-m-s": ("--stemmer", "--remove-stopwords")}
RECORDS = [
    {"instance_id": i, "prediction": text, "references": ["the cat sat on the mat", "a cat sat"]}
    for i, text in enumerate(("the cat sat", "on the mats", "a dog ran", ""))
]


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("words", WORDS)
def test_shipped_samples(sacreval, mirror, limit, words):
    """ROUGE-1.5.5's sample configuration gives its sample outputs, byte for byte."""
    sacreval("setup-metric", "rouge-1.5.5", "--mirror", mirror)
    folder = next(mirror.glob("*/summanlp/*/*/ROUGE-RELEASE-1.5.5"))
    expected = folder / "sample-output" / f"ROUGE-test-c95-2-1-U-r1000-n4-w1.2{limit}-a{words}.out"
    code, out, err = sacreval(
        "evaluate", "rouge-1.5.5", folder / "sample-test" / "ROUGE-test.xml",
        "--reader", "rouge-input", "--max-ngram", "4", "--weight", "1.2", "--skip-distance", "-1",
        "--unigrams", "both", *LIMITS[limit], *WORDS[words], "--format", "rouge-1.5.5", "-q",
    )  # fmt: skip
    assert (code, err) == (0, "")
    assert out == expected.read_text()


@pytest.mark.parametrize(
    ("metric", "program", "options"),
    [
        ("rouge-1.5.5", originals.rouge_script, ("--stemmer", "--skip-distance", "4")),
        ("meteor-1.5", originals.meteor_jar, ("--modules", "exact", "--modules", "stem")),
    ],
)
def test_official_engine(sacreval, tmp_path, metric, program, options):
    """The program computes the official engine's rows; verify runs and names it."""
    originals.registered(metric, path := program())
    write_jsonl(tmp_path / "x.jsonl", RECORDS)
    results = {}
    for engine in ("native", "official"):
        words = ("evaluate", metric, tmp_path / "x.jsonl", *options, "--engine", engine)
        code, _, err = sacreval(*words, "-o", tmp_path / f"{engine}.json", "-q")
        assert (code, err) == (0, "")
        results[engine] = json.loads((tmp_path / f"{engine}.json").read_text())["results"]
    assert {r["engine"] for r in results["official"]} == {"official"}
    for result, other in zip(results["native"], results["official"], strict=True):
        assert result["value"] == pytest.approx(other["value"], rel=1e-12)
    code, out, _ = sacreval("verify", tmp_path / "native.json", tmp_path / "x.jsonl")
    assert code == 0
    assert f"{len(results['native'])} by {path.name}\n" in out


@pytest.mark.parametrize("engine", [("--engine", "official"), ()])
def test_no_program(sacreval, tmp_path, engine):
    """Results do not claim an official program that is not set up; a notice names the command."""
    write_jsonl(tmp_path / "x.jsonl", RECORDS)
    code, out, err = sacreval("evaluate", "rouge-1.5.5", tmp_path / "x.jsonl", *engine)
    assert code == 0
    assert "official engine" not in out
    said = (
        "rouge-1.5.5 is computed by sacreval's own definition, since ROUGE-1.5.5.pl is not set up "
        "(sacreval setup-metric rouge-1.5.5 --official PATH does so)\n"
    )
    assert (said in err) == bool(engine)
    assert ("(own definition)" in out) == (bool(engine) or not native.available())


def test_a_program_that_changed(sacreval, tmp_path):
    """A program that has changed since is not run, in one sentence; the kernels need none."""
    script = originals.rouge_script()
    (tmp_path / "own").mkdir()
    program = tmp_path / "own" / script.name
    program.write_bytes(script.read_bytes())
    originals.registered("rouge-1.5.5", program)
    program.write_text("unlink glob '*';")
    write_jsonl(tmp_path / "x.jsonl", RECORDS)
    code, out, err = sacreval(
        "evaluate", "rouge-1.5.5", tmp_path / "x.jsonl", "--engine", "official"
    )
    assert (code, out) == (2, "")
    assert "has changed since it was set up; set it up again: sacreval setup-metric" in err
    code, _, _ = sacreval("evaluate", "rouge-1.5.5", tmp_path / "x.jsonl")
    assert code == 0


def test_no_perl(sacreval, tmp_path, monkeypatch):
    """Without Perl, the official engine is one sentence with what to install."""
    originals.registered("rouge-1.5.5", originals.rouge_script())
    monkeypatch.setenv("PATH", str(tmp_path))
    write_jsonl(tmp_path / "x.jsonl", RECORDS)
    code, _, err = sacreval("evaluate", "rouge-1.5.5", tmp_path / "x.jsonl", "--engine", "official")
    assert code == 2
    assert "ROUGE-1.5.5.pl needs perl, which is not on the PATH; install it" in err

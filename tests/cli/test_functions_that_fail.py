"""Functions of one's own that fail on every record: exit code 3 and a sentence, in every verb."""

import json

import pytest

FUNCTIONS = """
def broken(prediction, references):
    raise ValueError("it broke")


def same(prediction, references):
    return float(prediction in references)


def unread(text):
    raise ValueError("it broke")
"""
METRIC = ("py:failing:broken",)
EXTRACTOR = ("exact-match", "--extract", "py:failing:unread")
TOKENIZER = ("bleu", "--tokenize", "py:failing:unread")
VERBS = {
    "evaluate": (),
    "score": ("--no-jackknife",),
    "compare": (),
    "correlate": ("--human", "quality"),
    "robustness": ("again.jsonl",),
}


@pytest.fixture
def files(tmp_path):
    """Write the functions and records of two systems."""
    (tmp_path / "failing.py").write_text(FUNCTIONS)
    records = [
        {"instance_id": i, "system_id": system, "prediction": f"{system} {i}",
         "references": ["a"], "judgments": {"quality": i}}
        for system in "ab" for i in range(3)
    ]  # fmt: skip
    for name in ("in", "again"):
        text = "".join(f"{json.dumps(record)}\n" for record in records)
        (tmp_path / f"{name}.jsonl").write_text(text)
    samples = [{"samples": ["a", "b"]}, {"samples": ["a", "c"]}]
    (tmp_path / "samples.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in samples))


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("words", [METRIC, EXTRACTOR, TOKENIZER], ids=["metric", "extract", "bleu"])
@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_ends_with_3(cli, verb, words):
    """The sentence has the record, the function and what it raised."""
    done = cli(verb, words[0], "in.jsonl", *words[1:], *VERBS[verb])
    assert done.code == 3
    function = next(word for word in words if word.startswith("py:failing"))
    assert f"in.jsonl:1: {function} raised ValueError: it broke" in done.err


@pytest.mark.usefixtures("files")
def test_data_sets_end_with_3(cli):
    """So do runs over data sets, of which one works."""
    sets = ['a{"inputs": ["in.jsonl"], "metrics": ["py:failing:broken"]}',
            'b{"inputs": ["in.jsonl"], "metrics": ["py:failing:same"]}']  # fmt: skip
    for verb in ("evaluate", "score", "compare"):
        done = cli(verb, "suite", "--dataset", sets[0], "--dataset", sets[1])
        assert done.code == 3
        assert "in.jsonl:1: py:failing:broken raised ValueError: it broke" in done.err


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("words", [METRIC, EXTRACTOR], ids=["metric", "extract"])
def test_select_ends_with_3(cli, words):
    """A metric that compares no outputs chooses none."""
    done = cli("select", words[0], "samples.jsonl", *words[1:])
    assert done.code == 3
    assert "samples.jsonl:1: none of 2 outputs could be scored" in done.err


@pytest.mark.usefixtures("files")
def test_select_takes_functions(cli):
    """A function of one's own that declares no types compares outputs, too."""
    done = cli("select", "py:failing:same", "samples.jsonl", "-q")
    assert done.code == 0
    assert [json.loads(line)["prediction"] for line in done.out.splitlines()] == ["a", "a"]


@pytest.mark.usefixtures("files")
def test_other_instances_are_no_failures(cli, tmp_path):
    """Systems without an instance in common are an error of the input."""
    for name, i in {"x": 1, "y": 2}.items():
        record = {"instance_id": i, "prediction": "a", "references": ["a"]}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(record))
    done = cli("compare", "py:failing:same", "x.jsonl", "y.jsonl")
    assert done.code == 2
    assert "x, y have no instance in common; check their instance_id" in done.err

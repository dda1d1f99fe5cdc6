"""Metrics from functions: fields, options, outputs."""

import sys

import pytest

from sacreval.core.rebuild import from_signature
from support.program import write_jsonl
from support.sizes import few

SOURCE = '''
from typing import Literal

from sacreval import metric_function


def near(p, r, k=2, *, how: Literal[1, 2] = 1, weights: dict[str, float] = {}):
    """Whether an output is about as long as a reference.

    Args:
        k: Characters.
    """
    return any(abs(len(p) - len(x)) <= k for x in r) * weights.get("all", how)


def scaled(prediction, meta, scale=1.0):
    return scale * meta["a"]


def no_output(meta):
    return meta["a"]


def optional(prediction, references=None, **others):
    return len(references or ())


def two(p, r):
    return {"characters": len(p), "references": len(r)}


two.outputs = ("characters", "references")
two.higher_is_better = {"characters": True, "references": None}


def undeclared(p, r):
    return {"a": 1, "b": 2}


@metric_function(outputs=["a", "b"])
def one_missing(p, r):
    return {"a": 1}


@metric_function(outputs=["a", "b"])
def no_mapping(p, r):
    return 1.0


@metric_function(undefined_where="an output is short")
def long_only(p, r):
    return None if len(p) < 2 else 1


@metric_function(outputs=["a", "b"], undefined_where="an output is short")
def long_both(p, r):
    return None if len(p) < 2 else {"a": 1, "b": float("nan")}


@metric_function(single_reference=True)
def single(p, r):
    return p == r[0]


def equal(prediction, reference):
    return prediction == reference


def equal_if_any(prediction, reference=None):
    return prediction == reference


def both(prediction, reference, references): ...
def required(p, r, q): ...
def several(p, r, *rest): ...
def nothing(k=1): ...
def rare(p, r, takes=1): ...
def taken(p, r, rows=1): ...
def engine(p, r, engine=1): ...
def a_name(p, r, name="x"): ...
def owned(p, r, seed=1): ...
def positional(p, r, k=1, /): ...
def twice(p, prediction): ...
def untyped(p, r, k: "Nowhere" = 1): ...
def text(p, r): return "x"
def infinite(p, r): return float("inf")
def none(p, r): return None
'''
RECORDS = [
    {"prediction": "ab", "references": ["b", "cccccc"], "meta": {"a": 3}},
    {"prediction": "a", "references": ["bbb"], "meta": {"a": 1}},
]


@pytest.fixture(autouse=True)
def module(tmp_path, monkeypatch):
    """Write the functions and two records."""
    (tmp_path / "functions.py").write_text(SOURCE, encoding="utf-8")
    write_jsonl(tmp_path / "a.jsonl", RECORDS)
    monkeypatch.setattr(sys, "path", [*sys.path])
    sys.modules.pop("functions", None)
    yield
    sys.modules.pop("functions", None)


@few(
    4,
    ("words", "shown"),
    [
        (["near"], "1.0000"),
        (["near", "--k", "1"], "0.5000"),
        (["near", "--how", "2"], "2"),
        (["near", "--weights", "all=3"], "3"),
        (["scaled", "--scale", "1.5"], "3"),
        (["no_output"], "2"),
        (["optional"], "1.5000"),
        (["two"], "1.5000 1.5"),
        (["long_only"], "a 1 1.0000"),
    ],
    ids=" ".join,
)
def test_values(cli, words, shown):
    """Parameters named as fields receive them, and those with a default are options."""
    name, *options = words
    done = cli("evaluate", f"py:functions:{name}", "a.jsonl", *options, "-q")
    assert (done.code, done.err) == (0, "")
    assert shown in " ".join(done.out.splitlines()[1].split())


def test_options_are_in_help_and_signature(cli):
    """Options have their types and the text under Args:, and rebuild the metric."""
    text = " ".join(cli("evaluate", "py:functions:near", "--help-all").out.split())
    assert "--k <int> Characters. [default: 2]" in text
    assert "--how <1|2> Parameter of the function." in text
    assert " Whether an output is about as long as a reference." in text
    metric = from_signature('py:functions:near|k:3|how:2|weights:{"a":1}')
    assert metric.signature() == 'py:functions:near|k:3|how:2|weights:{"a":1.0}'


def test_several_outputs(cli):
    """A mapping gives several outputs, with jackknifed scores, in workers too."""
    done = cli("score", "py:functions:two", "a.jsonl", "--workers", "2", "-q")
    assert done.out.splitlines()[0].endswith(
        '"scores":{"characters":2.0,"references":2.0,"characters_jk":2.0,"references_jk":1.0}}'
    )
    table = cli("evaluate", "py:functions:two", "a.jsonl", "-q").out
    assert table.startswith("system  n  characters ↑  references\n")


def test_undefined_records(cli):
    """A record without a score, as declared, is counted and is no error."""
    done = cli("evaluate", "py:functions:long_only", "a.jsonl")
    assert done.code == 0
    assert done.err == (
        "sacreval: 1 of 2 records of 'a' have no score by py:functions:long_only: an output is "
        "short\n"
    )
    assert cli("evaluate", "py:functions:long_both", "a.jsonl", "-q").code == 0
    scored = cli("score", "py:functions:long_only", "a.jsonl", "--no-jackknife")
    assert scored.code == 0
    assert '"scores":{"long_only":null},"error":"a.jsonl:2: undefined by' in scored.out
    assert "1 records have no score: undefined by py:functions:long_only" in scored.err


def test_single_reference(cli):
    """A function that takes one reference refuses several, unless each is scored."""
    done = cli("evaluate", "py:functions:single", "a.jsonl")
    assert done.code == 2
    assert "a.jsonl:1: this record has 2 references, and py:functions:single takes one" in done.err
    words = ("evaluate", "py:functions:single", "a.jsonl", "-q")
    assert cli(*words, "--map", "references=references[:1]").code == 0
    assert cli(*words, "--reduce-references", "best").code == 0


@pytest.mark.parametrize(
    ("name", "code", "value"), [("equal", 2, ""), ("equal_if_any", 3, "0.0000")]
)
def test_a_parameter_reference(cli, name, code, value):
    """A parameter `reference` receives the only reference as it is; several are refused."""
    done = cli("evaluate", f"py:functions:{name}", "a.jsonl")
    assert done.code == code
    assert f"a.jsonl:1: this record has 2 references, and py:functions:{name} takes" in done.err
    assert value in done.out
    words = ("evaluate", f"py:functions:{name}", "a.jsonl", "--map", "references=['ab']", "-q")
    assert cli(*words).out.splitlines()[1].split() == ["a", "2", "0.5000"]


@few(
    5,
    ("name", "part"),
    [
        ("undeclared", "returns the numbers a, b, but declares undeclared; set undeclared.outputs"),
        ("one_missing", "returns the numbers a, but declares a, b"),
        ("no_mapping", "returns float, but declares a, b; return a mapping with these keys"),
        ("required", "the parameter 'q' is neither a field of records nor an option"),
        ("several", "the parameter 'rest' is neither"),
        ("nothing", "takes no field of records"),
        ("taken", "metrics define 'rows' themselves"),
        ("rare", "metrics define 'takes' themselves"),
        ("engine", "metrics define 'engine' themselves"),
        ("a_name", "metrics define 'name' themselves"),
        ("owned", "options of the same name: seed"),
        ("positional", "the parameter 'k' is neither"),
        ("twice", "takes a field of records twice"),
        ("both", "takes a field of records twice"),
        ("untyped", "the type of a parameter cannot be resolved"),
    ],
)
def test_wrong_functions(cli, name, part):
    """What a function may not be is one sentence, and no table."""
    done = cli("evaluate", f"py:functions:{name}", "a.jsonl")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert part in done.err


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("text", "returns str (ValueError"),
        ("infinite", "returns inf; return a finite number"),
        ("none", "returns None; return a finite number, or state in undefined_where"),
    ],
)
def test_wrong_numbers(cli, name, part):
    """What is no number concerns a record, which is counted."""
    done = cli("evaluate", f"py:functions:{name}", "a.jsonl")
    assert done.code == 3
    assert part in done.err


SHARES = """
from sacreval import metric_function


def found(p, r):
    return float(p in r)


def right(p, r) -> bool:
    return p in r


def wrong(p, r) -> bool:
    return 3


@metric_function(highest=2)
def twice(p, r):
    return 2 * (p in r)
"""


CLASSES = """
from dataclasses import dataclass
from sacreval.core.metric import MeanMetric, ScoreScale


@dataclass(frozen=True, kw_only=True)
class Found(MeanMetric):
    'Found.'

    @property
    def outputs(self):
        return ("found",)

    def scores(self, prediction, prepared):
        return (float(prediction in prepared),)


class Signed(Found):
    'Signed, from -1 to 1.'

    score_scale = ScoreScale(mean=True, bounded=True)
"""


@pytest.fixture
def shares(tmp_path):
    """Write functions of 0 and 1, and two systems."""
    (tmp_path / "functions.py").write_text(SHARES, encoding="utf-8")
    for name, right in (("a", 12), ("all", 20)):
        rows = [{"prediction": "x" if i < right else "y", "references": ["x"]} for i in range(20)]
        write_jsonl(tmp_path / f"{name}.jsonl", rows)


@pytest.mark.usefixtures("shares")
@pytest.mark.parametrize("name", ["found", "right", "twice"])
def test_shares(cli, name):
    """Numbers of 0 and 1, or of a declared range, have the intervals and tests of shares."""
    done = cli("evaluate", f"py:functions:{name}", "a.jsonl", "--ci", "-q")
    assert "[ ]: 95 % intervals: wilson (0/1 scores)" in done.out
    factor = 2 if name == "twice" else 1
    assert f"[{factor * 0.386582:.4f}, {factor * 0.781193:.4f}]" in done.out
    compared = cli("compare", f"py:functions:{name}", "a.jsonl", "all.jsonl", "-q")
    assert "mid-p (0/1 scores)" in compared.out
    assert "tango (0/1 scores)" in compared.out


@pytest.mark.usefixtures("shares")
def test_wrapped_functions_and_classes(cli, tmp_path):
    """Numbers of 0 and 1 are shares inside a wrapper too, and of a class that declares no range."""
    text = (tmp_path / "functions.py").read_text()
    (tmp_path / "functions.py").write_text(text + CLASSES)
    wilson = "[ ]: 95 % intervals: wilson (0/1 scores)"
    for words in (
        ["found", "--normalize", "lower"],
        ["found", "--extract", "first-line"],
        ["Found"],
    ):
        assert (
            wilson in cli("evaluate", f"py:functions:{words[0]}", "a.jsonl", "--ci", *words[1:]).out
        )
    assert wilson not in cli("evaluate", "py:functions:Signed", "a.jsonl", "--ci").out


@pytest.mark.usefixtures("shares")
def test_equal_scores(cli):
    """Where all scores are 1, a declared range has an interval; another, where it is named."""
    assert "[0.8389, 1.0000]" in cli("evaluate", "py:functions:right", "all.jsonl", "--ci").out
    done = cli("evaluate", "py:functions:found", "all.jsonl", "--ci")
    assert "[" not in done.out
    assert "if they are always 0 or 1, --interval wilson, or declare highest=1" in done.err
    words = ("evaluate", "py:functions:found", "all.jsonl", "--ci", "--interval", "wilson")
    assert "[0.8389, 1.0000]" in cli(*words).out


@pytest.mark.usefixtures("shares")
def test_numbers_out_of_the_declared_range(cli):
    """A number out of the declared range is an error of the record."""
    done = cli("evaluate", "py:functions:wrong", "a.jsonl")
    assert done.code == 3
    assert "returns 3 for wrong, and declares numbers from 0 to 1; correct it" in done.err


@pytest.mark.usefixtures("shares")
def test_equal_scores_that_are_no_shares(cli, tmp_path):
    """Where all numbers are 2, Wilson's method is not named."""
    text = "def constant(p, r):\n    return 2\n"
    (tmp_path / "functions.py").write_text(text, encoding="utf-8")
    done = cli("evaluate", "py:functions:constant", "a.jsonl", "--ci")
    assert "no interval, as the scores do not vary\n" in done.err
    refused = cli("evaluate", "py:functions:constant", "a.jsonl", "--ci", "--interval", "wilson")
    assert (
        "is for means of scores that are 0 or 1 for every record, which constant is not"
        in refused.err
    )

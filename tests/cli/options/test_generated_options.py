"""Options of every type, from the command line, a suite and a signature."""

import json
from pathlib import Path

import pytest

from sacreval.core.options.option_types import to_builtins
from sacreval.core.rebuild import from_signature
from support.many_types import Box, Colour, Mixed, Pair, Point, Size
from support.program import write_jsonl
from support.sizes import few

NAME = "py:support.many_types:ManyTypes"
# Option, its words, and its value.
GOOD = [
    ("number", ["2"], 2),
    ("perhaps_switch", ["true"], True),
    ("perhaps_number", ["2"], 2),
    ("number_or_null", ["null"], None),
    ("choice", ["b"], "b"),
    ("number_choice", ["2"], 2),
    ("mixed_choice", ["1"], 1),
    ("mixed_choice", ["true"], True),
    ("mixed_choice", ["null"], None),
    ("float_choice", ["x"], "x"),
    ("colour", ["blue"], Colour.BLUE),
    ("size", ["2"], Size.M),
    ("mixed_enum", ["1"], Mixed.ONE),
    ("numbers", ["[3, 4]"], [3, 4]),
    ("numbers", ["3", "4"], [3, 4]),
    ("numbers", ["[]"], []),
    ("texts", ['["a", "b"]'], ("a", "b")),
    ("texts", ["[1]"], ("[1]",)),
    ("pair", ['[2, "b"]'], (2, "b")),
    ("pair", ["2", "3"], (2, "3")),
    ("frozen", ["b", "a"], frozenset("ab")),
    ("free", ["[1, 2, 1]"], {1, 2}),
    ("sequence", ["[1, 2]"], (1, 2)),
    ("weights", ['{"a": 1}'], {"a": 1.0}),
    ("weights", ["a=1", "b=5e0", "c=2.5"], {"a": 1.0, "b": 5.0, "c": 2.5}),
    ("mapping", ["{}"], {}),
    ("by_number", ['{"1": "x"}'], {1: "x"}),
    ("either", ["3"], 3),
    ("either", ['"4"'], "4"),
    ("either", ["x"], "x"),
    ("number_or_auto", ["2"], 2.0),
    ("number_or_list", ["[1, 2]"], [1, 2]),
    ("nested", ["[1, 2]", "[3]"], [[1, 2], [3]]),
    ("nested", ["[[1], [2]]"], [[1], [2]]),
    ("nested", ["[1]"], [[1]]),
    ("path", ["a/b"], Path("a/b")),
    ("perhaps_path", ["c"], Path("c")),
    ("path_or_number", ["x"], Path("x")),
    ("anything", ['{"a": [1]}'], {"a": [1]}),
    ("anything", ["a"], "a"),
    ("point", ['{"x": 3}'], Point(3)),
    ("box", ['{"w": 2, "tags": ["a"]}'], Box(2, ("a",))),
    ("typed", ['{"a": 1}'], {"a": 1}),
    ("named", ['[2, "z"]'], Pair(2, "z")),
    ("points", ['{"x": 1}', '{"x": 2}'], (Point(1), Point(2))),
    ("choices", ["1", "2"], (1, 2)),
]
# Option, its words, and a part of the sentence.
BAD = [
    ("number", ["x"], "'x'"),
    ("perhaps_switch", ["maybe"], "must be true or false, not text"),
    ("number_or_null", ["x"], "must be a whole number, not text"),
    ("number_choice", ["3"], "cannot be 3; write 1|2"),
    ("mixed_choice", ["2"], "cannot be 2; write 1|auto|true|null"),
    ("float_choice", ["1"], "cannot be 1; write 0.5|x"),
    ("colour", ["green"], "'green'"),
    ("size", ["3"], "cannot be 3"),
    ("mixed_enum", ["1.5"], "cannot be 1.5; write 1|two"),
    ("numbers", ["[3, x]"], "[3, x]"),
    ("pair", ["[2]"], "must have 2 values, not 1; write tuple[int, str]"),
    ("pair", ["1", "2", "3"], "must have 2 values, not 3"),
    ("free", ['[1, "a"]'], "'a'"),
    ("weights", ['{"a": "x"}'], "must be a number, not text; write dict[str, float]"),
    ("weights", ['{"a": 1, "a": 2}'], "the key 'a' is repeated"),
    ("weights", ["a=1", "a=2"], "the key 'a' is repeated; keep one"),
    ("weights", ["a"], "must be an object, not text"),
    ("weights", ["=1"], "must be an object, not text"),
    ("by_number", ['{"z": "x"}'], "must be a whole number, not text"),
    ("number_or_auto", ["x"], "cannot be 'x'; write float|auto"),
    ("number_or_list", ['[1, "a"]'], "must be a whole number, not text; write int|list[int]"),
    ("nested", ['[1, "b"]'], "must be a list, not a whole number"),
    ("nested", ["[" * 5000], "must be a list, not text"),
    ("point", ['{"z": 3}'], "missing required field `x`"),
    ("point", ['{"x": 3, "z": 3}'], "there is no key 'z', only x, y; write Point"),
    ("points", ['[{"x": 3, "z": 3}]'], "there is no key 'z'"),
    ("box", ["{}"], "missing required field `w`"),
    ("typed", ['{"c": 1}'], "there is no key 'c'"),
    ("named", ["[2]"], "must have 2 values, not 1"),
    ("choices", ["3"], "cannot be 3; write list[1|2]"),
]


@pytest.fixture
def evaluated(cli, tmp_path):
    """Score a record with options, and return the metric that the signature describes."""
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "ab", "references": ["b"]}])

    def evaluate(*words):
        done = cli("evaluate", *words, "a.jsonl", "-q")
        assert done.code == 0, done.err
        line = next(line for line in done.out.splitlines() if line.startswith("py:"))
        return from_signature(line.partition(" (own")[0])

    return evaluate


def flags(option, words):
    """Return the words of the command line that set an option."""
    return [part for word in words for part in ("--" + option.replace("_", "-"), word)]


@few(8, ("option", "words", "value"), GOOD)
def test_command_line(evaluated, option, words, value):
    """A value of the command line has the type of its option, and so has the rebuilt metric."""
    metric = evaluated(NAME, *flags(option, words))
    read = getattr(metric, option)
    assert (type(read), read) == (type(value), value)
    assert from_signature(metric.signature()) == metric


@few(8, ("option", "words", "value"), GOOD)
def test_suite(evaluated, tmp_path, option, words, value):
    """A suite sets an option to the same value, written as YAML."""
    del words
    config = {"metrics": [{NAME: {option: to_builtins(value)}}]}
    (tmp_path / "s.yaml").write_text(json.dumps(config))
    read = getattr(evaluated("suite", "s.yaml"), option)
    assert (type(read), read) == (type(value), value)


@few(6, ("option", "words", "part"), BAD)
def test_wrong_values(cli, tmp_path, option, words, part):
    """A wrong value is one sentence with the option, and exit code 2."""
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "ab", "references": ["b"]}])
    done = cli("evaluate", NAME, "a.jsonl", *flags(option, words))
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert part in done.err
    assert "--" + option.replace("_", "-") in done.err
    assert len(done.err) < 500


def test_help(cli):
    """Help shows the type of each option, and its default as it is written."""
    text = " ".join(cli("evaluate", NAME, "--help-all").out.split())
    for shown in (
        '--pair <tuple[int, str]> P. [default: [1,"x"]]',
        "--weights <dict[str, float]> P. [default: {}]",
        "--either <int|str> P. [default: 3]",
        "--nested <list[list[int]]> P. [default: []]",
        "--mixed-choice <1|auto|true|null> P. [default: auto]",
        "--path <path> P. [default: x]",
        "--number-or-null <int|null> P. [default: 3]",
        "--numbers <list[int]> P.",
        '--point <Point> P. [default: {"x":1,"y":0.0}]',
        "--anything <any> P.",
    ):
        assert shown in text


def test_metrics_of_every_type_run_everywhere(cli, tmp_path):
    """Worker processes, the cache, comparisons and configs take options that cannot be hashed."""
    records = [
        {"prediction": "ab", "references": ["b", "c"]},
        {"prediction": "a", "references": ["b"]},
    ]
    for name in ("a.jsonl", "b.jsonl"):
        write_jsonl(tmp_path / name, records)
    words = flags("weights", ["a=1"])
    for verb in (
        ("evaluate", NAME, "a.jsonl", "--workers", "2"),
        ("evaluate", NAME, "a.jsonl", "--cache", "--reduce-references", "best"),
        ("score", NAME, "a.jsonl"),
        ("compare", NAME, "a.jsonl", "b.jsonl"),
    ):
        done = cli(*verb, *words, "-q")
        assert done.code == 0, done.err
    (tmp_path / "s.yaml").write_text(f"metrics: ['{NAME}']\n")
    assert "path: x" in cli("config", "show", "s.yaml").out

"""Config files: their keys are options, and mistakes have their place and line."""

import json
import os
from threading import Thread

import pytest

from sacreval.cli.config.config_errors import place_among
from sacreval.cli.config.config_file import load
from support.mirror import CHECKOUT
from support.program import ends, records, write_jsonl
from support.sizes import few
from support.two_sets import RECORDS, write_lines

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def results(outcome):
    assert outcome.code == 0, outcome.err
    return outcome.json()["results"]


def test_a_config_says_all_that_options_say(cli, suite, tmp_path):
    """Inputs, metrics, intervals, groups, gates and outputs can stand in a config."""
    assert cli("evaluate", "suite", suite, "-q").code == 0
    written = json.loads((tmp_path / "from-config.json").read_text())
    assert {r["output"] for r in written["results"]} == {
        "bleu", "stems_rouge1_precision", "stems_rouge1_recall", "stems_rouge1_f1",
    }  # fmt: skip
    drawn = {r["interval"]["resamples"] for r in written["results"]}
    assert drawn == {20, None}  # those of 0/1 scores are computed by a formula
    assert len(written["gates"]) == 6
    assert any(r["group"] == "domain=news" for r in written["results"])


def outputs(outcome):
    return {(r["alias"] or r["metric"]) for r in results(outcome)}


def test_metrics_of_the_command_line_join_those_of_a_config(cli, suite):
    """-m adds to a suite's metrics, by file or by name; one that is there already stays once."""
    shown = ("--format", "json", "--force", "-q")
    assert outputs(cli("evaluate", "suite", suite, "-m", "ter", *shown)) == {"bleu", "stems", "ter"}
    assert outputs(cli("evaluate", "suite", suite, "-m", "bleu", *shown)) == {"bleu", "stems"}
    named = ("evaluate", "suite", "summarization", SAMPLE)
    assert outputs(cli(*named, "-m", "chrf", "-m", "wer", *shown)) == {"rouge", "chrf", "wer"}
    other = cli(*named, "-m", 'chrf{"word_order": 2}', *shown)
    assert (other.code, '"as"' in other.err) == (2, True)


BAD = {
    "a NUL": ('metrics: [bleu]\ninputs: ["a\\0b"]\n', [":2", "NUL"]),
    "an unknown key": ("metrics: [bleu]\nresample: 3\n", [":2", "'resample'", "'resamples'"]),
    "an unknown option": (
        "metrics:\n  - bleu:\n      lowercase: true\n      smoth_method: exp\n",
        [":4", "'smoth_method'", "'smooth_method'"],
    ),
    "a value of the wrong type": (
        "metrics:\n  - bleu:\n      lowercase: often\n", [":3", "lowercase", "true or false"],
    ),
    "an unknown metric": ("metrics:\n  - bleu\n  - bluerr\n", [":3", "'bluerr'", "bleu"]),
    "an option that is NaN": (
        "metrics:\n  - bleu:\n      smooth_method: floor\n      smooth_value: .nan\n",
        [":4", "smooth_value is .nan", "finite"],
    ),
    "infinity": ("metrics: [bleu]\nconfidence: -.inf\n", [":2", "confidence", "finite"]),
    "a number beyond the largest": ("metrics: [bleu]\nconfidence: 1.0e+999\n", [":2", "finite"]),
    "an option's value": ("metrics: [bleu]\nresamples: one\n", [":2", "resamples", "whole number"]),
    "an option out of range": ("metrics: [bleu]\nresamples: 1\n", [":2", "resamples", "2"]),
    "no such choice": ("metrics: [bleu]\nengine: fast\n", [":2", "engine", "native"]),
    "a key twice": ("metrics: [bleu]\nci: true\nci: false\n", [":3", "repeated"]),
    "an option twice": (
        "metrics:\n  - bleu: {lowercase: true, lowercase: false}\n", [":2", "repeated"],
    ),
    "two metrics in one item": ("metrics:\n  - bleu: {}\n    ter: {}\n", [":2", "- rouge"]),
    "a list of lists": ("metrics: [[bleu]]\n", [":1", "text"]),
    "one name twice": ("metrics: [bleu, bleu]\n", ["'bleu'", '"as"']),
    "a bad name": ("metrics:\n  - bleu: {as: a b}\n", [":2", "a b", "letters"]),
    "no common task": ("ci: true\nmetrics: [bleu, ranking]\n", [":2", "bleu is for", "ranking"]),
    "no metrics": ("ci: true\n", ["needs metrics", "-m"]),
    "nothing": ("", ["needs metrics"]),
    "a list": ("- bleu\n", [":1", "options and their values"]),
    "not YAML": ("metrics: [bleu\nci: x: y\n", [":2", "YAML"]),
    "a Python object": ("metrics: !!python/object:os.system [bleu]\n", [":1", "YAML"]),
    "not UTF-8": (b"metrics: [caf\xe9]\n", ["YAML"]),
}  # fmt: skip


@few(10, "name", BAD)
def test_a_bad_config_is_one_sentence_with_its_place(cli, tmp_path, name):
    """Mistakes in a config name file, line and remedy, and exit with 2."""
    content, fragments = BAD[name]
    path = tmp_path / "bad.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    done = cli("evaluate", "suite", "bad.yaml", SAMPLE)
    assert done.code == 2
    assert done.err.count("\n") == 1
    for fragment in fragments:
        assert fragment in done.err


def test_all_mistakes_of_a_config_are_told_at_once(cli, tmp_path):
    """Keys, values, metrics and options of metrics: each has its line, in the order of the file."""
    (tmp_path / "bad.yaml").write_text(
        "inputs: [a.txt]\nrefs: [r.txt]\nci: maybe\nmetrics:\n  - bleu:\n      lowercase: often\n"
        "  - bluerr\n  - chrf\nresamples: 1\nseed: 1\nseed: 2\nconfidence: .nan\n"
        "by: [[x], {a: b, c: d}]\n"
    )
    done = cli("evaluate", "suite", "bad.yaml")
    assert done.code == 2
    lines = done.err.splitlines()
    assert [line.split(": ")[2] for line in lines] == [
        f"bad.yaml:{i}" for i in (1, 2, 3, 6, 7, 9, 11, 12, 13, 13)
    ]
    assert lines[1] == (
        "sacreval: error: bad.yaml:2: unknown key 'refs'; did you mean 'references'?"
    )
    shown = cli("config", "show", "bad.yaml")
    assert (shown.code, shown.err) == (2, done.err)


def test_mistakes_of_the_config_that_is_extended_are_told_too(cli, tmp_path):
    """Each sentence names its own file."""
    (tmp_path / "base.yaml").write_text("metrics: [bluerr]\nrefs: x\n")
    (tmp_path / "own.yaml").write_text("extends: base.yaml\nci: maybe\nresample: 3\n")
    done = cli("evaluate", "suite", "own.yaml", SAMPLE)
    assert done.code == 2
    places = [line.split(": ")[2] for line in done.err.splitlines()]
    assert places == ["base.yaml:1", "base.yaml:2", "own.yaml:2", "own.yaml:3"]
    (tmp_path / "own.yaml").write_text("extends: none.yaml\nresample: 3\n")
    done = cli("evaluate", "suite", "own.yaml", SAMPLE)
    assert [line.split(": ")[2] for line in done.err.splitlines()] == ["own.yaml:1", "own.yaml:2"]


def test_mistakes_of_data_sets_are_told_at_once(cli, tmp_path):
    """Each data set, and each of its metrics, is checked."""
    (tmp_path / "sets.yaml").write_text(
        "datasets:\n  one:\n    inputs: a.txt\n    refs: b.txt\n  two:\n    inputs: a.txt\n"
        "    metrics: [bluerr, churf]\n"
    )
    done = cli("evaluate", "suite", "sets.yaml")
    assert done.code == 2
    places = [line.split(": ")[2] for line in done.err.splitlines()]
    assert places == ["sets.yaml:4", "sets.yaml:7", "sets.yaml:7"]
    assert "did you mean 'references'?" in done.err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("resample_by: [domain]", "this option takes one value"),
        ("by: true", "this must be text or a number"),
        ("ray: true", "this must be text or a number"),
        ("reader: [jsonl]", "this option takes one value"),
    ],
)
def test_values_of_the_wrong_shape(cli, tmp_path, line, said):
    """A value that its option cannot take is one sentence with its line."""
    (tmp_path / "in.jsonl").write_text('{"prediction": "a", "references": ["a"]}\n')
    (tmp_path / "a.yaml").write_text(f"inputs: [in.jsonl]\nmetrics: [bleu]\n{line}\n")
    done = cli("evaluate", "suite", "a.yaml")
    assert done.code == 2
    assert "a.yaml:3" in done.err
    assert said in done.err


def test_metrics_that_are_no_list(cli, tmp_path):
    """Metrics as a mapping are refused with the way to write them."""
    (tmp_path / "a.yaml").write_text("metrics:\n  bleu: {}\n")
    done = cli("evaluate", "suite", "a.yaml", SAMPLE)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "a.yaml:1: the metrics are a list" in done.err


@pytest.mark.parametrize("value", [".nan", ".inf", "-.inf"])
def test_numbers_of_a_config(value, cli, tmp_path):
    """NaN in a config is refused with its place; it never becomes the default in silence."""
    write_jsonl(tmp_path / "in.jsonl", records())
    (tmp_path / "run.yaml").write_text(
        f"metrics:\n- bleu:\n    smooth_method: floor\n    smooth_value: {value}\n"
    )
    outcome = cli("evaluate", "suite", "run.yaml", "in.jsonl")
    assert outcome.code == 2
    assert f"run.yaml:4: smooth_value is {value}; give a finite number" in outcome.err


def test_aliases_of_a_config(cli, tmp_path):
    """Aliases and merges that people write are read as before."""
    write_jsonl(tmp_path / "in.jsonl", records())
    (tmp_path / "run.yaml").write_text(
        "metrics:\n- chrf: &a {word_order: 2}\n- chrf: {<<: *a, as: again}\nci: false\n"
    )
    outcome = cli("evaluate", "suite", "run.yaml", "in.jsonl", "--format", "json")
    assert outcome.code == 0, outcome.err
    values = [result["value"] for result in outcome.json()["results"]]
    assert len(values) == 2
    assert values[0] == values[1]


def test_all_mistakes_of_gates(cli, tmp_path):
    """Each wrong gate has its line; a key of other tools and a wrong boolean say what to write."""
    (tmp_path / "o.txt").write_text("a\n")
    head = "metrics: [chrf]\ninputs: o.txt\nreferences: o.txt\n"
    gates = "fail-under:\n  chrff: 6\ncheck:\n  - chrf >> 3\n  - meteor > 2\n"
    (tmp_path / "g.yaml").write_text(f"{head}{gates}")
    lines = cli("evaluate", "suite", "g.yaml").err.splitlines()
    assert [line.removeprefix("sacreval: error: ")[:10] for line in lines] == [
        "g.yaml:5: ",
        "g.yaml:7: ",
        "g.yaml:8: ",
    ]
    (tmp_path / "k.yaml").write_text(f"{head}thresholds: {{chrf: 1}}\nci: yess\n")
    said = cli("evaluate", "suite", "k.yaml").err
    assert "k.yaml:4: unknown key 'thresholds'; did you mean 'fail-under'?" in said
    assert "k.yaml:5: ci is 'yess'; write true or false" in said
    (tmp_path / "n.yaml").write_text(f"{head}fail-under: 60\n")
    assert "in a config, fail-under: {bleu: 30}" in cli("evaluate", "suite", "n.yaml").err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("metrics: [bleu]", ""),
        ("metrics: [bleu]\nwith: 'openai:x'", "none of these metrics asks a model"),
    ],
)
def test_a_config_in_a_pipe(cli, tmp_path, text, said):
    """A pipe is read once, and says the same as a file."""
    write_jsonl(tmp_path / "a.jsonl", records())
    os.mkfifo(tmp_path / "c.yaml")
    writer = Thread(target=(tmp_path / "c.yaml").write_text, args=[text])
    writer.start()
    with ends():
        done = cli("evaluate", "suite", "c.yaml", "a.jsonl", "-q")
    writer.join()
    assert (done.code == 2) == bool(said)
    assert said in done.err


def extends_outputs(outcome):
    """Return data set and output of every result."""
    return list(dict.fromkeys((r["dataset"], r["output"]) for r in outcome.json()["results"]))


def test_values_of_a_chain(cli, tmp_path):
    """Metrics are added, data sets of an equal name replaced, other keys replaced."""
    for name in "ab":
        write_lines(tmp_path / f"{name}.jsonl", RECORDS)
    (tmp_path / "first.yaml").write_text(
        "metrics: [chrf]\nci: true\nseed: 3\ndatasets: {x: a.jsonl, y: a.jsonl}\n"
    )
    (tmp_path / "second.yaml").write_text("extends: first.yaml\nmetrics: [bleu, chrf]\n")
    (tmp_path / "third.yaml").write_text(
        "extends: second.yaml\nci: false\ndatasets: {y: {inputs: b.jsonl, metrics: [ter]}}\n"
    )
    done = cli("evaluate", "suite", "third.yaml", "--format", "json")
    assert extends_outputs(done) == [("x", "chrf"), ("x", "bleu"), ("y", "ter")]
    assert all(r["interval"] is None for r in done.json()["results"])
    assert "seed: 3" in cli("config", "show", "third.yaml").out


def test_a_suite_of_sacreval_is_extended(cli, tmp_path):
    """The name of a suite that comes with sacreval may be extended."""
    write_lines(tmp_path / "o.jsonl", RECORDS)
    (tmp_path / "s.yaml").write_text("extends: summarization\nmetrics: [bleu]\nci: false\n")
    done = cli("evaluate", "suite", "s.yaml", "o.jsonl", "--format", "json")
    names = [output for _, output in extends_outputs(done)]
    assert {"rouge1_f1", "chrf", "bleu"} <= set(names)


def test_errors_name_the_file_of_the_value(cli, tmp_path):
    """A wrong value is told with the file and line where it stands, in whichever config."""
    write_lines(tmp_path / "o.jsonl", RECORDS)
    (tmp_path / "base.yaml").write_text("metrics:\n  - chrf\n  - bleu: {lowrcase: true}\n")
    (tmp_path / "own.yaml").write_text("extends: base.yaml\nmetrics:\n  - ter: {x: 1}\n")
    assert "base.yaml:3: bleu has no option" in cli("evaluate", "suite", "own.yaml", "o.jsonl").err
    (tmp_path / "base.yaml").write_text("metrics:\n  - chrf\n  - bleu\n")
    assert "own.yaml:3: ter has no option" in cli("evaluate", "suite", "own.yaml", "o.jsonl").err


def test_circles_and_unknown_names_are_refused(cli, tmp_path):
    """Configs that extend each other, and names of no config, are errors with their place."""
    (tmp_path / "a.yaml").write_text("extends: b.yaml\n")
    (tmp_path / "b.yaml").write_text("extends: a.yaml\n")
    done = cli("evaluate", "suite", "a.yaml", "o.jsonl")
    assert "b.yaml:1: this config extends itself (a.yaml -> b.yaml -> a.yaml)" in done.err
    (tmp_path / "a.yaml").write_text("extends: nope\n")
    assert "a.yaml:1: there is no config 'nope'" in cli("evaluate", "suite", "a.yaml", "x").err
    (tmp_path / "a.yaml").write_text("extends: [b, c]\n")
    assert "a.yaml:1: extends names one config" in cli("evaluate", "suite", "a.yaml", "x").err


def test_json_in_the_place_of_a_config(cli, tmp_path):
    """A file of JSON with metrics is a config where a config stands, and errors have lines."""
    path = write_lines(tmp_path / "o.jsonl", RECORDS)
    (tmp_path / "c.json").write_text(json.dumps({"metrics": ["chrf"], "ci": True}))
    done = cli("evaluate", "suite", "c.json", path.name, "--format", "json")
    assert extends_outputs(done) == [(None, "chrf")]
    assert done.json()["results"][0]["interval"] is not None
    (tmp_path / "c.json").write_text('{"metrics": ["chrf"],\n "cii": true}')
    assert "c.json:2: unknown key 'cii'" in cli("evaluate", "suite", "c.json", path.name).err
    (tmp_path / "p.json").write_text(json.dumps(RECORDS[0]))
    assert cli("evaluate", "suite", "-m", "chrf", "p.json").code == 0


TEXT = """metrics:
  - bleu
  - chrf
check:
  - bleu > x
  - "'bleu' > 1"
fail-under:
  chrff: 60
"""


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("--check bleu > x: 'x' is not a finite number", 5),
        ("--fail-under: this run has no output 'chrff'; did you mean 'chrf'?", 8),
        ("--check: a sentence about no value", 4),
        ("there is no metric 'bleu'", 2),
        ("something else", None),
    ],
)
def test_places(tmp_path, sentence, line):
    """The option at the beginning of a sentence decides, before values that it quotes."""
    path = tmp_path / "s.yaml"
    path.write_text(TEXT)
    config = load(str(path), dict.fromkeys(("metrics", "check", "fail_under"), ""))
    place = place_among(config, config.values, sentence)
    assert place == (line and f"{path}:{line}")

"""`extends` in configs, and configs in JSON."""

import json

from support.two_sets import RECORDS, write_lines


def outputs(outcome):
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
    assert outputs(done) == [("x", "chrf"), ("x", "bleu"), ("y", "ter")]
    assert all(r["interval"] is None for r in done.json()["results"])
    assert "seed: 3" in cli("config", "show", "third.yaml").out


def test_a_suite_of_sacreval_is_extended(cli, tmp_path):
    """The name of a suite that comes with sacreval may be extended."""
    write_lines(tmp_path / "o.jsonl", RECORDS)
    (tmp_path / "s.yaml").write_text("extends: summarization\nmetrics: [bleu]\nci: false\n")
    done = cli("evaluate", "suite", "s.yaml", "o.jsonl", "--format", "json")
    names = [output for _, output in outputs(done)]
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
    assert outputs(done) == [(None, "chrf")]
    assert done.json()["results"][0]["interval"] is not None
    (tmp_path / "c.json").write_text('{"metrics": ["chrf"],\n "cii": true}')
    assert "c.json:2: unknown key 'cii'" in cli("evaluate", "suite", "c.json", path.name).err
    (tmp_path / "p.json").write_text(json.dumps(RECORDS[0]))
    assert cli("evaluate", "suite", "-m", "chrf", "p.json").code == 0

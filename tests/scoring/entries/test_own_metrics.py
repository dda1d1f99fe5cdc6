"""Names of one's own for metrics with options."""

import json

import pytest

from support.sizes import few
from support.two_sets import RECORDS, changed, write_lines

YAML = """metrics:
  our-chrf: {chrf: {word_order: 2}}
  context: {token-f1: {map: {references: sources}, rename: {token_f1_f1: context_f1}}}
"""
TOML = """[project]
name = "x"
[tool.sacreval.metrics]
plain = "chrf"
[tool.sacreval.metrics.our-chrf.chrf]
word_order = 2
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Write two files of outputs; no variable names a file of names."""
    monkeypatch.delenv("SACREVAL_METRICS", raising=False)
    (tmp_path / ".git").mkdir()
    write_lines(tmp_path / "a.jsonl", RECORDS)
    write_lines(tmp_path / "b.jsonl", changed(RECORDS))
    return tmp_path


@pytest.mark.parametrize(("name", "text"), [("sacreval.yaml", YAML), ("pyproject.toml", TOML)])
def test_a_name_is_a_command_of_every_verb(cli, folder, name, text):
    """The numbers are those of the metric with its options, whose signature is shown."""
    (folder / name).write_text(text)
    done = cli("evaluate", "our-chrf", "a.jsonl", "--format", "json")
    [result] = done.json()["results"]
    [plain] = cli("evaluate", "chrf", "--word-order", "2", "a.jsonl", "--format", "json").json()[
        "results"
    ]
    assert (result["value"], result["signature"]) == (plain["value"], plain["signature"])
    assert (result["output"], result["alias"]) == ("our-chrf_chrf", "our-chrf")
    assert f'our-chrf is chrf{{"word_order":2}}, by {name}:' in done.err
    assert cli("evaluate", "our-chrf", "a.jsonl", "-q").err == ""
    assert "our-chrf_chrf" in cli("score", "our-chrf", "a.jsonl").out
    assert "our-chrf_chrf" in cli("compare", "our-chrf", "a.jsonl", "b.jsonl").out
    assert "our-chrf" in cli("evaluate", "--help").out
    rows = json.loads(cli("list", "metrics", "--format", "json").out)
    assert {row["name"] for row in rows} >= {"our-chrf", "chrf"}


def test_names_in_suites_and_python(cli, folder):
    """A name is a metric of suites, whose options may be changed there; and of Python."""
    import sacreval

    (folder / "sacreval.yaml").write_text(YAML)
    (folder / "s.yaml").write_text("metrics: [our-chrf, context, {our-chrf: {as: two, beta: 1}}]\n")
    done = cli("evaluate", "suite", "s.yaml", "a.jsonl", "--format", "json")
    by_output = {r["output"]: r for r in done.json()["results"]}
    assert "|beta:1|" in by_output["two_chrf"]["signature"]
    assert 'own_map:["references=sources"]' in by_output["context_f1"]["signature"]
    shown = cli("config", "show", "s.yaml").out
    assert "as: our-chrf\n    char_order: 6\n    word_order: 2" in shown
    evaluated = sacreval.evaluate(["the cat"], ["a cat"], metrics="our-chrf")
    assert evaluated.to_dict()["results"][0]["output"] == "our-chrf_chrf"


def test_the_nearest_file_up_to_the_repository_counts(cli, folder, monkeypatch):
    """A file above the folder is found, one above the root of the repository is not."""
    inner = folder / "one" / "two"
    inner.mkdir(parents=True)
    (folder / "sacreval.yaml").write_text(YAML)
    monkeypatch.chdir(inner)
    assert cli("evaluate", "our-chrf", folder / "a.jsonl").code == 0
    (folder / "one" / ".git").mkdir()
    assert "no metric 'our-chrf'" in cli("evaluate", "our-chrf", folder / "a.jsonl").err
    monkeypatch.setenv("SACREVAL_METRICS", str(folder / "sacreval.yaml"))
    assert cli("evaluate", "our-chrf", folder / "a.jsonl").code == 0


@few(
    3,
    ("name", "text", "sentence"),
    [
        ("sacreval.yaml", "metrics:\n  bleu: {chrf: {}}\n", ":2: 'bleu' is a name of sacreval's"),
        ("sacreval.yaml", "metrics:\n  suite: chrf\n", ":2: 'suite' is a name of sacreval's"),
        ("sacreval.yaml", "metrics:\n  x: {chfr: {}}\n", ":2: there is no metric 'chfr'"),
        ("sacreval.yaml", "metrics:\n  x: {chrf: {}, bleu: {}}\n", ":2: 'x' stands for one metric"),
        ("sacreval.yaml", "metrics:\n  x: {chrf: 3}\n", ":2: the options of chrf are names"),
        ("sacreval.yaml", "metrics:\n  a b: chrf\n", ":2: 'a b' cannot be a name"),
        ("sacreval.yaml", "metrics:\n  x: chrf\n  x: bleu\n", ":3: 'x' is repeated"),
        ("sacreval.yaml", "metrics: [chrf]\n", "`metrics` maps names to metrics"),
        ("sacreval.yaml", "mertics: {}\n", "unknown key 'mertics'; did you mean 'metrics'?"),
        ("sacreval.yaml", "- 3\n", ":1: names are below `metrics:`"),
        ("sacreval.yaml", "a: [", "not YAML"),
        ("pyproject.toml", "[tool.sacreval.metrics]\nx = \n", "not TOML"),
        ("pyproject.toml", '[tool.sacreval.metrics]\nbleu = "chrf"\n', ":2: 'bleu' is a name of"),
    ],
)
def test_wrong_definitions_are_refused(cli, folder, name, text, sentence):
    """A wrong definition is an error with its line, also where a metric of sacreval is used."""
    (folder / name).write_text(text)
    done = cli("evaluate", "bleu", "a.jsonl")
    assert (done.code, sentence in done.err) == (2, True), done.err


def test_wrong_options_name_the_line_of_the_definition(cli, folder, monkeypatch):
    """An option that the metric lacks is told with the line; a missing file with the variable."""
    (folder / "sacreval.yaml").write_text("metrics:\n  x: {chrf: {worder: 2}}\n")
    assert "sacreval.yaml:2: chrf has no option 'worder'" in cli("evaluate", "x", "a.jsonl").err
    monkeypatch.setenv("SACREVAL_METRICS", "nope.yaml")
    assert "nope.yaml: there is no such file" in cli("evaluate", "bleu", "a.jsonl").err
    monkeypatch.setenv("SACREVAL_METRICS", "a.jsonl")
    assert "names are read from YAML and TOML" in cli("evaluate", "bleu", "a.jsonl").err
    monkeypatch.delenv("SACREVAL_METRICS")
    (folder / "pyproject.toml").write_text(TOML)
    assert "both define names of metrics" in cli("evaluate", "bleu", "a.jsonl").err


def test_a_project_without_names_costs_no_parser(cli, folder):
    """A pyproject.toml without such a table is not parsed."""
    (folder / "pyproject.toml").write_text("not TOML at all [")
    assert cli("evaluate", "chrf", "a.jsonl").code == 0

"""Metrics of labels and of whole sets beside others, and wrappers on every verb."""

import json

import pytest

from support.program import write_jsonl

RECORDS = [
    {"instance_id": str(i), "prediction": p, "references": [r], "groups": {"half": i % 2}}
    for i, (p, r) in enumerate([("Yes.", "yes"), ("no", "no"), ("Yes", "no"), ("no", "no")])
]
SETS = {
    "score": ["score", "self-bleu", "a.jsonl"],
    "compare": ["compare", "self-bleu", "a.jsonl"],
    "correlate": ["correlate", "self-bleu", "a.jsonl", "--human", "quality"],
    "instances": ["evaluate", "self-bleu", "a.jsonl", "--instances", "x.jsonl"],
    "intervals": ["evaluate", "self-bleu", "a.jsonl", "--ci"],
}


@pytest.fixture(autouse=True)
def _records(tmp_path):
    write_jsonl(tmp_path / "a.jsonl", RECORDS)


@pytest.mark.parametrize("case", SETS)
def test_sets_are_refused(cli, case):
    """What a metric of whole sets cannot give is refused in one sentence."""
    outcome = cli(*SETS[case])
    assert outcome.code == 2
    assert outcome.err.startswith("sacreval: error: self-bleu ")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("names", [["exact-match", "self-bleu"], ["exact-match", "classification"]])
def test_suite_is_its_metrics(cli, names):
    """Every metric of a suite has the results that it has alone."""
    words = ["a.jsonl", "--by", "half", "--summary", "mean", "--format", "jsonl"]
    alone = [line for name in names for line in cli("evaluate", name, *words).out.splitlines()]
    together = cli("evaluate", "suite", *(f"-m{name}" for name in names), *words).out.splitlines()
    assert sorted(together) == sorted(alone)


@pytest.mark.parametrize("verb", ["evaluate", "score", "compare", "correlate"])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("classification", "bleu"),
        ("ranking", 'chrf{"as": "chars"}'),
        ("pearson", "classification"),
        ("sequence-labelling", "token-f1"),
    ],
)
def test_no_common_task(cli, verb, one, other):
    """Metrics that serve no common task are named in one sentence, before any input is opened."""
    human = ["--human", "quality"] if verb == "correlate" else []
    outcome = cli(verb, "suite", "-m", one, "-m", other, "gone.jsonl", *human)
    assert outcome.code == 2
    name = "chars" if "chars" in other else other
    assert f"{one} is for " in outcome.err
    assert f" and {name} for " in outcome.err
    assert outcome.err.count("\n") == 1


def test_metrics_by_task(cli):
    """`list metrics --task` lists those that declare it; another word is an error."""
    rows = cli("list", "metrics", "--task", "retrieval", "--format", "json").json()
    assert {row["name"]: row["tasks"] for row in rows} == {
        "ranking": ["retrieval", "question-answering"]
    }
    outcome = cli("list", "metrics", "--task", "retreival")
    assert outcome.code == 2
    assert "did you mean 'retrieval'" in outcome.err


def test_wrapped_everywhere(cli):
    """A wrapper is an option of a metric's command and of its entry in a suite; verify knows it."""
    plain = ["--extract", r"regex:\w+", "--normalize", "lower", "--format", "jsonl"]
    alone = json.loads(cli("evaluate", "exact-match", "a.jsonl", *plain).out)
    assert "extract" in alone["signature"]
    spec = r'exact-match{"extract": "regex:\\w+", "normalize": "lower"}'
    words = ["-o", "r.json", "--format", "jsonl"]
    entry = json.loads(cli("evaluate", "suite", "-m", spec, "a.jsonl", *words).out)
    assert (entry["signature"], entry["value"]) == (alone["signature"], alone["value"])
    assert cli("verify", "r.json", "a.jsonl").code == 0
    scored = cli("score", "exact-match", "a.jsonl", *plain[:4]).out.splitlines()
    assert [json.loads(line)["scores"]["exact_match"] for line in scored] == [1.0, 1.0, 0.0, 1.0]


@pytest.mark.parametrize(
    ("metric", "option"),
    [
        ("ranking", "--normalize"),
        ("perplexity", "--extract"),
        ("pearson", "--reduce-references"),
        ("multiple-choice", "--unextracted"),
        ("self-bleu", "--reduce-references"),
        ("pass-at-k", "--reduce-predictions"),
    ],
)
def test_options_without_sense(cli, metric, option):
    """What would change nothing that a metric reads is no option of it."""
    assert f"  {option} " in cli("evaluate", "bleu", "--help").out
    assert f"  {option} " not in cli("evaluate", metric, "--help").out
    assert cli("evaluate", metric, "a.jsonl", option, "best").code == 2


def test_gates_of_labels(cli):
    """A gate may name a number that is known only when the labels are."""
    words = ["evaluate", "classification", "a.jsonl", "--average", "per-class", "--check"]
    assert cli(*words, "recall_no >= 0.6").code == 0
    assert cli(*words, "recall_no >= 0.7").code == 1
    assert cli(*words, "recall_none >= 0.7").code == 2


def test_gates_of_cells(cli):
    """A gate may name a cell of a confusion matrix, whose name holds a sign."""
    words = ["evaluate", "confusion-matrix", "a.jsonl", "--find", "first", "--labels", "yes"]
    words += ["--labels", "no"]
    for gate, code in {
        ("--check", "no->yes <= 1"): 0,
        ("--check", "no->yes<1"): 1,
        ("--check", "no->no >= 2"): 0,
        ("--fail-under", "yes->yes=1"): 0,
        ("--fail-under", "yes->yes=2"): 1,
        ("--check", "no->maybe <= 1"): 2,
        ("--check", "no->yes"): 2,
        ("--check", "> 3"): 2,
    }.items():
        assert cli(*words, *gate).code == code, gate


def test_intervals_say_what_was_drawn(cli):
    """The interval of a summary draws groups whole, and its method says so."""
    words = ["--by", "half", "--summary", "mean", "--ci", "--resamples", "20", "--format", "jsonl"]
    lines = cli("evaluate", "exact-match", "a.jsonl", *words).out.splitlines()
    found = {r["group"]: r["interval"] for r in map(json.loads, lines)}
    methods = {group: (one["method"], one["unit"]) for group, one in found.items()}
    assert methods == {
        None: ("wilson", None),
        "half=0": ("wilson", None),
        "half=1": ("wilson", None),
        "half=(mean)": ("expanded", "half"),
    }

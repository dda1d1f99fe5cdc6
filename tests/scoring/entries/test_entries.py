"""The metrics of a run: names, outputs, engines and wrappers.

Also tests `wrapper_options`.
"""

import json

import pytest

from sacreval.core.metric import metrics
from sacreval.core.options.specs import OptionError
from sacreval.errors import UsageError
from sacreval.scoring.entries.engine import choose
from sacreval.scoring.entries.output_names import by_output, directions, known
from sacreval.scoring.entries.run_metrics import EntryOptions, entries
from support.mirror import CHECKOUT
from support.results import document

pytestmark = pytest.mark.usefixtures("answers")

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_the_usual_engine():
    """Without kernels for its options a metric is on the official engine, else if that is named."""
    assert choose(metrics.get("exact-match")(), "official").engine == "official"
    slow = metrics.get("jaccard")()
    assert not slow.covers_native()
    assert choose(slow, None).engine == "official"


def test_engines_agree(cli):
    """`--engine official` gives the numbers of the default engine, and says so."""
    default = document(cli, "bleu", SAMPLE, "--ci", "--resamples", "50").results
    official = document(
        cli, "bleu", SAMPLE, "--ci", "--resamples", "50", "--engine", "official"
    ).results
    assert {r.engine for r in official} == {"official"}
    for ours, theirs in zip(default, official, strict=True):
        assert ours.value == pytest.approx(theirs.value, abs=1e-12)
        assert ours.interval.low == pytest.approx(theirs.interval.low, abs=1e-12)
        assert ours.signature == theirs.signature


RUN = entries(["rouge", "token-f1", 'squad{"as": "qa"}', "bleu", "wer"])


@pytest.mark.parametrize(
    ("name", "output"),
    [
        ("rouge1_recall", "rouge1_recall"),
        ("rouge1-recall", "rouge1_recall"),
        ("rouge", "rougeL_f1"),
        ("token-f1", "token_f1_f1"),
        ("token_f1", "token_f1_f1"),
        ("qa", "qa_squad_f1"),
        ("bleu", "bleu"),
        ("wer", "wer"),
    ],
)
def test_known(name, output):
    """An output has its own name first; a metric's name, or its alias, is its main output."""
    assert known(name, "--check", RUN) == output


def test_unknown():
    """The nearest output is named; a metric with an alias is not known by its own name."""
    with pytest.raises(UsageError, match="--check: this run has no output 'rouge9'.*rouge"):
        known("rouge9", "--check", RUN)
    with pytest.raises(UsageError, match="did you mean 'rouge'"):
        known("roge", "--check", RUN)
    with pytest.raises(UsageError, match="no output 'squad'"):
        known("squad", "--check", RUN)


def test_values_by_output():
    """Two names of one output are refused."""
    assert by_output({"rouge": 1, "bleu": 2}, "--x", RUN) == {"rougeL_f1": 1, "bleu": 2}
    with pytest.raises(UsageError, match="--x rougeL_f1: rougeL_f1 is named twice"):
        by_output({"rouge": 1, "rougeL_f1": 2}, "--x", RUN)


def test_directions():
    """Every output of a run has a direction, or None."""
    larger = directions(RUN)
    assert (larger["wer"], larger["wer_hits"], larger["rougeL_f1"]) == (False, True, True)


def results(outcome):
    assert outcome.code == 0, outcome.err
    return outcome.json()["results"]


def test_a_metric_stands_several_times_under_names(cli):
    """`as` heads the names of outputs, results carry it, and verify makes them again."""
    specs = ["-m", "bleu", "-m", 'bleu{"as": "folded", "lowercase": true}']
    rows = results(cli("evaluate", "suite", *specs, SAMPLE, "--format", "json", "-q"))
    assert {(r["metric"], r["alias"], r["output"]) for r in rows} == {
        ("bleu", None, "bleu"),
        ("bleu", "folded", "folded_bleu"),
    }
    assert all(("lowercase:true" in r["signature"]) == bool(r["alias"]) for r in rows)
    cli("evaluate", "suite", *specs, SAMPLE, "-o", "r.json")
    verified = cli("verify", "r.json", SAMPLE)
    assert (verified.code, verified.out.split()[0]) == (0, "6")


@pytest.mark.parametrize("verb", ["evaluate", "score", "compare", "correlate"])
@pytest.mark.parametrize(
    ("metric", "other"),
    [
        ("classification", "bleu"),
        ("ranking", 'chrf{"as": "chars"}'),
        ("pearson", "classification"),
        ("sequence-labelling", "token-f1"),
    ],
)
def test_no_common_task(cli, verb, metric, other):
    """Metrics that serve no common task are named in one sentence, before any input is opened."""
    human = ["--human", "quality"] if verb == "correlate" else []
    outcome = cli(verb, "suite", "-m", metric, "-m", other, "gone.jsonl", *human)
    assert outcome.code == 2
    name = "chars" if "chars" in other else other
    assert f"{metric} is for " in outcome.err
    assert f" and {name} for " in outcome.err
    assert outcome.err.count("\n") == 1


def test_values():
    """A mapping, or a list of NAME=VALUE as on the command line, names fields and outputs."""
    stated = {"as": "two", "map": ["references=sources"], "rename": {"bleu": "b"}, "by": "kind"}
    options = EntryOptions.of("bleu", {**stated, "where": "meta.n > `1`"})
    assert (options.alias, options.map, options.by) == ("two", {"references": "sources"}, "kind")
    assert (options.rename, options.where) == ({"bleu": "b"}, "meta.n > `1`")


@pytest.mark.parametrize(
    ("values", "option"),
    [
        ({"as": "a b"}, "as"),
        ({"map": 3}, "map"),
        ({"map": {}}, "map"),
        ({"map": ["a=b", "a=c"]}, "map"),
        ({"rename": {"bleu": "1x"}}, "rename"),
        ({"where": " "}, "where"),
        ({"by": ["a"]}, "by"),
    ],
)
def test_other_forms_are_refused(values, option):
    """A value of another form is an error that names its key."""
    with pytest.raises(OptionError) as caught:
        EntryOptions.of("bleu", values)
    assert caught.value.option == option


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


def test_nothing_to_extract(cli):
    """Without an extractor, `--unextracted empty` is refused: no output lacks an answer."""
    result = cli("evaluate", "exact-match", "a.jsonl", "--unextracted", "empty")
    assert (result.code, "there is nothing to extract; add --extract" in result.err) == (2, True)


def test_unanswered(cli):
    """An output without an answer is wrong and counted; --unextracted missing leaves it out."""
    words = ("evaluate", "exact-match", "a.jsonl", "--extract", r"regex:\d{9}")
    outcome = cli(*words, "--format", "json")
    result = outcome.json()["results"][0]
    assert (outcome.code, result["value"], result["missing"]) == (0, 0.0, None)
    assert result["unanswered"] == result["n"] > 0
    assert f"exact-match: {result['n']} outputs are unanswered ('a' {result['n']})" in outcome.err
    assert "|unextracted:empty|" in result["signature"]
    assert f"unanswered, and scored as wrong: a {result['n']} of" in cli(*words).out
    left = cli(*words, "--unextracted", "missing", "--allow-errors", "--format", "json")
    other = left.json()["results"][0]
    assert (other["value"], other["n"], other["unanswered"]) == (None, result["n"], 0)
    assert other["missing"]["unparsed"] == result["n"]
    assert "|unextracted:missing|" in other["signature"]


@pytest.mark.parametrize("how", [[], ["--workers", "2"], ["--resume", "r.partial"]])
def test_unanswered_whatever_computes_them(cli, how):
    """They are the same from other processes and from stored rows."""
    words = (
        "evaluate",
        "exact-match",
        "a.jsonl",
        "--extract",
        r"regex:^[Yy].*",
        "--format",
        "json",
    )
    plain = cli(*words).json()["results"][0]
    assert 0 < plain["unanswered"] < plain["n"]
    for _ in range(2):
        assert cli(*words, *how).json()["results"][0] == plain

"""Every other name of a metric stands for that metric with options, or says what to write."""

import re

import pytest

import sacreval
from sacreval.commands import evaluate, score
from sacreval.core.aliases import ALIASES, ANSWERS, answer, find
from sacreval.core.metric import metrics
from sacreval.core.options.specs import write_spec
from sacreval.errors import SacrevalError, UsageError
from sacreval.features.compare import command as compare
from sacreval.features.correlate import command as correlate
from sacreval.scoring.entries.run_metrics import entries, entry
from support.mirror import CHECKOUT
from support.sizes import long

pytestmark = pytest.mark.usefixtures("cached_commands")
VERBS = {"evaluate": evaluate, "score": score, "compare": compare, "correlate": correlate}
SAMPLE = str(CHECKOUT / "configs" / "sample" / "outputs.jsonl")
TEXTS = [a for a in ALIASES if a.metric in ("bleu", "chrf", "exact-match", "google-bleu",
         "rouge", "edit-distance", "distinct-n", "cider") and a.name != "spbleu"]  # fmt: skip


def names(alias):
    """Name a case of a parametrized test."""
    return alias.name


def metric_of(spec):
    """Return the metric of a spec, or the reason why it cannot be made here."""
    try:
        return entry(spec).metric
    except SacrevalError as error:
        return str(error)


def test_names():
    """No other name is that of a metric, or is there twice, and each is written as it is found."""
    names = [alias.name for alias in ALIASES] + [*ANSWERS]
    assert len(names) == len(set(names))
    assert not set(names) & set(metrics)
    assert all(name == name.casefold().replace("_", "-") for name in names)


@pytest.mark.parametrize("alias", ALIASES, ids=names)
def test_metric(alias):
    """In suites and in Python the name is the metric with its options."""
    assert metric_of(alias.name) == metric_of(write_spec(alias.metric, alias.options))
    assert metric_of(alias.name.upper().replace("-", "_")) == metric_of(alias.name)


@pytest.mark.parametrize("verbs", [{"evaluate"}, long({*VERBS})], ids=["one", "all"])
@pytest.mark.parametrize("alias", ALIASES, ids=names)
def test_command(verbs, alias):
    """In every verb the name is a command with the metric's options, whose defaults are set."""
    others = sorted(VERBS.keys() - verbs)
    chosen = {*verbs, *others[ALIASES.index(alias) % 3 :][:1]}
    for verb in chosen:
        command = VERBS[verb].make(alias.name)
        defaults = {param.name: param.default for param in command.params}
        assert {name: defaults[name] for name in alias.options} == alias.options, verb
        assert alias.flags in command.help, verb


@pytest.mark.parametrize("alias", TEXTS, ids=names)
def test_signature(cli, alias):
    """The result is that of the metric with its options, whose signature it shows."""
    short = cli("evaluate", alias.name, SAMPLE, "--format", "json").json()
    long = cli("evaluate", *alias.flags.split(), SAMPLE, "--format", "json").json()
    assert short["results"] == long["results"]


@pytest.mark.parametrize("name", ANSWERS)
def test_answers(cli, name):
    """A name of several metrics is answered with metrics that there are, and exit code 2."""
    for words in (("evaluate", name, SAMPLE), ("compare", "suite", "-m", name, SAMPLE)):
        done = cli(*words)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert ANSWERS[name] in done.err
    assert any(word in metrics for word in re.findall(r"[a-z0-9-]+", ANSWERS[name]))


def test_options_are_added(cli):
    """Options can be given with another name, and replace those that it stands for."""
    assert (
        entry('chrf++{"lowercase": true}').metric
        == entry('chrf{"word_order": 2, "lowercase": true}').metric
    )
    assert entry('rouge-l{"types": ["2"]}').metric == entry('rouge{"types": ["2"]}').metric
    shown = cli("evaluate", "chrf++", SAMPLE, "--word-order", "1").out
    assert "word_order:1" in shown


def test_two_names_of_one_metric(cli):
    """A metric and another name of it with options are told apart in one run."""
    listed = entries(["chrf", "chrf++", "rouge-1", "rouge-l"])
    assert [entry.name for entry in listed] == ["chrf", "chrfpp", "rouge-1", "rouge-l"]
    assert listed[1].outputs == ("chrfpp",)
    assert listed[3].outputs == ("rougeL_precision", "rougeL_recall", "rougeL_f1")
    assert entries(["chrf++", "bleu"])[0].outputs == ("chrf",)
    with pytest.raises(UsageError, match="two metrics of the suite have the output 'bleu'"):
        entries(["bleu", "sacrebleu"])
    done = cli("evaluate", "suite", "-m", "chrf", "-m", "chrf++", SAMPLE, "--check", "chrfpp > 1")
    assert done.code == 0


def test_names_inside_other_options(cli):
    """Where a metric is named inside another one, the error has what the name stands for."""
    assert answer("ROUGE_L", metrics) == "it stands for rouge --types L"
    assert find("bleu", metrics) is None
    assert find("no-such-metric", metrics) is None
    with pytest.raises(UsageError, match="it stands for chrf --word-order 2"):
        metrics.get("chrf++")
    assert cli("evaluate", "chrff", SAMPLE).err.count("did you mean 'chrf'?") == 1


def test_list(cli):
    """`list metrics --aliases` has each name with what it stands for, and the extra it needs."""
    rows = {
        row["name"]: row for row in cli("list", "metrics", "--aliases", "--format", "json").json()
    }
    assert rows.keys() == {*ANSWERS, *(alias.name for alias in ALIASES)}
    assert rows["bert-score"] == {
        "name": "bert-score", "stands_for": "bertscore", "needs": "sacreval[neural]",
    }  # fmt: skip
    assert rows["em"]["stands_for"] == "exact-match"
    done = cli("list", "metrics", "--aliases", "--task", "code")
    assert (done.code, "drop --task" in done.err) == (2, True)


def test_python():
    """In Python other names stand for the same, and names of several metrics are answered."""
    texts = ["the cat sat"], ["the cat sat down"]
    result = sacreval.evaluate(*texts, metrics=["chrf++", "rouge-l"])
    same = sacreval.evaluate(*texts, metrics=['chrf{"word_order": 2}', 'rouge{"types": ["L"]}'])
    assert result.report.results == same.report.results
    with pytest.raises(UsageError, match="write token-f1 for answers"):
        sacreval.evaluate(*texts, metrics="f1")

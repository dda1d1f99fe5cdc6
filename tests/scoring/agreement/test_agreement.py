"""Agreement with the scores of logs: rows, columns, rules, notices and the table.

Also tests `agreement_notices`.
"""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.options.specs import split_spec
from sacreval.core.records import Batch, Instance
from sacreval.core.stored_scores import reducer
from sacreval.readers._base import readers
from sacreval.scoring.agreement.agreement_columns import (
    MISSING,
    SHOWN,
    Column,
    ColumnKey,
    Derived,
    derived,
    equal,
    metric_of,
    of_assertions,
)
from sacreval.scoring.agreement.agreement_rows import (
    AgreementReport,
    AgreementRow,
    ScoreAgreement,
    number,
    outputs,
    pair,
    rows_of,
)
from sacreval.scoring.agreement.agreement_rule import (
    RULES,
    AgreementRule,
    each_sample,
    has_flags,
    has_samples,
    in_bytes,
    is_known,
    letters,
    rule_for,
)
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.entries.run_metrics import entry
from support.program import write_jsonl


def column(*records):
    """Return a column of records, each a list of stored and derived values."""
    sums = Column(ColumnKey("s", "m", None))
    for i, pairs in enumerate(records):
        rows = [AgreementRow("s", "s", None, stored, Instance()) for stored, _ in pairs]
        sums.add(rows, [Derived(value) for _, value in pairs], str(i))
    return sums


def test_totals():
    """The mean is over records, whose repeats are reduced; so is the standard error."""
    sums = column([(1, 1.0), (0, 0.0)], [(1, 1.0), (1, 1.0)])
    assert sums.total(reducer("mean")) == (0.75, pytest.approx(0.25))
    assert sums.total(reducer("max")) == (1.0, 0.0)
    assert sums.total(reducer("sum"), added=True) == (3.0, None)
    assert (sums.records, sums.repeats, sums.compared) == (2, 2, 4)
    assert column([(1, 1.0)]).total(reducer("mean")) == (1.0, None)
    assert column().total(reducer("mean")) == (None, None)


def test_differences():
    """Rows that differ are counted, and the first of them kept; a row without number is none."""
    sums = column(*[[(1.0, 0.0)]] * (SHOWN + 1), [("text", 0.0)])
    assert (sums.different, len(sums.differences), sums.compared) == (SHOWN + 1, SHOWN, SHOWN + 1)


def test_missing():
    """A record without an output counts if the tool gives it a score."""
    sums = Column(ColumnKey("s", "m", None))
    row = AgreementRow("s", "s", None, 0.0, Instance(error="failed"))
    sums.add([row, row], [Derived(0.0, MISSING), Derived(None, MISSING)], "a")
    assert (sums.missing, sums.records, sums.different) == (1, 1, 0)


def test_equal():
    """Values are equal up to rounding."""
    assert equal(1e6, 1e6 + 1e-7)
    assert not equal(0.5, 0.5 + 1e-11)


def value(tool, score, record):
    """Derive a score of a record."""
    rule = rule_for(tool, score, Instance(prediction="x"), {})
    (derivation,) = derived(
        metric_of(rule, score), rule, [AgreementRow(score, score, None, 0, record)], {}
    )
    return derivation


def test_missing_outputs():
    """A record without an output has the tool's score of such records, or none."""
    lost = Instance(error="unparsed", references=["a"])
    assert value("helm", "exact_match", lost)[:2] == (0.0, MISSING)
    assert value("inspect", "includes", lost)[:2] == (None, MISSING)


def test_unscorable():
    """A record that a metric cannot score has the reason."""
    derivation = value("helm", "exact_match", Instance(prediction=3, references=["a"]))
    assert derivation.value is None
    assert "needs" in derivation.why


def test_assertions():
    """promptfoo's success is that of all assertions, and named scores are of their own."""
    verdicts = [
        {"type": "equals", "value": "a b"},
        {"type": "contains", "value": "c", "metric": "named"},
    ]
    record = Instance(prediction="a b", meta={"assertions": verdicts})
    assert of_assertions(record) == {"success": 0.0, "score": 0.5, "named": 0.0}
    unknown = Instance(prediction="a", meta={"assertions": [{"type": "llm-rubric"}]})
    assert of_assertions(unknown) == {"success": None, "score": None}
    failed = Instance(error="failed", meta={"assertions": verdicts[:1]})
    assert of_assertions(failed) == {"success": 0.0, "score": 0.0}


SOLUTION = "17 + 1 = <<17+1=18>>18\n#### 18"


def record(prediction, reference, score, *, name="exact_match", **more):
    """Return a record of a log with a score of the tool."""
    meta = {"scores": {name: score}}
    return Instance(prediction=prediction, references=[reference], meta=meta, **more)


def notices(*records, metric="exact-match"):
    """Return the notices on the difference from the log."""
    texts = evaluate([Batch(records, system="s")], [entry(metric)]).report().notices
    return [text for text in texts if "in its log" in text]


@pytest.mark.parametrize(
    ("outputs", "reference", "hint"),
    [
        (("18", "17"), SOLUTION, "--extract-references gsm8k makes"),
        (("$18.", "17"), SOLUTION, "--extract gsm8k-flexible --extract-references gsm8k-strict m"),
        (
            ("$18.", "[invalid]"),
            SOLUTION,
            "--extract gsm8k-flexible --extract-references gsm8k-strict makes",
        ),
        ((" Ann", "Bob"), "Ann", "--normalize strip makes"),
        (("The answer is (B).", "A"), "B", "--extract letter makes"),
        (("x", "y"), "z", "`sacreval evaluate stored-score --score exact_match` has"),
    ],
)
def test_options(outputs, reference, hint):
    """One sentence has both numbers, and the option that makes them equal if one does."""
    right, wrong = (record(x, reference, y) for x, y in zip(outputs, (1.0, 0.0), strict=True))
    (text,) = notices(right, wrong)
    assert text.startswith(
        "exact_match of 's' is 0.0000 here, and exact_match is 0.5000 in its log, for the same 2 "
        f"records; {hint}"
    )


def test_parts_of_whole_outputs(cli, tmp_path):
    """Where answers are found in what a filter left, the notice reads the whole outputs instead."""
    whole = {"7": "It is 7.", "81": "81.\n#### 81", "5": "4\n#### 5"}
    rows = [
        {"doc_id": i, "doc": {}, "target": f"so\n#### {target}", "resps": [[whole[answer]]],
         "filtered_resps": [answer if way == "flexible-extract" or "#" in whole[answer] else
                            "[invalid]"],
         "filter": way, "metrics": ["exact_match"],
         "exact_match": float(answer == target and (way != "strict-match" or "#" in whole[answer]))}
        for way in ("strict-match", "flexible-extract")
        for i, (answer, target) in enumerate([("7", "7"), ("81", "81"), ("5", "4")])
    ]  # fmt: skip
    write_jsonl(tmp_path / "samples_gsm8k_2026-01-01T00-00-00.000000.jsonl", rows)
    reader = 'lm-eval{"answer":"raw","filter":"strict-match"}'
    said = cli("evaluate", "suite", "gsm8k", tmp_path).err
    assert "is 0.0000 here, and exact_match is 0.3333 in its log" in said
    assert f"; --reader '{reader}' makes that of" in said
    done = cli("evaluate", "suite", "gsm8k", tmp_path, "--reader", reader, "--format", "json")
    assert [round(result["value"], 4) for result in done.json()["results"]] == [0.3333, 0.6667]
    assert "in its log" not in done.err


def test_equal_of_notices():
    """Nothing is said if one of the scores with this meaning is equal, or there is none."""
    same = record("Ann", "ann", 0.0)
    assert notices(same) == []
    both = {"exact_match": 0.0, "quasi_exact_match": 1.0}
    helm = Instance(prediction="Ann", references=["ann"], meta={"scores": both})
    assert notices(helm) == []
    assert notices(record("Ann", "ann", 1.0, name="politeness")) == []
    assert notices(record("Ann", "ann", 1.0), metric="bleu") == []


def test_records_without_an_output():
    """The log's score is of the records that this run scores."""
    lost = Instance(error="failed", references=["a"], meta={"scores": {"exact_match": 0.0}})
    assert notices(record("a", "a", 1.0), lost) == []
    assert (
        "of 's' is 0.0000 here, and exact_match is 1.0000 in its log, for the same 1"
        in (notices(record("a", "b", 1.0), lost)[0])
    )


def test_records_without_a_score():
    """A mean of the log over other records is not compared."""
    assert notices(record("a", "b", 1.0), record("a", "b", None)) == []
    assert notices(record("a", "b", 1.0), Instance(prediction="a", references=["b"])) == []


def test_several_systems():
    """The sentence has one system, and the number of the others."""
    pairs = [record("a", "b", 1.0, system_id=x) for x in ("s", "t")]
    (text,) = notices(*pairs)
    assert "for the same 1 records, and 1 more system differs; " in text


def test_several_samples():
    """The name of a score may have a number, as that of pass@k."""
    meta = {"scores": {"pass@k:k=1&n=2": 1.0, "pass@k:k=2": 1.0}}
    instance = Instance(samples=["a ", "b"], references=["a"], meta=meta)
    (text,) = notices(instance, metric='pass-at-k{"k": [1], "scorer": "exact-match"}')
    assert text.startswith("pass_at_1 of 's' is 0.0000 here, and pass@k:k=1&n=2 is 1.0000")
    assert "records; `sacreval evaluate stored-score --score 'pass@k:k=1&n=2'` has" in text


def test_rounded_scores():
    """A score that its tool rounds is compared as it is rounded."""
    assert notices(record("x b", "b c d e f", 0.29, name="f1"), metric="token-f1") == []
    (text,) = notices(record("x b", "b c d e f", 0.3, name="f1"), metric="token-f1")
    assert text.startswith("token_f1_f1 of 's' is 0.2857 here, and f1 is 0.3000 in its log")


def test_numbers():
    """Stored values are numbers, or inspect_ai's letters; pairs are a value with its units."""
    values = [1, True, "C", "P", "N", "x", None, [1]]
    assert list(map(number, values)) == [1.0, 1.0, 1.0, 0.5, 0.0, None, None, None]
    assert [pair(score) for score in (-1.5, [-1.5, 3], [1, "x"], "x")] == [
        (-1.5, 1.0),
        (-1.5, 3.0),
        None,
        None,
    ]


def test_repeats():
    """Each repeat is a record of its own; one that failed has an error and no text."""
    epochs = [{"scores": {"a": 1}}, {"error": "down"}, {"scores": {"a": 0}}]
    record = Instance(prediction="x", samples=["x", "y"], meta={"epochs": epochs})
    places = [(place, instance.prediction, instance.error) for place, instance in outputs(record)]
    assert places == [(0, "x", None), (1, None, "down"), (2, "y", None)]
    assert [(row.sample, row.stored) for row in rows_of("inspect", record)] == [(0, 1), (2, 0)]


def test_parts():
    """HELM's scores are of a split and a perturbation."""
    groups = {"split": "test", "perturbation": "typos", "instance": "id1"}
    record = Instance(prediction="x", groups=groups, meta={"scores": {"em": 1.0}})
    (row,) = rows_of("helm", record)
    assert (row.score, row.rule) == ("em/test/typos", "em")


def test_file():
    """A file names the version of its schema and of sacreval."""
    agreement = ScoreAgreement(file="x", tool="helm", score="em", system_id="m", agreement="equal")
    file = AgreementReport([agreement]).to_file()
    assert (file.schema_version, file.scores) == (1, [agreement])


def test_groups():
    """Parts of a score's name are options of the metric."""
    rule = AgreementRule(
        score=r"pass@(?P<k>\d+)", metric='pass-at-k{"k": [<k>]}', output="pass_at_<k>"
    )
    assert rule.spec("pass@10") == 'pass-at-k{"k": [10]}'


def test_samples():
    """Samples are texts, or verdicts on them."""
    texts, flags = Instance(samples=["a"]), Instance(samples=[True, False])
    assert (has_samples(texts, {}), has_flags(texts, {})) == (True, False)
    assert (has_samples(flags, {}), has_flags(flags, {})) == (False, True)


ALL = [(tool, rule) for tool, rules in RULES.items() for rule in rules]


def test_tools():
    """Every tool of the table has a reader."""
    assert set(RULES) <= set(readers)


@pytest.mark.parametrize(("tool", "rule"), ALL, ids=[f"{t} {r.score[:20]}" for t, r in ALL])
def test_metrics(tool, rule):
    """Every rule names a metric with valid options, and one of its outputs."""
    del tool
    score = {"pass": "pass@k:k=1&n=2"}.get(rule.score[:4], rule.score)
    score = "pass@2" if rule.score.startswith(r"pass@(?P") else score.replace(r"@\d+", "@5")
    metric = metric_of(rule, score.split("|")[0])
    assert split_spec(rule.metric.replace("<k>", "1"))[0] in metrics
    assert any(output.startswith(rule.output.partition("<")[0]) for output in metric.outputs)


def test_choice_of_rules():
    """A score has the rule that fits a record and its options; unknown scores have none."""
    choices = [{"text": "a", "logprob": -1.0}]
    single = rule_for("lm-eval", "acc", Instance(choices=choices), {})
    several = rule_for("lm-eval", "acc", Instance(choices=choices * 2), {})
    assert (single.metric, several.output) == ("greedy-match", "accuracy")
    begin = rule_for("inspect", "match", Instance(prediction="a"), {"location": "begin"})
    assert '"prefix"' in begin.metric
    assert rule_for("lm-eval", "odd", Instance(prediction="a"), {}) is None
    assert (is_known("code-samples", "pass@10"), is_known("helm", "odd")) == (True, False)


def match(text, target, **options):
    """Return inspect_ai's `match` of a text, as the table derives it."""
    record = Instance(prediction=text, references=[target])
    rule = rule_for("inspect", "match", record, options)
    row = AgreementRow("match", "match", None, None, record)
    (derivation,) = derived(metric_of(rule, "match"), rule, [row], options)
    return derivation.value


# Verdicts of inspect_ai 0.3.285's match_str.
@pytest.mark.parametrize(
    ("text", "target", "options", "verdict"),
    [
        ("It is Yes.", "yes", {}, 1),
        ("It is Yes.", "yes", {"ignore_case": False}, 0),
        ("yes it is", "yes", {}, 0),
        ("yes it is", "yes", {"location": "begin"}, 1),
        ("well yes sir", "yes", {"location": "any"}, 1),
        (" yes! ", "yes", {"location": "exact"}, 1),
        ("so 17", "7", {}, 1),
        ("so 17", "7", {"numeric": True}, 0),
        ("70 is it", "7", {"numeric": True, "location": "begin"}, 0),
        ("it is $1,000.", "1000", {"numeric": True}, 1),
        ("7 or 8", "7", {"numeric": True, "location": "any"}, 1),
        ("27 or 8", "7", {"numeric": True, "location": "any"}, 0),
        ("it is -3", "\N{MINUS SIGN}3", {"numeric": True}, 1),
        ("3.14159265", "3.14159", {"numeric": True}, 1),
        ("~42", "42", {"numeric": True}, 0),
        ("no number", "7", {"numeric": True}, 0),
        ("about 60%", "60", {"numeric": True}, 0),
    ],
)
def test_match(text, target, options, verdict):
    """Numbers are compared as numbers where the option asks for it, other texts by their place."""
    assert match(text, target, **options) == verdict


def test_letters():
    """The letters that were read are compared with those of all targets, in any order."""
    record = Instance(references=["a", "C"], meta={"answers": {"choice": "C, A"}})
    (derivation,) = letters(record, {})
    assert (derivation.prediction, derivation.references) == ("A,C", ["A,C"])


def test_lengths_in_bytes():
    """A character stands for each byte of a choice."""
    (instance,) = in_bytes(Instance(choices=[{"text": " é", "logprob": -1.0}]), {})
    assert len(instance.choices[0]["text"]) == 3


def test_samples_of_texts():
    """Each output is compared, of which the best counts."""
    record = Instance(prediction="a", samples=["a", "b"])
    assert [instance.prediction for instance in each_sample(record, {})] == ["a", "b"]

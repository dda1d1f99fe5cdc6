"""Scores of objects by field, and metrics of fields."""

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.metrics.structures.key_value import KeyValue, Scorer, resolved, split
from support.tasks import scores_of

RECORDS = [
    {"prediction": {"a": "red fox", "x": "1"}, "references": [{"a": "a red fox", "b": "2"}]},
    {"prediction": {"a": "dog", "b": "2"}, "references": [{"a": "dog"}]},
    {"prediction": {"b": "3", "c": "4"}, "references": [{"c": "4"}]},
]


# KeyValueExtraction of Unitxt 1.26.10 with metrics.accuracy and metrics.token_overlap on RECORDS,
# on 2026-11-23; of 792 numbers of 60 random sets, none differed.
@pytest.mark.parametrize(
    ("metric", "want"),
    [
        (
            "exact-match",
            {"a": 0.5, "b": 0.0, "c": 1.0, "micro": 2 / 6, "macro": 0.5},
        ),
        (
            'token-f1{"normalize": "squad"}/token_f1_f1',
            {"a": 1.0, "b": 0.0, "c": 1.0, "micro": 3 / 6, "macro": 2 / 3},
        ),
    ],
)
def test_as_unitxt(metric, want):
    """Scores of fields, their averages and the share of legal fields are those of Unitxt."""
    scores = scores_of("key-value", RECORDS, {"metric": metric})
    assert {name: scores[f"key_value_{name}"] for name in want} == pytest.approx(want)
    assert scores["legal_keys"] == pytest.approx(5 / 6)


def test_missing_and_extra():
    """Fields that one side lacks are counted apart."""
    scores = scores_of("key-value", RECORDS)
    assert scores["missing_keys"] == pytest.approx(1 / 4)
    assert scores["extra_keys"] == pytest.approx(3 / 6)


def test_fields_have_their_metrics():
    """Each field is scored by its metric, the others by the usual one."""
    record = {"prediction": {"total": 104, "id": 7}, "references": [{"total": "100", "id": "7.0"}]}
    scores = scores_of("key-value", [record], {"field": ["total=relaxed-accuracy"]})
    assert (scores["key_value_total"], scores["key_value_id"]) == (1.0, 0.0)
    scores = scores_of("key-value", [record], {"field": ["id=accuracy"]})
    assert (scores["key_value_total"], scores["key_value_id"]) == (0.0, 1.0)


def test_objects_inside_of_objects():
    """Fields inside of objects and lists of objects have dotted names, unless flatten is off."""
    value = {"to": {"city": "Rome"}, "items": [{"n": 1}, {"n": 2}], "tags": ["a"], "none": {}}
    scores = scores_of("key-value", [{"prediction": value, "references": [value]}])
    names = {name.removeprefix("key_value_") for name in scores if "." in name}
    assert names == {"to.city", "items.0.n", "items.1.n"}
    scores = scores_of(
        "key-value", [{"prediction": value, "references": [value]}], {"flatten": False}
    )
    assert scores["key_value_to"] == scores["key_value_items"] == 1.0


def test_objects_among_other_text():
    """The object of a text counts, in a code fence or among other brackets."""
    for text in ('As [1] says: {"a": 1}.', '<think>{"a": 2}</think>\n```json\n{"a": 1}\n```'):
        scores = scores_of("key-value", [{"prediction": text, "references": [{"a": 1}]}])
        assert (scores["key_value_micro"], scores["key_value_unparsed"]) == (1.0, 0.0)


def test_what_is_no_object():
    """A text that is no object has no field, and is counted; null is no value."""
    several = ['{"a": 1} {"a": 2}', '{"a": 1, "a": 1}']
    deep = ["[" * 100_000, '{"a":' * 900 + "1" + "}" * 900]
    for text in ("none", "[1]", '{"a": 1', *several, *deep):
        scores = scores_of("key-value", [{"prediction": text, "references": [{"a": 1}]}])
        assert scores["key_value_micro"] == scores["legal_keys"] == 0.0
        assert scores["missing_keys"] == 1.0
    assert scores_of("key-value", [{"prediction": "none", "references": [{"a": 1}]}])[
        "key_value_unparsed"
    ]
    record = {"prediction": '{"a": null, "b": 1}', "references": ['{"a": null, "b": 1}']}
    assert scores_of("key-value", [record])["key_value_micro"] == 1.0


@pytest.mark.parametrize(
    ("references", "why"),
    [
        ([{}, {}], "2 references"),
        (["text"], "no JSON object"),
        ([{"a": 3}], "'a' has no value that"),
    ],
)
def test_errors_of_data(references, why):
    """A reference that cannot be scored against is an error with its place."""
    records = [{"prediction": {"a": 1}, "references": references}]
    with pytest.raises(InputError, match=why):
        scores_of("key-value", records, {"field": ["a=tool-call"]})


def test_names_of_fields():
    """A metric of a field that no reference has is refused."""
    with pytest.raises(UsageError, match="'totl', which no reference has"):
        scores_of("key-value", RECORDS, {"field": ["totl=exact-match"]})
    with pytest.raises(UsageError, match="no reference has a field"):
        scores_of("key-value", [{"prediction": {}, "references": [{}]}])
    with pytest.raises(UsageError, match="repeats a field"):
        KeyValue(keys=("a", "a"))


def test_spelling():
    """A name, a metric with options, and an output."""
    assert split('a.b=token-f1{"normalize": "squad"}/token_f1_f1').name == "a.b"
    scorer = Scorer('token-f1{"normalize": "squad"}/token_f1_f1')
    assert (scorer.metric.normalize, scorer.output) == ("squad", "token_f1_f1")
    assert Scorer("exact-match").output == "exact_match"


def test_values():
    """Values are read as a metric needs them; those that it cannot read score 0."""
    assert Scorer("exact-match").score(3.0, "3") == 1.0
    assert Scorer("exact-match").score(["b"], ["b"]) == 1.0
    assert Scorer("accuracy").score(True, "true") == 1.0
    assert Scorer("jaccard").score(["a", "b"], ["b"]) == 0.5
    assert Scorer("tool-call").score({"f": {}}, '{"name": "f"}') == 1.0
    assert Scorer("tool-call").score(3, {"f": {}}) == 0.0
    assert Scorer("jaccard").fitted(3) is None
    assert Scorer("jaccard").fitted('["a"]') == '["a"]'


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("exact-matc", "did you mean 'exact-match'"),
        ("exact-match/f1", "has no output 'f1'"),
        ("bleu", "no mean of scores from 0"),
        ("mean-absolute-error", "no mean of scores from 0"),
        ("spearman", "does not score a value"),
        ("pass-at-k", "does not score a value"),
        ("multi-label", "needs its labels"),
    ],
)
def test_metrics_that_do_not_fit(spec, why):
    """A metric must score one value against one reference, from 0 to 1."""
    with pytest.raises(UsageError, match=why):
        Scorer(spec)


def test_files(tmp_path):
    """A YAML file has metrics of fields, with their options beside them."""
    path = tmp_path / "fields.yaml"
    path.write_text(
        "total: relaxed-accuracy\n"
        "title: {metric: token-f1, output: token_f1_f1, normalize: squad}\n"
    )
    fields = resolved(["id=exact-match", f"@{path}"])
    want = 'title=token-f1{"normalize":"squad"}/token_f1_f1'
    assert fields == ("id=exact-match", "total=relaxed-accuracy", want)
    assert resolved(fields) == fields


@pytest.mark.parametrize(
    "text", ["[a]", "a: 3", "a: {output: x}", "{}", "a: {metric: [x]}", "a: {metric: b, output: 1}"]
)
def test_bad_files(tmp_path, text):
    """A file with something else is refused with its name."""
    path = tmp_path / "fields.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=r"fields\.yaml"):
        resolved([f"@{path}"])


def test_bad_specs():
    """A spec without name or metric, and a repeated field, are refused."""
    for text in ("a", "=b", "a="):
        with pytest.raises(UsageError, match="no NAME=METRIC"):
            resolved([text])
    with pytest.raises(UsageError, match="'a' is repeated"):
        resolved(["a=exact-match", "a=accuracy"])

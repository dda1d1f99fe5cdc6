"""Metrics of fields: their spelling, YAML files, and what cannot score a field."""

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.metrics.structures._fields import Scorer, resolved, split


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
    found = resolved(["id=exact-match", f"@{path}"])
    want = 'title=token-f1{"normalize":"squad"}/token_f1_f1'
    assert found == ("id=exact-match", "total=relaxed-accuracy", want)
    assert resolved(found) == found


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

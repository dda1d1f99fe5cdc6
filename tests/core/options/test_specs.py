"""Making things from text: `name{options}`."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.options.specs import from_options, from_spec
from sacreval.errors import UsageError
from sacreval.readers._base import readers


def test_spec():
    """A name, and options as JSON, make what the constructor would."""
    rouge = metrics.get("rouge")
    assert from_spec(metrics, "rouge") == rouge()
    made = from_spec(metrics, 'rouge{"types": ["1", "Lsum"], "stemmer": true}')
    assert made == rouge(types=("1", "Lsum"), stemmer=True)
    assert from_spec(readers, 'table{"delimiter": ";"}').delimiter == ";"


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("rogue", "no metric 'rogue'; did you mean 'rouge'"),
        ('rouge{"stemer": true}', "rouge has no option 'stemer'; did you mean 'stemmer'"),
        ('rouge{"engine": "native"}', "rouge has no option 'engine'"),
        ('rouge{"stemmer": "yes"}', "stemmer"),
        ('rouge{"types": ["X"]}', "types"),
        ('rouge{"types": []}', "at least one"),
        ('rouge{"stemmer": true', "not a JSON object"),
        ("rouge{[1]}", "not a JSON object"),
        ('bleu{"max_ngram_order": 0}', "give 1 to 1000"),
        ('bleu{"tokenize": "13b"}', "tokenize"),
        (
            'judge{"replies": {"a": 1}}',
            "must be a list, not an object; see the options of judge with",
        ),
    ],
)
def test_mistakes(spec, said):
    """A wrong name, option or value is said in one sentence."""
    with pytest.raises(UsageError, match=said) as caught:
        from_spec(metrics, spec)
    assert "\n" not in str(caught.value)


def test_options_are_not_changed():
    """The caller's mapping stays as it was."""
    options = {"types": ["1"]}
    from_options(metrics, "rouge", options)
    assert options == {"types": ["1"]}

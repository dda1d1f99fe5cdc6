"""Gates on data sets and on means over them."""

import pytest

from sacreval.core.results import MEAN
from sacreval.errors import UsageError
from sacreval.features.gates.gates_by_set import gates_of_set

MAINS = {"bleu": "bleu", "chrf": "chrf"}
OUTPUTS = {"a": {"bleu": True, "chrf": True}, "b": {"bleu": True}, MEAN: {"bleu": True}}


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("bleu >= 3", {"a": "bleu >= 3", "b": "bleu >= 3"}),
        ("chrf=3", {"a": "chrf=3"}),
        ("bleu[dataset=b] > .5", {"b": "bleu > .5"}),
        ("bleu[dataset=b, domain=news]=2", {"b": "bleu[domain=news]=2"}),
        ("bleu[domain=news] < 2", {"a": "bleu[domain=news] < 2", "b": "bleu[domain=news] < 2"}),
        ("bleu[dataset=b,by=Eliot, T. S.]=2", {"b": "bleu[by=Eliot, T. S.]=2"}),
        ("bleu[dataset=(mean)] >= 1", {MEAN: "bleu >= 1"}),
    ],
)
def test_which_sets_a_gate_is_about(text, of):
    """A gate is about the data set in brackets, else about all that have the output."""
    found = {name: gates_of_set([text], "--check", name, OUTPUTS, MAINS) for name in OUTPUTS}
    assert {name: texts[0] for name, texts in found.items() if texts} == of


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("bleu[dataset=c] > 1", "there is no data set 'c'"),
        ("chrf[dataset=b] > 1", "no output 'chrf'"),
        ("ter > 1", "no output 'ter'"),
        ("bleu[dataset=a,dataset=b] > 1", "dataset is repeated"),
    ],
)
def test_unknown_names_are_refused(text, sentence):
    """Unknown data sets and outputs are errors."""
    with pytest.raises(UsageError, match=sentence):
        [gates_of_set([text], "--check", name, OUTPUTS, MAINS) for name in OUTPUTS]

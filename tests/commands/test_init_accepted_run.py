"""The run that becomes the first baseline of a pipeline."""

import pytest

from sacreval.cli.options.option_values import source_of
from sacreval.commands.init import accepted, largest_drops, metrics_for, worst
from sacreval.errors import InputError, UsageError
from support.program import write_jsonl


@pytest.fixture
def source(tmp_path):
    """Return a function that makes a source of records with these references."""

    def made(*references, prediction="a b c d"):
        each = [{"prediction": prediction, "references": [one]} for one in references]
        write_jsonl(tmp_path / "a.jsonl", each)
        return source_of([str(tmp_path / "a.jsonl")], None, None, None)

    return made


@pytest.mark.parametrize(
    ("references", "metrics"),
    [
        (["one two three four five"], ("exact-match", "token-f1")),
        (["one two three four five six"], ("chrf", "bleu")),
        (["a", "b", "one two three four five six"], ("exact-match", "token-f1")),
        (["a", "1 2 3 4 5 6", "1 2 3 4 5 6"], ("chrf", "bleu")),
    ],
)
def test_metrics_are_chosen_by_the_median_length(source, references, metrics):
    """References of at most five words are answers."""
    assert metrics_for(source(*references)) == metrics


def test_a_drop_is_a_hundredth_of_the_range(source):
    """Of metrics without limits it is a hundredth of the score, and of 0 it is 0.01."""
    files = source("a b c d", "a b x y")
    found = largest_drops(accepted(files, ["chrf", "exact-match", "wer"]))
    assert found == {"chrf": 1, "exact_match": 0.01, "wer": 0.0025}
    assert largest_drops(accepted(source("a b c d"), ["wer"])) == {"wer": 0.01}


def test_scores_that_cannot_become_worse(source):
    """Outputs with the worst score there is have no gate; a run with no others is refused."""
    found = accepted(source("b"), ["exact-match", "token-f1"])
    assert worst(found) == ["exact_match"]
    assert largest_drops(found) == {"token_f1_f1": 0.01}
    assert worst(accepted(source("b", "a b c d"), ["exact-match"])) == []
    with pytest.raises(UsageError, match="no score can become worse"):
        largest_drops(accepted(source("x"), ["exact-match"]))


def test_what_cannot_be_held_is_refused(source):
    """Metrics without a direction, metrics of sets, and records without a score."""
    with pytest.raises(UsageError, match="better high or low"):
        largest_drops(accepted(source("a b"), ["length"]))
    with pytest.raises(UsageError, match="name another metric"):
        accepted(source("a b"), ["self-bleu"])
    with pytest.raises(InputError, match=r"a\.jsonl"):
        accepted(source("a b"), ["mean-squared-error"])

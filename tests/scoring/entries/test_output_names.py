"""Names of outputs, as users write them."""

import pytest

from sacreval.errors import UsageError
from sacreval.scoring.entries.output_names import by_output, directions, known
from sacreval.scoring.entries.run_metrics import entries

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
    found = directions(RUN)
    assert (found["wer"], found["wer_hits"], found["rougeL_f1"]) == (False, True, True)

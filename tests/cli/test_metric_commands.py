"""Commands of metrics, whose options are those of constructors."""

import pytest

from support.sizes import few

pytestmark = pytest.mark.usefixtures("answers")


@few(
    3,
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
    assert f"  {option} " in cli("evaluate", "bleu", "--help-all").out
    assert f"  {option} " not in cli("evaluate", metric, "--help-all").out
    assert cli("evaluate", metric, "a.jsonl", option, "best").code == 2

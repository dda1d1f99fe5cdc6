"""compare: sacrebleu's draws, honest claims, and levels that hold."""

import pytest

from support.mirror import CHECKOUT
from support.program import write_jsonl

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


BAD = {
    "other references": (["compare", "bleu", "a.jsonl", "other.jsonl"], "'1'", "the same"),
    "nothing in common": (["compare", "bleu", "a.jsonl", "far.jsonl"], "in common", "instance_id"),
    "one system": (["compare", "bleu", "a.jsonl"], "only system", "another file"),
    "an unknown base": (
        ["compare", "bleu", SAMPLE, "--base", "careless"],
        "'careless'",
        "'careful'",
    ),
    "an unknown other": (["compare", "bleu", SAMPLE, "--other", "ters"], "'ters'", "'terse'"),
    "an unknown test": (["compare", "bleu", SAMPLE, "--test", "t"], "--test", "paired-ar"),
    "too few trials": (["compare", "bleu", SAMPLE, "--trials", "1"], "--trials", "100"),
    "a negative show": (["compare", "bleu", SAMPLE, "--show", "-1"], "--show", "0"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_of_compare(cli, tmp_path, name):
    """Mistakes are one sentence with the remedy, and exit with 2."""
    for stem, first, reference in (("a", 1, "x"), ("other", 1, "y"), ("far", 7, "x")):
        write_jsonl(tmp_path / f"{stem}.jsonl", [
            {"instance_id": str(i), "prediction": "x", "references": [reference]}
            for i in range(first, first + 3)
        ])  # fmt: skip
    words, *fragments = BAD[name]
    done = cli(*words)
    assert done.code == 2
    assert done.err.count("\n") == 1
    for fragment in fragments:
        assert fragment in done.err

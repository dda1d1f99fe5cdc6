"""What the page of `compare` says of its files."""

from support.mirror import CHECKOUT
from support.shell import perform


def test_sacrebleus_p_values_stand_where_it_says(tmp_path):
    """`compare` gives them as `p_sacrebleu` in JSON, and with the test's name in TSV."""
    sample = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
    few = "--trials 100 --resamples 100"
    done = perform(f"sacreval compare bleu {sample} {few} -o out.json -o out.tsv", tmp_path)
    assert done.code == 0, done.printed
    for ending, name in (("json", '"p_sacrebleu"'), ("tsv", "\tpaired-ar_p_sacrebleu\t")):
        assert name in (tmp_path / f"out.{ending}").read_text(encoding="utf-8")

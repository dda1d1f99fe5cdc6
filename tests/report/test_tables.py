"""Tables: columns, and the best of each."""

from support.mirror import CHECKOUT
from support.program import records, write_jsonl

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_text_table(cli):
    """Piped, a plain table marks the best of several systems with a star, then the signature."""
    out = cli("evaluate", "bleu", SAMPLE).out
    head, *rows, signature = out.splitlines()
    assert head.split() == ["system", "n", "bleu", "↑"]
    assert [row.endswith("*") for row in rows] == [True, False, False]
    assert signature.startswith("bleu|lowercase:false|tokenize:13a|")


def test_ties_are_best_together(cli, tmp_path):
    """Systems with the same score are all marked; a single system is not."""
    for name in ("a", "b"):
        write_jsonl(tmp_path / f"{name}.jsonl", records())
    assert cli("evaluate", "bleu", "a.jsonl", "b.jsonl").out.count("*\n") == 2
    assert "*" not in cli("evaluate", "bleu", "a.jsonl").out

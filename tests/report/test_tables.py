"""Tables: columns, and the best of each."""

from support.mirror import CHECKOUT
from support.program import records, write_jsonl

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_text_table(cli):
    """Piped, a plain table marks the best of several systems with a star, then the signature."""
    out = cli("evaluate", "bleu", SAMPLE).out
    head, *rows, legend, signature = out.splitlines()
    assert head.split() == ["system", "n", "BLEU", "↑"]
    assert legend == "↑: higher is better; *: best of its column"
    assert [row.endswith("*") for row in rows] == [True, False, False]
    assert signature.startswith("bleu|tokenize:13a|refs:2|")


def test_ties_are_best_together(cli, tmp_path):
    """Systems with the same best score are all marked; a single system, or all, are not."""
    for name in ("a", "b"):
        write_jsonl(tmp_path / f"{name}.jsonl", records())
    assert "*" not in cli("evaluate", "bleu", "a.jsonl", "b.jsonl").out
    write_jsonl(tmp_path / "c.jsonl", [one | {"prediction": "no"} for one in records()])
    assert cli("evaluate", "bleu", "a.jsonl", "b.jsonl", "c.jsonl").out.count("*\n") == 2
    assert "*" not in cli("evaluate", "bleu", "a.jsonl").out


def test_a_shorter_file_is_not_the_best(cli, tmp_path):
    """Systems with scores of different numbers of records have no mark, whatever the format."""
    write_jsonl(tmp_path / "whole.jsonl", [one | {"prediction": "no"} for one in records()])
    write_jsonl(tmp_path / "part.jsonl", records()[:-1])
    files = ["part.jsonl", "whole.jsonl"]
    sets = [word for name in files for word in ("--dataset", f"one={name}")]
    assert "*" not in cli("evaluate", "chrf", *files).out
    assert "*" not in cli("evaluate", "chrf", *sets).out
    for form, mark in (("md", "**"), ("tex", "\\textbf")):
        assert mark not in cli("evaluate", "chrf", *files, "--format", form).out
    assert cli("evaluate", "chrf", *files, "--style", "paper", "-o", "t.tex", "-q").code == 0
    assert "\\textbf" not in (tmp_path / "t.tex").read_text()
    write_jsonl(tmp_path / "part.jsonl", records())
    assert cli("evaluate", "chrf", *files).out.count("*\n") == 1

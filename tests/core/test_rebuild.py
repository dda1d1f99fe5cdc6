"""Signatures of earlier releases, which lack the options that came later."""

from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from support.program import write_jsonl

OLD = 'rouge|types:["1","2","L"]|stemmer:false|split_summaries:false|multi_reference:best'


def test_a_signature_without_an_option_makes_the_default():
    """A signature without ROUGE's tokenizer makes the default metric, whose signature names it."""
    rouge = metrics.get("rouge")()
    assert from_signature(OLD) == rouge
    assert rouge.signature() == f"{OLD}|tokenize:rouge"


def test_a_baseline_without_an_option_is_one_of_the_default(cli, tmp_path):
    """A baseline without the option is held against a default run, and refused by any other."""
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "a b", "references": ["a b c"]}])
    cli("evaluate", "rouge", "a.jsonl", "-o", "r.json", "-q")
    path = tmp_path / "r.json"
    text = path.read_text()
    assert "|tokenize:rouge" in text
    path.write_text(text.replace("|tokenize:rouge", ""))
    run = ("evaluate", "rouge", "a.jsonl", "--baseline", "r.json", "--max-drop", "rouge1_f1=0")
    assert cli(*run).code == 0
    done = cli(*run, "--tokenize", "intl")
    assert done.code == 2
    assert "rouge has tokenize rouge there, intl here" in done.err

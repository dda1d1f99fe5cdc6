"""Results of several data sets, and means over them."""

from types import SimpleNamespace

import pytest

from sacreval.core import signature
from sacreval.scoring.sets.data_set_results import sets_of_mean
from support.two_sets import RECORDS, WORDS, without_output, write_lines, write_two_sets


def results(outcome):
    """Return data set, system and output to result."""
    return {
        (r["dataset"], r["system_id"], r["output"]): r
        for r in outcome.json()["results"]
        if r["group"] is None
    }


@pytest.mark.parametrize("options", [(), ("--ci",), ("--by", "kind")])
def test_a_data_set_has_the_results_of_a_run_of_its_own(cli, tmp_path, options):
    """Each data set has, to the byte, the results of a run of it alone."""
    write_two_sets(tmp_path)
    together = cli("evaluate", "chrf", *WORDS, *options, "--format", "json").json()["results"]
    for name, files in {
        "boolq": ["boolq/careful.jsonl", "boolq/careless.jsonl"],
        "nq": ["careful=nq/one.jsonl", "careless=nq/two.jsonl"],
    }.items():
        alone = cli("evaluate", "chrf", *files, *options, "--format", "json").json()["results"]
        assert [{**one, "dataset": None} for one in together if one["dataset"] == name] == alone


def test_means_count_data_sets_alike(cli, tmp_path):
    """A mean is over the data sets that have the output; n is their number."""
    write_two_sets(tmp_path)
    found = results(cli("evaluate", "suite", "suite.yaml", "--format", "json"))
    mean = found["(mean)", "careful", "token_f1_f1"]
    both = [found[name, "careful", "token_f1_f1"]["value"] for name in ("boolq", "nq")]
    assert mean["value"] == sum(both) / 2
    assert mean["n"] == 2
    assert ("(mean)", "careful", "chrf") not in found
    parts = signature.read(mean["signature"])[1]
    assert parts["datasets"] == ["boolq", "nq"]
    hashes = [
        int(str(signature.read(found[name, "careful", "token_f1_f1"]["signature"])[1]["data"]), 16)
        for name in ("boolq", "nq")
    ]
    assert int(str(parts["data"]), 16) == sum(hashes) % 2**64


def test_a_system_without_a_data_set_has_no_mean(cli, tmp_path):
    """A mean over fewer data sets than others' is not given; a notice says so."""
    write_two_sets(tmp_path)
    done = cli("evaluate", "chrf", *WORDS[:-2], "--format", "json")
    assert ("(mean)", "careless", "chrf") not in results(done)
    assert "no mean over data sets of chrf of 'careless': no score in nq" in done.err


def test_other_options_are_told(cli, tmp_path):
    """A mean of scores with different options has a notice; other conditions have none."""
    write_two_sets(tmp_path)
    file = '"inputs": ["boolq/careful.jsonl"]'
    sets = ["--dataset", f"a{{{file}}}", "--dataset",
            f'b{{{file}, "metrics": ["chrf{{\\"word_order\\": 2}}"]}}']  # fmt: skip
    done = cli("evaluate", "suite", "-m", "chrf", *sets)
    assert "chrf differs between the data sets a and b: chrf has word_order 0 there" in done.err
    sets = ["--dataset", f"a{{{file}}}", "--dataset", f'b{{{file}, "where": "meta.n > `1`"}}']
    assert "differs" not in cli("evaluate", "suite", "-m", "chrf", *sets).err


def test_sets_of_a_mean():
    """The names of data sets are read from the signature, whatever they contain."""
    text = signature.write("bleu", {"datasets": ["a|b", "c d"]})
    assert sets_of_mean(SimpleNamespace(signature=text)) == ["a|b", "c d"]


def test_means_count_the_missing_records_of_all_sets(cli, tmp_path):
    """They say how many there are, by reason, and are not marked as the best."""
    write_two_sets(tmp_path)
    write_lines(tmp_path / "boolq" / "careful.jsonl", without_output(RECORDS, 1))
    done = cli("evaluate", "token-f1", *WORDS, "--allow-errors", "--format", "json")
    found = results(done)
    mean = found["(mean)", "careful", "token_f1_f1"]
    assert (mean["n"], mean["records"], mean["missing"]["refused"]) == (2, 5, 1)
    one, other = (found[name, "careful", "token_f1_f1"] for name in ("boolq", "nq"))
    assert mean["missing"]["if_worst"] == (one["missing"]["if_worst"] + other["value"]) / 2
    assert "records" not in found["(mean)", "careless", "token_f1_f1"]
    row = cli("evaluate", "token-f1", *WORDS, "--allow-errors").out.splitlines()[1]
    assert row.startswith("careful")
    assert not row.endswith("*")

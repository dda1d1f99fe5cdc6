"""Files of the scores of records: their formats, and what they carry beside scores."""

import pytest

from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


@pytest.mark.parametrize("ending", ["jsonl", "csv", "tsv"])
def test_groups_survive_on_the_way_to_correlations(cli, ending):
    """`correlate scores --tasks-by` ranks the same tasks as when it scores records itself."""
    words = ["--human", "adequacy", "--level", "global", "--tasks-by", "domain"]
    words += ["--interval", "none", "--format", "json"]
    assert cli("score", "bleu", SAMPLE, "-o", f"s.{ending}", "-q").code == 0
    files = cli("correlate", "scores", f"s.{ending}", "--metric", "bleu", *words)
    assert files.code == 0, files.err
    direct = cli("correlate", "bleu", SAMPLE, *words)
    found = [[(r["task"], r["value"]) for r in x.json()["results"]] for x in (files, direct)]
    assert found[0] == found[1]
    assert len({task for task, _ in found[0]}) > 1


@pytest.mark.parametrize("cell", ["[4, x]", "[4, true]", "four"])
def test_damaged_judgments_of_a_table(cli, tmp_path, cell):
    """A judgment of a table that is no number and no list of numbers is named with its line."""
    (tmp_path / "s.csv").write_text(f'system_id,instance_id,judgments.x,bleu\na,1,"{cell}",3\n')
    done = cli("correlate", "scores", "s.csv", "--human", "x")
    assert (done.code, "s.csv:2" in done.err, done.err.count("\n")) == (2, True, 1)

"""verify of results over data sets."""

import json

from support.two_sets import RECORDS, WORDS, changed, write_lines, write_two_sets


def test_every_score_and_mean_is_recomputed(cli, tmp_path):
    """All scores of all data sets, intervals, and the means over sets are derived again."""
    write_two_sets(tmp_path)
    assert cli("evaluate", "suite", "suite.yaml", "--ci", "-o", "r.json", "-q").code == 0
    done = cli("verify", "r.json", *WORDS)
    assert done.code == 0, done.err
    count = len(json.loads((tmp_path / "r.json").read_text())["results"])
    assert done.out.startswith(f"{count} numbers recomputed, all equal")
    assert "6 by the mean over data sets" in done.out


def test_a_changed_mean_and_other_data_are_found(cli, tmp_path):
    """A changed mean, and other outputs of one data set, are told with the data set."""
    write_two_sets(tmp_path)
    cli("evaluate", "suite", "suite.yaml", "-o", "r.json", "-q")
    text = (tmp_path / "r.json").read_text()
    found = json.loads(text)
    mean = next(r for r in found["results"] if r["dataset"] == "(mean)")
    mean["value"] += 0.1
    (tmp_path / "r.json").write_text(json.dumps(found))
    done = cli("verify", "r.json", *WORDS)
    assert (done.code, "on (mean): the value is" in done.err) == (1, True)
    (tmp_path / "r.json").write_text(text)
    write_lines(tmp_path / "nq" / "one.jsonl", changed(RECORDS[1:]))
    done = cli("verify", "r.json", *WORDS)
    assert done.code == 1
    assert "of careful on nq: the data are different" in done.err
    assert "on boolq" not in done.err


def test_other_data_sets_are_refused(cli, tmp_path):
    """Inputs of other data sets than those of the results are an error."""
    write_two_sets(tmp_path)
    cli("evaluate", "suite", "suite.yaml", "-o", "r.json", "-q")
    done = cli("verify", "r.json", "boolq/careful.jsonl")
    assert "the results are of the data sets boolq, nq, and the inputs of none" in done.err
    done = cli("verify", "r.json", *WORDS[:4])
    assert "the results are of the data sets nq, and the inputs of boolq" in done.err

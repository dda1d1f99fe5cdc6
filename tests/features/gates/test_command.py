"""baseline set: the only way to a new baseline."""

import shutil

from support.accepted import against, system
from support.program import write_jsonl

METRICS = ("-m", "bleu", "-m", "chrf")


def test_a_baseline_moves_by_command_only(cli, accepted):
    """A run never writes its baseline; `baseline set` replaces it, and wants two files."""
    before = (accepted / "base.json").read_bytes()
    against(cli, accepted, system(), "-o", "r.json", "--instances", "s.jsonl", "--force")
    assert (accepted / "base.json").read_bytes() == before
    assert cli("baseline", "set", "r.json", "base.json").code == 0
    assert (accepted / "base.json").read_bytes() != before
    shutil.rmtree(accepted / "elsewhere", ignore_errors=True)
    (accepted / "elsewhere").mkdir()
    assert cli("baseline", "set", "r.json", "elsewhere/base.json").code == 0
    for words, fragment in (
        (["r.json", "r.json"], "another file"),
        (["r.json", "base.txt"], ".json"),
        (["gone.json", "base.json"], "no such file"),
    ):
        done = cli("baseline", "set", *words)
        assert done.code == 2
        assert fragment in done.err


def test_what_was_accepted_is_said(cli, accepted):
    """The numbers of scores and systems are said, and gates that the accepted run failed."""
    words = ("-o", "r.json", "--instances", "s.jsonl", "--force", "--fail-under", "chrf=100.5")
    against(cli, accepted, system(), *words)
    done = cli("baseline", "set", "r.json", "base.json")
    assert (done.code, done.out) == (0, "")
    first, second = done.err.splitlines()
    assert first == "sacreval: base.json: accepted 1 score of 1 system and the scores of records"
    assert "r.json: this run did not pass 1 of its 2 gates, such as: chrf >= 100.5; " in second


def test_outputs_of_the_baseline_that_a_run_lacks(cli, accepted):
    """A run that lacks an output of the baseline names it, since no gate holds it."""
    write_jsonl(accepted / "two.jsonl", system())
    words = (*METRICS, "-o", "two.json", "--instances", "two.scores.jsonl", "-q")
    assert cli("evaluate", "suite", "two.jsonl", *words).code == 0
    alone = cli("evaluate", "chrf", "two.jsonl", "--baseline", "two.json")
    assert alone.code == 0
    assert "it also has bleu, which is not in this run and so not held against it" in alone.err


def test_corrected_p_values_name_their_correction(cli, accepted):
    """The p-value of a gate is called what it is: corrected by Holm over the tests of the run."""
    write_jsonl(accepted / "two.jsonl", system())
    words = (*METRICS, "-o", "two.json", "--instances", "two.scores.jsonl", "-q")
    assert cli("evaluate", "suite", "two.jsonl", *words).code == 0
    write_jsonl(accepted / "worse.jsonl", system(wrong=range(20)))
    worse = cli("evaluate", "suite", "worse.jsonl", *METRICS, "--baseline", "two.json")
    assert worse.code == 1
    assert "p (Holm, 2 tests) 0." in worse.err

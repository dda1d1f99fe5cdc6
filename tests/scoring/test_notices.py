"""Notices of a run: systems that cover different instances."""

from sacreval.scoring.notices import FEW, _some
from support.program import records, write_jsonl


def test_few_names_and_how_many_more():
    """A notice names a few systems and counts the others."""
    names = [f"s{i}" for i in range(FEW + 3)]
    assert _some(names[:FEW]) == ", ".join(f"'{name}'" for name in names[:FEW])
    assert _some(names) == _some(names[:FEW]) + " and 3 more"


def test_different_instances(cli, tmp_path):
    """Systems that cover different instances are scored, and that is said with counts."""
    write_jsonl(tmp_path / "a.jsonl", records(3))
    write_jsonl(tmp_path / "b.jsonl", records(5))
    outcome = cli("evaluate", "exact-match", "a.jsonl", "b.jsonl")
    assert outcome.code == 0
    assert outcome.err == (
        "sacreval: systems cover different instances (a 3, b 5; 3 in common): compare with care\n"
    )
    assert cli("evaluate", "exact-match", "a.jsonl", "b.jsonl", "-q").err == ""


def test_different_instances_of_many_systems(cli, tmp_path):
    """Of many systems the notice names the smallest and the largest only."""
    for i in range(1, 10):
        write_jsonl(tmp_path / f"s{i}.jsonl", records(i))
    said = cli("evaluate", "exact-match", *(f"s{i}.jsonl" for i in range(1, 10))).err
    assert "(9 systems, from s1 with 1 to s9 with 9; 1 in common)" in said

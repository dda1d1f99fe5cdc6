"""The benchmark of the floor: what is counted, and the distance from it."""

import pytest

from support.benchmarks import benchmark

floor = benchmark("floor")
COST = {"read": 0.1, "scan": 0.2, "hash": 0.5, "tokenise": 1.2, "lookup": 2.0, "row": 4.0}
TEXTS = floor.Texts(size=1_000_000, words=10_000, characters=50_000)


def test_reading_is_one_pass_of_each_kind():
    """Every byte is read, scanned, hashed and looked at once."""
    assert floor.reading(TEXTS, COST) == pytest.approx(2_000_000)


def test_a_metric_needs_lookups_and_rows():
    """Lookups are of words and characters of both sides, rows of the words of one."""
    assert floor.needed(floor.Work("x", words=4), TEXTS, COST) == 80_000
    assert floor.needed(floor.Work("x", characters=6), TEXTS, COST) == 600_000
    assert floor.needed(floor.Work("x", words=1, rows=1), TEXTS, COST) == 20_000 + 20_000


def test_all_six_share_reading():
    """The floor of all metrics has the start and the reading once, and the work of each."""
    found = floor.floors(TEXTS, COST, 0.5)
    once = 0.5 + 0.002
    assert found["bleu"] == pytest.approx(once + 80_000 / 1e9)
    own = sum(found[name] - once for name in floor.WORK)
    assert found[floor.ALL] == pytest.approx(once + own)


def test_probes_are_parsed():
    """Each line of the probes is a name and nanoseconds."""
    assert floor.parsed("read 0.25\nrow 3.5\n") == {"read": 0.25, "row": 3.5}


def test_the_table_has_the_distance():
    """A row has seconds, floor, and the one over the other."""
    text = floor.table({"bleu": 0.6, "all six": 3.0}, {"bleu": 0.3, "all six": 1.5})
    assert "| bleu | 0.60 | 0.30 | 2.0 |" in text.splitlines()
    assert len(text.splitlines()) == 4


def test_every_probe_is_in_the_program():
    """The program reports every cost that the floor reads, but the hash, which is Python's."""
    said = floor.SOURCE.read_text(encoding="utf-8")
    assert all(f'report("{name}"' in said for name in COST if name != "hash")

"""Other names of metrics; the laws of the whole table are in tests/laws/test_aliases.py."""

from sacreval.core.aliases import Alias, answer, find


def test_short_names():
    """Signs that names of results cannot have are written out; without options there is none."""
    assert Alias("chrf++", "chrf", {"word_order": 2}).short == "chrfpp"
    assert Alias("pass@k", "pass-at-k").short is None


def test_flags():
    """Options are written as on the command line, lists once for each value."""
    found = Alias("x", "rouge", {"types": ["1", "L"], "split_summaries": True})
    assert found.flags.startswith("rouge --types 1 --types L")


def test_find():
    """Names are found in any case, with underscores too; a metric's own name is none."""
    known = {"bleu": None, "exact-match": None}
    assert find("Exact_Match", known) == Alias("Exact_Match", "exact-match")
    assert find("CHRF++", known).metric == "chrf"
    assert find("bleu", known) is None
    assert answer("no-such-name") is None

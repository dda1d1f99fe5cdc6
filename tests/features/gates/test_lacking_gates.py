"""Gates on unanswered and missing records."""

import pytest
from msgspec import structs

from sacreval.core.results import Missing, Result, Verdict
from sacreval.errors import UsageError
from sacreval.features.gates.lacking_gates import Allowed


def result(n=10, missing=0, unanswered=0):
    return Result(
        metric="m", output="q", system_id="a", group=None, value=3.0, n=n, interval=None,
        higher_is_better=True, signature="m|sacreval:1", engine="native", unanswered=unanswered,
        missing=Missing(failed=missing) if missing else None,
    )  # fmt: skip


PASSED = Verdict(gate="q >= 1", output="q", system_id="a", passed=True, sentence="q of a is 3")


def judged(allowed, now, old=None):
    before = {} if old is None else {("a", "q"): old}
    return allowed.without_silence([PASSED], [now], before)[0]


def test_shares():
    """A share is from 0 to 1."""
    Allowed(0.0, 1.0).check()
    with pytest.raises(UsageError, match=r"--max-missing 1.5: give a share from 0 to 1"):
        Allowed(missing=1.5).check()
    with pytest.raises(UsageError, match="--max-unanswered"):
        Allowed(unanswered=-0.1).check()


def test_a_share_is_a_gate():
    """It is judged for each metric and system, to the record."""
    assert Allowed().verdicts([result(missing=4)]) == []
    assert [x.passed for x in Allowed(missing=0.4).verdicts([result(missing=4)])] == [True]
    (failed,) = Allowed(missing=0.39).verdicts([result(missing=4), result(missing=4)])
    assert (failed.passed, failed.gate) == (False, "--max-missing 0.39")
    assert failed.sentence == "4 of 10 records of a are missing by q"
    (other,) = Allowed(unanswered=0.1).verdicts([result(unanswered=2)])
    assert other.sentence == "2 of 10 records of a are unanswered by q"


def test_missing_records_fail_every_gate():
    """But not as many as are allowed, or as the baseline has."""
    assert judged(Allowed(), result()) == PASSED
    failed = judged(Allowed(), result(missing=1))
    assert (failed.passed, failed.sentence) == (
        False, "q of a is 3; but 1 of 10 records are missing; --max-missing SHARE allows them"
    )  # fmt: skip
    assert judged(Allowed(missing=0.1), result(missing=1)).passed
    assert not judged(Allowed(missing=0.1), result(missing=2)).passed
    assert judged(Allowed(), result(missing=1), result(20, missing=2)).passed
    grown = judged(Allowed(), result(missing=2), result(20, missing=2))
    assert grown.sentence.endswith("2 of 10 records are missing, 2 of 20 in the baseline; "
                                   "--max-missing SHARE allows them")  # fmt: skip


def test_the_option_is_named_where_it_would_make_the_gate_pass():
    """A gate that fails by its score too is not mended by it."""
    worse = structs.replace(PASSED, passed=False, sentence="q of a is 0, but must be >= 1")
    (failed,) = Allowed().without_silence([worse], [result(missing=1)], {})
    assert failed.sentence == "q of a is 0, but must be >= 1; and 1 of 10 records are missing"


def test_unanswered_records_fail_gates_against_a_baseline():
    """Alone they have the lowest score already."""
    assert judged(Allowed(), result(unanswered=5)).passed
    assert judged(Allowed(), result(unanswered=5), result(unanswered=5)).passed
    assert not judged(Allowed(), result(unanswered=5), result(unanswered=4)).passed
    assert judged(Allowed(unanswered=0.5), result(unanswered=5), result()).passed

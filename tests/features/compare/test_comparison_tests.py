"""The tests of a comparison: which decide, and which stand beside."""

import pytest

from sacreval.features.compare.comparison_tests import (
    BESIDE,
    DECIDES,
    deciding,
    draws,
    stated_tests,
)
from sacreval.features.compare.result import Settings
from sacreval.features.compare.result import TestResult as Tested
from support.pairs import compared

SIGN = Tested(p=0.5, p_holm=None)
BOTH = {"paired-ar": SIGN, "sign": SIGN}


def of(output, test, **more):
    """Return a comparison by one output that a test decides."""
    return compared(output, test=test, **more)


def test_the_test_that_decides():
    """A single test needs no outputs; what stands beside it has a sentence of its own."""
    made = [of("bleu", "paired-ar", tests=BOTH)]
    assert list(stated_tests(made, Settings())) == [
        ("paired-ar", DECIDES, ("10000 trials", "seed 12345")),
        ("sign", BESIDE, ()),
    ]


def test_several_tests_that_decide():
    """Where several tests decide, each has its outputs."""
    made = [of("x", "paired-ar"), of("y", "sign", tests={"sign": SIGN})]
    assert deciding(made) == {"paired-ar": ["x"], "sign": ["y"]}
    assert [conditions[-1] for _, _, conditions in stated_tests(made, Settings())] == [
        "for x",
        "for y",
    ]


@pytest.mark.parametrize(
    ("test", "reason", "said"),
    [
        ("mid-p", "few values", ("10000 trials", "seed 12345")),
        ("mid-p", "0/1 scores", ()),
        ("centred-bs", "", ("1000 resamples", "seed 12345")),
        ("wilcoxon", "", ()),
    ],
)
def test_draws(test, reason, said):
    """Only tests that draw have numbers of draws and the seed."""
    assert draws(test, [of("bleu", test, test_reason=reason)], Settings()) == said


def test_units_of_tests():
    """Tests over a group state it beside their draws."""
    made = [compared("x", "b")]
    (found,) = stated_tests(made, Settings(unit="document"))
    assert found == ("paired-ar", DECIDES, ("10000 trials", "seed 12345", "units: document"))

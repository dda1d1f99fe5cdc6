"""Covariates and shares, as they are written on the command line."""

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.scoring.intervals.known_population import (
    Covariate,
    Shares,
    covariate,
    shares,
    with_mean,
)
from sacreval.scoring.rows.collected_rows import Collected
from sacreval.scoring.rows.row_columns import Places


def collected(values):
    """Return a system with an instance for each covariate."""
    kept = Collected([], covariate="length")
    kept.places = Places.of(values)
    kept.covariate = list(values.values())
    return kept


def test_parsed():
    """A covariate has a name and maybe a mean; shares have a group and a share of each value."""
    assert covariate("length") == Covariate("length")
    assert covariate("length=12.5") == Covariate("length", 12.5)
    assert shares("domain:news=0.75,c=d=0.25") == Shares("domain", {"news": 0.75, "c=d": 0.25})


@pytest.mark.parametrize(
    ("parse", "text", "words"),
    [
        (covariate, "length=long", "'long' is not a number"),
        (covariate, "length=nan", "'nan' is not a number"),
        (shares, "news=1", "write it like domain"),
        (shares, "domain:", "write it like domain"),
        (shares, "domain:news=much", "'much' is not a number"),
        (shares, "domain:a=0.5,b=0.6", "sum to 1.1"),
        (shares, "domain:a=-0.5,b=1.5", "shares of 0 or more"),
    ],
)
def test_refused(parse, text, words):
    """What cannot be parsed is refused in one sentence with the text and an example."""
    with pytest.raises(UsageError, match=words):
        parse(text)


def test_the_mean_over_all_records():
    """A system of some records is adjusted to the mean over those of all systems."""
    parts = [collected({"1": 1.0, "2": 2.0}), collected({"2": 2.0, "3": 6.0})]
    assert with_mean(Covariate("length"), parts) == Covariate("length", 3.0)
    assert with_mean(Covariate("length", 9.0), parts) == Covariate("length", 9.0)


def test_a_mean_that_is_not_known():
    """Systems that all have every record show no other mean than that of these records."""
    with pytest.raises(UsageError, match="length=12.5"):
        with_mean(Covariate("length"), [collected({"1": 1.0}), collected({"1": 1.0})])


def test_two_values_of_one_instance():
    """A number that differs between systems is no property of the input."""
    with pytest.raises(InputError, match="instance '1' has the length 1 and 2"):
        with_mean(Covariate("length"), [collected({"1": 1.0}), collected({"1": 2.0, "2": 3.0})])

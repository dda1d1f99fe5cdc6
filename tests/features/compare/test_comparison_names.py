"""Names of the choices of `compare`."""

from typing import get_args

from sacreval.features.compare import comparison_names as names
from sacreval.features.compare.result import Settings


def test_every_default_is_a_name():
    """Defaults of settings are among the names, and choices by the data are named auto."""
    stated = Settings()
    assert stated.test == get_args(names.TestName)[0] == "auto"
    assert stated.interval == get_args(names.DifferenceInterval)[0] == "auto"
    assert stated.family in get_args(names.FamilyName)
    assert stated.ranks in get_args(names.RankName)

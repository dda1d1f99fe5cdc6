"""Checks of metrics and readers of one's own, for pytest or plain Python.

`check_metric` and `check_reader` raise AssertionError with a sentence. The laws that they check are
those that sacreval's own metrics are tested with.

It runs whole evaluations, as a user's test would. sacreval does not import it, and it does not
import pytest.
"""

from sacreval.testing.metrics import check_metric
from sacreval.testing.readers import check_reader

__all__ = ["check_metric", "check_reader"]

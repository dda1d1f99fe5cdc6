"""Metrics by family, one in each file, named as the file. The package is scanned to register them."""

from sacreval.core.metric import metrics
from sacreval.core.registry import answer_as

answer_as(__name__, metrics)

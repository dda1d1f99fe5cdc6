"""Metrics by family, one in each file, which has the metric's name; the package registers them."""

from sacreval.core.metric import metrics
from sacreval.core.options.registry import delegate_to

delegate_to(__name__, metrics)

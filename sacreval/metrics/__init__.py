"""One metric a file, by family; the file's name is the metric's. The package is their registry."""

from sacreval.core.metric import metrics
from sacreval.core.registry import answer_as

answer_as(__name__, metrics)

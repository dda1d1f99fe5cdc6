"""The metric inside all wrappers is found."""

from dataclasses import dataclass

from sacreval.core.contract.inner_metrics import formula_owner, innermost
from sacreval.core.contract.wrapper import Wrapped
from sacreval.core.metric import metrics


@dataclass(frozen=True, kw_only=True)
class Halved(Wrapped):
    """A wrapper with a formula of its own."""

    def reduce(self, sums):
        """Halve the scores."""
        return {name: score / 2 for name, score in self.metric.reduce(sums).items()}


def test_innermost():
    """It is the metric itself without a wrapper."""
    metric = metrics.get("bleu")()
    assert innermost(Wrapped(metric=Halved(metric=metric))) is metric
    assert innermost(metric) is metric


def test_formula_owner():
    """It is the outermost with a formula of its own."""
    metric = metrics.get("bleu")()
    halved = Halved(metric=metric)
    assert formula_owner(Wrapped(metric=metric)) is metric
    assert formula_owner(Wrapped(metric=halved)) is halved

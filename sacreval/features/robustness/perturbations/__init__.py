"""Perturbations, one way of changing texts in each file, named as the perturbation."""

from sacreval.core.options.registry import delegate_to
from sacreval.features.robustness.perturbations._base import perturbations

delegate_to(__name__, perturbations)

"""Runners, one way of asking a model in each file, named as the runner."""

from sacreval.asking.runners._base import runners
from sacreval.core.options.registry import delegate_to

delegate_to(__name__, runners)

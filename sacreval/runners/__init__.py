"""Runners, one way of asking a model in each file, named as the runner."""

from sacreval.core.registry import delegate_to
from sacreval.runners._base import runners

delegate_to(__name__, runners)

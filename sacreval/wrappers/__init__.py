"""What can be put around a metric: answer extraction, and several predictions or references."""

from sacreval.wrappers.again import from_signature
from sacreval.wrappers.answers import answers, extracts
from sacreval.wrappers.extracted import Extracted, extracted
from sacreval.wrappers.folded import WITHOUT, Fold, Folded

__all__ = [
    "WITHOUT",
    "Extracted",
    "Fold",
    "Folded",
    "answers",
    "extracted",
    "extracts",
    "from_signature",
]

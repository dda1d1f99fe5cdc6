"""Wrappers of metrics: answer extraction, reduction over texts, and metrics from elsewhere."""

from sacreval.metrics._wrappers.extracted_answers import answers, extracts
from sacreval.metrics._wrappers.extraction import Extracted, extracted
from sacreval.metrics._wrappers.rebuild import from_signature
from sacreval.metrics._wrappers.reduction import WITHOUT, Fold, Folded

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

"""Wrappers of metrics: answer extraction, reduction over texts, and metrics from elsewhere."""

from sacreval.metrics._wrappers.consensus import CANDIDATE, CandidateOutput, Consensus
from sacreval.metrics._wrappers.extraction import Extracted, answers, extracted, extracts
from sacreval.metrics._wrappers.own_records import OwnRecords, own_records
from sacreval.metrics._wrappers.rebuilt_wrappers import from_signature
from sacreval.metrics._wrappers.reduction import (
    WITHOUT,
    Folded,
    prediction_scores,
    reduces_predictions,
)

__all__ = [
    "CANDIDATE",
    "WITHOUT",
    "CandidateOutput",
    "Consensus",
    "Extracted",
    "Folded",
    "OwnRecords",
    "answers",
    "extracted",
    "extracts",
    "from_signature",
    "own_records",
    "prediction_scores",
    "reduces_predictions",
]

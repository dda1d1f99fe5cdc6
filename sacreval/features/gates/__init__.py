"""Thresholds and baselines that a run passes or fails, for those who run pipelines."""

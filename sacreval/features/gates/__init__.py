"""Thresholds and baselines that a run passes or fails, for those who run pipelines."""

PURPOSES = {
    "baseline": "Accept a run, or several, as the baseline of later runs; show and compare them.",
}

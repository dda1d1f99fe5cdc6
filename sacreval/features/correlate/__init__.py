"""How well metrics agree with human judgments, for those who develop and choose metrics."""

PURPOSES = {
    "correlate": "Measure how well metrics agree with human judgments: from score files, or by "
    "metric.",
}

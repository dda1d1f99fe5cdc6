"""How well metrics agree with human judgments, for those who develop and choose metrics."""

CONFIGURED = {"correlate": ("suite", "scores")}
PURPOSES = {
    "correlate": "Measure how well metrics agree with human judgments: from score files, or by "
    "metric.",
}

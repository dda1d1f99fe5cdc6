"""How well metrics agree with human judgments, for those who develop and choose metrics."""

CONFIGURED = {"correlate": ("suite", "scores")}
EXAMPLES = {"correlate": "{records} --human quality"}
PURPOSES = {
    "correlate": "Measure how well metrics agree with human judgments: from score files, or by "
    "metric.",
}

"""Results and logs in the formats of other tools, for those who publish them elsewhere."""

PURPOSES = {
    "export": "Hand the scores of a result file to MLflow, or to the viewer of a log that was "
    "evaluated.",
}

"""The HTML report in one file, for those who read outputs beside their scores."""

PURPOSES = {
    "report": "Write results as a page that needs no network: tables, tests, figures and records.",
}

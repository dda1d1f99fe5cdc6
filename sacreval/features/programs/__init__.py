"""Programs that a model wrote, run in a sandbox against tests, for those who evaluate code."""

PURPOSES = {
    "run-tests": "Run programs of a model with the tests of their problems, in a sandbox, and "
    "write verdicts.",
}

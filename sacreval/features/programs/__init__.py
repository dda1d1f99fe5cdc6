"""Programs that a model wrote, run in a sandbox against tests, for those who evaluate code."""

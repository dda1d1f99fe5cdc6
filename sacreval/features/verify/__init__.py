"""Scores of a result file computed again, for those who rely on published numbers."""

PURPOSES = {
    "verify": "Recompute the scores of a result file without the compiled kernels, and compare "
    "them.",
}

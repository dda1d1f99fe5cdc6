"""Robustness of scores to perturbed texts, for those who deploy a model."""

PURPOSES = {
    "perturb": "Write variants of records with a perturbed input, to test how robust a system is.",
    "robustness": "Compare a system's outputs for records with those for perturbed variants of "
    "them: one subcommand for each metric, and suites.",
}

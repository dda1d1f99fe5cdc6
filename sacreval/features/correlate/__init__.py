"""Agreement of metrics with human judgments, for those who develop and choose metrics."""

CONFIGURED = {"correlate": ("suite", "scores")}
EXAMPLES = {"correlate": "{records} --human quality"}
PURPOSES = {
    "correlate": "Measure how well metrics agree with human judgments: from score files, or by "
    "metric.",
}
COEFFICIENTS = {
    "pearson": "Pearson's r of scores and human scores.",
    "spearman": "Spearman's rho: Pearson's r of ranks, with mean ranks for ties.",
    "kendall": "Kendall's tau-b, as scipy computes it.",
    "tau-a": "Kendall's tau over all pairs, tied ones too.",
    "tau-b": "Kendall's tau, corrected for ties of either side.",
    "tau-c": "Stuart's tau-c, for sides with different numbers of values.",
    "tau-10": "Kendall's tau of WMT10: a pair that the metric ties is discordant.",
    "tau-13": "Kendall's tau of WMT13: pairs that either side ties are left out.",
    "tau-14": "Kendall's tau of WMT14: ties of the metric count in the denominator alone.",
    "tau-eq": "Pairwise accuracy on the scale from -1 to 1.",
    "darr": "Kendall's tau over pairs with a human difference of more than --gap (WMT17 to 20).",
    "weighted-tau": "Kendall's tau with more weight on exchanges among high ranks.",
    "pairwise-accuracy": "Share of pairs that both sides order alike (Kocmi et al. 2021).",
    "sys-delta": "Tau over pairs of systems whose metric scores differ by LOW to HIGH.",
    "acc-eq": "Pairwise accuracy with ties, at the best threshold (Deutsch et al. 2023).",
    "spa": "Soft pairwise accuracy: agreement of p-values of both sides (Thompson et al. 2024).",
    "pdp": "Pearson's r of all differences within groups, such as the systems of an input.",
    "partial-pearson": "Pearson's r of all outputs, less the mean of each system.",
    "partial-spearman": "Spearman's rho of all outputs, less the mean of each system.",
}
TESTS = {
    "correlate": {
        "auto": "williams or bootstrap-both, by the data; none below 6 systems.",
        "perm-systems": "Exchange of two metrics' scores by system.",
        "perm-inputs": "Exchange of two metrics' scores by input.",
        "perm-both-xor": "Exchange by system and by input at once.",
        "perm-both-cells": "Exchange of each score on its own.",
        "perm-pairs": "Exchange by pair of outputs, as WMT's for acc-eq.",
        "wmt": "The permutation of WMT's metrics task at each level.",
        "williams": "Williams' test of two dependent correlations.",
        "bootstrap-systems": "Bootstrap of the difference over systems.",
        "bootstrap-inputs": "Bootstrap of the difference over inputs.",
        "bootstrap-both": "Bootstrap of the difference over systems and inputs.",
        "centred-systems": "Bootstrap around a difference of 0, over systems.",
        "centred-inputs": "Bootstrap around a difference of 0, over inputs.",
        "centred-both": "Bootstrap around a difference of 0, over systems and inputs.",
    },
}

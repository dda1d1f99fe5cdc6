"""Sample sizes and power of comparisons, for those who plan an evaluation."""

PURPOSES = {
    "plan": "Compute how many items, samples, groups and raters find a difference between two "
    "systems.",
}

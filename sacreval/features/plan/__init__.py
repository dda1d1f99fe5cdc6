"""How many records a comparison needs, for those who plan an evaluation."""

PURPOSES = {
    "plan": "Compute how many items, samples, groups and raters find a difference between two "
    "systems.",
}

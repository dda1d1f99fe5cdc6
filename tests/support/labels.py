"""Pairs of labels that are the same, and pairs that are not."""

SAME = [
    (1, 1.0), (1, "1"), (1.0, "1"), (1, "1.0"), (2.5, "2.5"), (-0.0, 0), (10**20, 1e20),
    (1e16, "1e+16"), (1e-07, "1e-07"), (True, "true"), (True, "True"), (False, "False"),
    ("false", "False"), ("a", "a"), ("", ""),
]  # fmt: skip
DIFFERENT = [
    (1, 2), (1, True), (0, False), (1, "01"), (1.5, "1.50"), (1000, "1e3"), ("a", "A"), ("a", " a"),
    (True, "TRUE"), (True, "yes"), (1, "one"), ("nan", "NaN"), (1.0, "1."), ("1,000", 1000),
]  # fmt: skip

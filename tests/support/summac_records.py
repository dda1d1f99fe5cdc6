"""Records whose scores summac 0.0.4 computed with a tiny model."""

SOURCES = (
    "The cat sat on the mat. It barked at three running boys! Short. Nothing is in common here.",
    "First line here is upper.\nSecond line there is lower. {}\n\nThe dog sat on mat.".format(
        "He said it once."
    ),
)
OUTPUTS = (
    "The cat barked at the boys. Nothing is there.",
    "Five dogs said it once and once more.",
    "Tiny.",
    " ".join(f"He said {word} on the mat." for word in
             "one two three four five first second line here there upper lower".split()),
)  # fmt: skip
PAIRS = tuple((source, output) for source in SOURCES for output in OUTPUTS)


def layers(bins):
    """Return made-up learned layers of SummaC-Conv, by name, as lists.

    Args:
        bins: Number of bins of the histogram.
    """
    return {
        "mlp.weight": [[(i % 7 - 3) / 10 for i in range(bins)]],
        "mlp.bias": [0.25],
        "layer_final.weight": [[-0.5, 0.25, -0.75], [1.0, 0.5, 0.25]],
        "layer_final.bias": [0.1, -0.2],
    }

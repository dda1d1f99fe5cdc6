"""Records of groups of different quality."""

import numpy as np


def grouped(groups, size=5):
    """Return records of a corpus metric in groups of different quality."""
    rng = np.random.default_rng(8)
    words = np.array("the cat sat on a mat and saw two red birds".split())
    made = []
    for g in range(groups):
        noise = rng.random()
        for j in range(size):
            text = rng.choice(words, 8)
            other = np.where(rng.random(8) < noise, rng.choice(words, 8), text)
            made.append(
                {
                    "instance_id": f"{g}-{j}",
                    "system_id": "a",
                    "prediction": " ".join(other),
                    "references": [" ".join(text)],
                    "groups": {"document": f"{g}"},
                }
            )
    return made

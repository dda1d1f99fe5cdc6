"""The image of SummaC holds entailment and contradiction, in this order."""

import numpy as np

from sacreval.core.metric import metrics
from support.tiny_classifiers import NLI, build


def test_the_image():
    """Its classes are found by name; without parts it is a single 0 of each."""
    metric = metrics.get("summac-zs")(model=str(build("bert", NLI)), splitting="rule")
    image = metric.image(np.log([[[0.1, 0.2, 0.7]], [[0.5, 0.3, 0.2]]]))
    np.testing.assert_allclose(image, [[[0.7], [0.2]], [[0.1], [0.5]]])
    np.testing.assert_array_equal(metric.image(np.zeros((2, 0, 1))), np.zeros((2, 1, 1)))

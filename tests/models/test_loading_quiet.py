"""In a quiet block transformers writes neither log lines nor warnings."""

import warnings

from sacreval.models.loading import quiet
from support import tiny_models


def test_nothing_is_written(recwarn):
    """Errors of the log and warnings of the block are dropped, and those after it are not."""
    tiny_models.needed()
    from transformers.utils import logging

    logger = logging.get_logger("transformers.tests")
    enabled = logger.isEnabledFor(logging.ERROR)
    with quiet():
        assert not logger.isEnabledFor(logging.ERROR)
        warnings.warn("a warning of the block", stacklevel=1)
    warnings.warn("a warning after it", stacklevel=1)
    assert enabled
    assert logger.isEnabledFor(logging.ERROR)
    assert [str(one.message) for one in recwarn] == ["a warning after it"]

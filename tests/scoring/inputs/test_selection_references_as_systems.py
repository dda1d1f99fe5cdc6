"""References as systems."""

import pytest

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError
from sacreval.scoring.inputs.selection import add_references


def peer(system, prediction, references, instance="1"):
    return Instance(
        instance_id=instance, system_id=system, prediction=prediction, references=references
    )


def test_references_as_systems_must_agree():
    """Systems with different references for one input cannot share human systems."""
    batch = Batch([peer("p", "1", ["2", "3"]), peer("q", "1", ["2", "4"])])
    with pytest.raises(InputError, match="other references"):
        list(add_references([batch]))

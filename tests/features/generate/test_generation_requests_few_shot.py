"""Few-shot examples: drawn by seed and instance, never the record itself."""

import pytest

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.features.generate.generation_requests import Pool
from sacreval.features.generate.prompt_files import Examples
from support.variant_outputs import write


@pytest.fixture
def pool(tmp_path):
    """Ten records, of which three are drawn."""
    lines = [{"instance_id": str(i), "input": f"q{i}"} for i in range(10)]
    write(tmp_path / "train.jsonl", lines)
    examples = Examples(file="train.jsonl", n=3, seed=1, prompt="{{input}}")
    return Pool.read(examples, str(tmp_path / "p.yaml"))


def test_neither_the_id_nor_the_input_of_the_record(pool):
    """A variant, which has other texts, has the examples of its original."""
    for i in range(10):
        drawn = pool.drawn(Instance(input=f"q{i}"), str(i))
        assert f"q{i}" not in [one.input for one in drawn]
        assert pool.drawn(Instance(input="perturbed"), str(i)) == drawn
        assert f"q{i}" not in [one.input for one in pool.drawn(Instance(input=f"q{i}"), f"x{i}")]


def test_other_instances_have_other_examples(pool):
    """Not all records see the same examples in the same order."""
    drawn = {tuple(x.input for x in pool.drawn(Instance(input="?"), f"i{i}")) for i in range(10)}
    assert len(drawn) > 5


def test_a_repeated_record_is_an_error(tmp_path):
    """Which of the two is meant is unknown."""
    write(tmp_path / "train.jsonl", [{"instance_id": "1", "input": x} for x in "ab"])
    with pytest.raises(InputError, match="instance '1' is there twice"):
        Pool.read(Examples(file="train.jsonl", n=1, prompt="a"), str(tmp_path / "p.yaml"))

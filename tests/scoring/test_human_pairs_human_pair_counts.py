"""Pairs of systems and human texts are written with all their fields."""

import msgspec

from sacreval.scoring.human_pairs import AgainstHumans, HumanPair


def test_fields_are_written():
    """A pair, and a count over all human texts, are read as they were written."""
    pair = HumanPair(
        instance_id="1", system_id="a", human_id="h", output="bleu", score=1.5, human_score=2.0
    )
    count = AgainstHumans(
        output="bleu", system_id="a", human_id=None, n=2, wins=1, ties=0, losses=1, p=1.0
    )
    for one in (pair, count):
        assert msgspec.json.decode(msgspec.json.encode(one), type=type(one)) == one
    assert msgspec.to_builtins(count)["human_id"] is None

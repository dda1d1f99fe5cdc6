"""Rules of agreement."""

from sacreval.core.records import Instance
from sacreval.scoring.agreement.agreement_rule import Rule, has_flags, has_samples


def test_groups():
    """Parts of a score's name are options of the metric."""
    rule = Rule(score=r"pass@(?P<k>\d+)", metric='pass-at-k{"k": [<k>]}', output="pass_at_<k>")
    assert rule.spec("pass@10") == 'pass-at-k{"k": [10]}'


def test_samples():
    """Samples are texts, or verdicts on them."""
    texts, flags = Instance(samples=["a"]), Instance(samples=[True, False])
    assert (has_samples(texts, {}), has_flags(texts, {})) == (True, False)
    assert (has_samples(flags, {}), has_flags(flags, {})) == (False, True)

"""The same items, sampled again."""

import pytest

from sacreval.errors import UsageError
from support.known_populations import sampled_report


def test_the_same_items_again():
    """The interval for the same items is shorter, and that of pass@1 is that of avg@n."""
    other = sampled_report(k=(6,)).results[0].interval
    same = sampled_report(k=(6,), method="fixed-items").results[0].interval
    assert (same.method, same.reason) == ("fixed-items", "for the same items sampled again")
    assert same.high - same.low < 0.6 * (other.high - other.low)
    passed = sampled_report(name="pass-at-k", k=(1,), method="fixed-items").results[0].interval
    assert (passed.low, passed.high) == pytest.approx((same.low, same.high))


@pytest.mark.parametrize(
    ("name", "options"),
    [("avg-at-k", {"k": (1,)}), ("pass-at-k", {"k": (4,)}), ("g-pass-at-k", {"k": (4,)})],
)
def test_samples_that_do_not_show_the_noise(name, options):
    """One sample, and fewer than 2 k samples, are refused."""
    with pytest.raises(UsageError, match="--fixed-items needs the noise of samples"):
        sampled_report(name=name, method="fixed-items", **options)


def test_majorities_are_refused(cli, tmp_path):
    """maj@k has no interval for the same items, in one sentence."""
    line = '{"samples": ["1", "2", "1"], "references": ["1"]}\n'
    (tmp_path / "a.jsonl").write_text(line * 2, encoding="utf-8")
    done = cli("evaluate", "maj-at-k", "a.jsonl", "--k", "3", "--fixed-items")
    assert done.code == 2
    assert "--fixed-items needs the noise of samples, which maj_at_3 does not show" in done.err


def test_few_samples_are_named():
    """pass@k of fewer than 4 k samples has a notice."""
    result = sampled_report(name="pass-at-k", k=(1, 2), method="fixed-items")
    assert result.notices == [
        "pass_at_2: there are fewer than 4 k samples of a record; the interval may be too short"
    ]

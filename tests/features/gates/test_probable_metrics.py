"""Metrics that a run with wrong ones probably means."""

from sacreval.features.gates.probable_metrics import probable


def test_right_metrics():
    """Metrics that are right are taken as they are, and no other output is possible."""
    found = probable(["bleu", 'chrf{"word_order": 2}'])
    assert [one.name for one in found.entries] == ["bleu", "chrf"]
    assert found.unsure == []


def test_wrong_metrics():
    """A wrong name or option is replaced by the closest metric, whose outputs may be others."""
    found = probable(["bleu", "chrff", 'token-f1{"normalise": "x", "as": "f"}', "exact_match{"])
    assert [one.name for one in found.entries] == ["bleu", "chrf", "f"]
    assert found.unsure is None
    assert probable(["bleu", "chrff", 'token-f1{"normalise": "x", "as": "f"}']).unsure == [
        "chrf", "f",
    ]  # fmt: skip


def test_metrics_of_one_name():
    """Of two metrics with equal outputs the first is kept."""
    found = probable(["chrf", 'token-f1{"as": "chrf"}'])
    assert ([one.name for one in found.entries], found.unsure) == (["chrf"], ["chrf"])


def test_unknown_metrics():
    """A name that is close to none may have any output, as may one whose outputs are renamed."""
    assert probable(["zzzzzz"]).unsure is None
    assert probable(['chrff{"rename": {"chrf": "x"}}']).unsure is None

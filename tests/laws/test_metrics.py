"""The laws that every registered metric keeps, under every value of every option.

They stand in the modules `of_*.py` of this folder. All laws of a metric with one set of options are
checked by one item, which fails with each law that is broken.
"""

from importlib import import_module
from pathlib import Path

import pytest

from sacreval.core.metric import metrics
from support import missing
from support.law_items import CLASSES, METRICS
from support.variants import identify, of_texts, passed_over, variants

MODULES = {
    path.stem: import_module(f"laws.{path.stem}") for path in Path(__file__).parent.glob("of_*.py")
}
MADE, REFUSED = variants()
LEARNED = MODULES["of_metrics"].LEARNED


@pytest.mark.parametrize("metric", MADE, ids=identify)
def test_laws(metric):
    """A metric keeps every law that concerns it."""
    METRICS.check(metric)


@pytest.mark.parametrize("name", list(metrics))
def test_laws_of_classes(name):
    """A metric's class keeps every law of classes, whether it can be made here or not."""
    CLASSES.check(name)


def test_what_cannot_be_made():
    """A metric that cannot be made here says what to install or download; each is listed."""
    for sentence in REFUSED:
        missing.say(f"laws of {sentence}")
        assert any(
            x in sentence
            for x in (
                "; run: ",
                "; download it from",
                "--model MODEL",
                "JUDGE.yaml",
                "--databases FOLDER",
            )
        )


def test_what_laws_pass_over():
    """Metrics that some laws do not concern are listed with the reason."""
    classes = {type(metric) for metric in MADE}
    tested = {type(metric) for metric in of_texts(MADE)}
    reasons: dict[str, list[str]] = {}
    for cls in sorted(classes, key=lambda cls: cls.name):
        reason = passed_over(cls)
        assert (cls in tested) != bool(reason), cls
        if reason:
            reasons.setdefault(reason, []).append(cls.name)
    if LEARNED:
        missing.say(f"the law of the perfect prediction of {', '.join(LEARNED)}: they are learned")
    for reason, names in reasons.items():
        missing.say(f"some laws of {', '.join(names)}: {reason}")

"""Specimens: records that every metric can score, and records for a pair of texts."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle

from sacreval.core.contract.metric_records import for_instances
from sacreval.core.metric import Metric
from sacreval.core.records import Batch, Instance
from sacreval.readers._base import convert

PAIRS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("The cat sat on the mat.", ("The cat sat on the mat.",)),
    ("A dog barked at 3.5 running boys.", ("The dog barked at three boys.", "A dog barks!")),
    ("", ("Something was said here.", "Words.")),
    ("Nothing in common", ("totally different words everywhere",)),
    ("one two three four five", ("five four three two one", "one two", "three", "one two three")),
    ("Zu viel, zu wenig; naïve café", ("Zu viel – zu wenig: naïve Café.", "zuviel")),
    ("猫が座った。日本語 テスト", ("猫が座りました。", "日本語のテスト")),
    ("he said he said he said", ("he said it once",)),
    ("First line here\nSecond line there", ("Second line there\nFirst line here", "First")),
    ("a", ("a", "b", "c")),
    ("UPPER lower MiXed", ("upper lower mixed",)),
    ("punctuation , everywhere ! isn't it ?", ("Punctuation everywhere; isn't it?", "it is n't")),
)
SENTENCES = (
    "the quick brown fox jumps over the lazy dog again today",
    "two small boats sailed slowly across a very cold northern sea",
    "nobody expected that seven people would agree on one single plan",
)


def instances(cls: type[Metric]) -> list[Instance]:
    """Return records with all fields that a metric needs, with ids out of order.

    A metric that wants other fields than these, or other predictions than text, has examples.
    """
    if cls.example:
        return [
            convert({"instance_id": (7 * i) % 12, **record}, cls.name)
            for i, record in zip(range(12), cycle(cls.example), strict=False)
        ]
    unknown = set(cls.needs) - {"references", "sources", "input"}
    assert not unknown, f"{cls.name}: teach tests/support/specimens.py records with {unknown}"
    return [
        Instance(
            instance_id=str((7 * i) % len(PAIRS)),
            prediction=prediction,
            references=list(references),
            sources=["A source. It has two sentences."],
            input="A question?",
        )
        for i, (prediction, references) in enumerate(PAIRS)
    ]


def judge(metric: Metric, prediction: str, references: Sequence[str]) -> dict[str, float]:
    """Score one text by the rule for single records."""
    instance = Instance(
        prediction=prediction, references=list(references), sources=["A source."], input="?"
    )
    single = for_instances(anew(metric, [instance]))
    scores = single.reduce(single.rows(Batch([instance])))
    return {name: float(column[0]) for name, column in scores.items()}


def anew(metric: Metric, records: Sequence[Instance]) -> Metric:
    """Return the metric as in a run of these records, if it depends on the references of a run."""
    if not getattr(metric, "references_sha256", ""):
        return metric
    return replace(metric, references_sha256="").settle([Batch(records)])

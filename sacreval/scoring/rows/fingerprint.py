"""Fingerprint: a hash of the data that scores are computed from, whatever its order."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct, field

from sacreval import native
from sacreval.core.contract import metric_records
from sacreval.core.contract.declarations import data_hashes, official_versions
from sacreval.core.contract.metric_values import ReadsReplies
from sacreval.core.contract.several_answers import scores_each
from sacreval.core.metric import Metric
from sacreval.core.options.field_types import TEXT, TEXTS
from sacreval.core.records import Batch
from sacreval.core.version import stated, version
from sacreval.report.numbers import range_text


class FoundHashes(Struct, frozen=True):
    """The hashes of some records.

    Args:
        contexts: Of each record, that of its id and references.
        context: The sum of these.
        outputs: The sum of those of ids and predictions.
        references: The least and the largest number of references.
    """

    contexts: array[int]
    context: int
    outputs: int
    references: tuple[int, int]


def text_hashes(batch: Batch) -> FoundHashes | None:
    """Hash the references and the predictions of records."""
    if not (native.available() and _are_texts(batch)):
        return None
    texts, numbers = batch.texts, batch.numbers
    try:
        hashes = texts.hashes(batch.instance_ids if numbers is None else numbers.start)
    except ValueError:  # half of a surrogate pair, which JSON cannot hold
        return None
    return FoundHashes(
        array("Q", hashes.contexts), hashes.context, hashes.outputs, texts.most_references()
    )


def _are_texts(batch: Batch) -> bool:
    if batch.has_views("prediction", "references"):
        return True
    both = TEXT.fast_check(batch.predictions), TEXTS.fast_check(batch.column("references"))
    return all(both)


try:  # the same as hashlib's; hashlib itself loads OpenSSL, which takes as long as 500 records
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

MODULUS = 2**64
REPLIES = "replies"  # the field of records
OWN = ("own_map", "own_where")  # options of metrics that read records of their own


class Fingerprint(Struct, eq=False):
    """Hashes of predictions and of the fields that they are judged against, batch by batch.

    Args:
        needs: The fields that predictions are judged against.
        judges: The field that holds the predictions.
        reply_key: The judge whose replies are hashed apart, or "".
        metric: The metric, if it reads records of its own; else None.
        references: The numbers of references that occur.
        only_sums: Whether `contexts` are summed batch by batch, and not kept.
        contexts: For each record, in input order, the hash of its fields in `needs`; 0 for a record
            that takes no part in the metric, or has neither an output nor these fields.
        context: The sum of those that are not kept.
        outputs: The sum of the hashes of the predictions, which does not depend on their order.
        replies: The same of the replies.
        each: Whether each of several answers of a record is scored.
        answers: The numbers of answers of a record that occur.
    """

    needs: tuple[str, ...]
    judges: str = "prediction"
    reply_key: str = ""
    metric: Metric | None = None
    only_sums: bool = False
    references: set[int] = field(default_factory=set)
    contexts: array[int] = field(default_factory=lambda: array("Q"))
    context: int = 0
    outputs: int = 0
    replies: int = 0
    each: bool = False
    answers: set[int] = field(default_factory=set)

    def add(self, batch: Batch) -> None:
        """Add records."""
        if self.metric is None and self._add_texts(batch):
            return
        hashes = self._own_hashes(self.metric, batch) if self.metric else self._hashed(batch)
        if self.only_sums:
            self.context += sum(hashes)
        else:
            self.contexts += hashes

    def plus(self, other: Fingerprint) -> None:
        """Add the hashes of other records, which were summed as these are."""
        self.references |= other.references
        self.context += other.context
        self.outputs += other.outputs
        self.replies += other.replies
        self.answers |= other.answers

    def _add_texts(self, batch: Batch) -> bool:
        """Add records by the hashes of their texts, if they are such and nothing else is hashed."""
        if self.needs != ("references",) or self.judges != "prediction" or self.reply_key:
            return False
        if self.each and batch.answers is not None:
            return False

        if (hashes := text_hashes(batch)) is None:
            return False
        self.references.update(hashes.references)
        self.outputs += hashes.outputs
        if self.only_sums:
            self.context += hashes.context
        else:
            self.contexts += hashes.contexts
        return True

    def _own_hashes(self, metric: Metric, batch: Batch) -> array[int]:
        """Add the records that the metric takes, as it reads them."""
        places = metric_records.takes(metric, batch)
        taken = range(len(batch)) if places is None else places
        hashes = self._hashed(metric_records.seen(metric, batch.select(taken)))
        full = array("Q", bytes(8 * len(batch)))
        for i, digest in zip(taken, hashes, strict=True):
            full[i] = digest
        return full

    def _hashed(self, batch: Batch) -> array[int]:
        """Add outputs and counts of references of records, and return the hashes of the rest."""
        alone = self._without_context(batch)
        if "references" in self.needs:
            sizes = map(len, batch.references)
            self.references.update(size for i, size in enumerate(sizes) if i not in alone)
        # Replies differ between systems that are scored against the same references.
        context = (batch.column(need) for need in self.needs if need != REPLIES)
        contexts = _hashes(zip(batch.instance_ids, *context, strict=True))
        for i in alone:
            contexts[i] = 0
        outputs = batch.outputs if self.each else batch.column(self.judges)
        if self.each:
            self._count_answers(batch)
        self.outputs += sum(_hashes(zip(batch.instance_ids, outputs, strict=True)))
        if self.reply_key:
            kept = [_replies_of(self.reply_key, replies or {}) for replies in batch.column(REPLIES)]
            self.replies += sum(_hashes(zip(batch.instance_ids, kept, strict=True)))
        return contexts

    def _without_context(self, batch: Batch) -> set[int]:
        """Return the records that have neither an output nor what it is judged against."""
        columns = [batch.column(need) for need in self.needs if need != REPLIES]
        return {i for i in batch.failed if any(column[i] is None for column in columns)}

    def _count_answers(self, batch: Batch) -> None:
        """Keep the numbers of answers of records that have an output."""
        if (answers := batch.answers) is not None:
            lost = set(batch.failed)
            self.answers.update(size for i, size in enumerate(answers.sizes) if i not in lost)

    def signature(self, metric: Metric) -> str:
        """Write a full signature: metric, options, references, versions, data files, data."""
        parts = [metric.signature()]
        if self.references:
            parts.append(f"refs:{range_text(min(self.references), max(self.references))}")
        if max(self.answers, default=1) > 1:
            parts.append(f"samples:{range_text(min(self.answers), max(self.answers))}")
        by = official_versions(metric) or {name: version(name) for name in stated(metric)}
        parts += [f"{name}:{v}" for name, v in {"sacreval": version(), **by}.items()]
        parts += [f"{name}:{digest}" for name, digest in data_hashes(metric).items()]
        parts += [
            f"data:{(self.context + sum(self.contexts)) % MODULUS:016x}",
            f"outputs:{self.outputs % MODULUS:016x}",
        ]
        parts += [f"replies-data:{self.replies % MODULUS:016x}"] if self.reply_key else []
        return "|".join(parts)


class Fingerprints:
    """The fingerprints of many metrics; metrics that read the same fields share one.

    Args:
        metrics: The metrics.
        only_sums: Whether the hashes of single records are not asked for.
    """

    def __init__(self, metrics: Iterable[Metric], *, only_sums: bool = False) -> None:
        self._by_fields = {
            _fields(x): Fingerprint(
                x.needs,
                x.judges,
                _reply_key(x),
                x if _reads_own(x) else None,
                only_sums,
                each=scores_each(x),
            )
            for x in metrics
        }

    def add(self, batch: Batch) -> None:
        """Add records."""
        for fingerprint in self._by_fields.values():
            fingerprint.add(batch)

    def plus(self, other: Fingerprints) -> None:
        """Add the hashes of other records, of the same metrics."""
        for fields, fingerprint in self._by_fields.items():
            fingerprint.plus(other._by_fields[fields])

    def of(self, metric: Metric) -> Fingerprint:
        """Return the fingerprint of the data that one metric reads."""
        return self._by_fields[_fields(metric)]


def _replies_of(key: str, replies: Mapping[str, Any]) -> Any:
    """Return the replies of a record that a judge reads, of all its answers if it has several."""
    from sacreval.metrics.judges._joining import of_answers

    return of_answers(key, replies) or replies.get(key)


def _reply_key(metric: Metric) -> str:
    return metric.reply_key if isinstance(metric, ReadsReplies) else ""


def _fields(metric: Metric) -> tuple[str, ...]:
    options = [f"{name}:{metric.options().get(name)}" for name in OWN] if _reads_own(metric) else ()
    each = ("each",) if scores_each(metric) else ()
    return (metric.judges, _reply_key(metric), *metric.needs, *options, *each)


def _reads_own(metric: Metric) -> bool:
    """Return whether a metric reads records of its own: other fields, or only some records."""
    return any(metric.options().get(name) for name in OWN)


def _hashes(values: Iterable[Any]) -> array[int]:
    lines = msgspec.json.Encoder().encode_lines(values).split(b"\n")  # JSON has no bare line ends
    hashes = array("Q", b"".join([blake2b(x, digest_size=8).digest() for x in lines[:-1]]))
    if sys.byteorder == "little":
        hashes.byteswap()
    return hashes

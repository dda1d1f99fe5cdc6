"""Hashes of records that are texts, computed by the extension without writing JSON in Python."""

from __future__ import annotations

from array import array

from msgspec import Struct

from sacreval import native
from sacreval.core.options.field_types import TEXT, TEXTS
from sacreval.core.records import Batch


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
    """Hash the references and the predictions of records.

    Args:
        batch: The records.

    Returns:
        The hashes of `[id, references]` and `[id, prediction]` as JSON; None if they are not all
        texts, a record has no references, or there are no kernels.
    """
    if not (native.available() and _are_texts(batch)):
        return None
    texts, numbers = batch.texts, batch.numbers
    try:
        found = texts.hashes(batch.instance_ids if numbers is None else numbers.start)
    except ValueError:  # half of a surrogate pair, which JSON cannot hold
        return None
    return FoundHashes(
        array("Q", found.contexts), found.context, found.outputs, texts.most_references()
    )


def _are_texts(batch: Batch) -> bool:
    if batch.has_views("prediction", "references"):
        return True
    both = TEXT.fast_check(batch.predictions), TEXTS.fast_check(batch.column("references"))
    return all(both)

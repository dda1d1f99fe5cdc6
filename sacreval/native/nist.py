"""NIST: the information of the n-grams of references, and what outputs share of it."""

from typing import TYPE_CHECKING, Literal, NamedTuple

from sacreval.native.batch import Texts, extension

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class NistOptions(NamedTuple):
    """Options of a table of information.

    Args:
        tokenize: sacrebleu's tokenizer.
        lowercase: Apply `str.lower()` first.
        ascii_lowercase: Lowercase A to Z of tokens.
        order: The longest n-grams, 1 to 1000.
        mteval: Count as mteval does, else as NLTK.
    """

    tokenize: Literal["13a", "char", "none"]
    lowercase: bool
    ascii_lowercase: bool
    order: int
    mteval: bool


class NistTable:
    """The information of the n-grams of all texts of a batch.

    Args:
        texts: The references of a run.
        options: How they are split and counted.
    """

    def __init__(self, texts: Texts, options: NistOptions) -> None:
        self.options = options
        self.handle = extension().nist_table(texts.handle, *options)


def nist_rows(
    texts: Texts, table: NistTable, *, leave_one_out: bool
) -> "tuple[NDArray[np.float64], NDArray[np.float64] | None] | None":
    """Compute the rows of a batch, and those without each reference.

    Args:
        texts: The batch; every instance has at least one reference, or two to leave one out.
        table: The information of the references.
        leave_one_out: Compute a row without each reference, too.

    Returns:
        (n, 3 * order + 1): information by order, n-grams of the output by order, length of the
        references by order, length of the output; and, if asked for, (P, 3 * order + 1). None if a
        reference has an n-gram that the table lacks.

    Raises:
        OverflowError: the texts of one instance exceed 2**31 - 1 characters.
        ValueError: an instance has too few references.

    Source:
        nltk.translate.nist_score; mteval-v13a.pl; Doddington 2002.
    """
    import numpy as np

    width = 3 * table.options.order + 1
    rows = np.zeros((len(texts), width))
    others = np.zeros((texts.pairs, width)) if leave_one_out else None
    complete = extension().nist_rows(
        texts.handle, (rows, others), texts.workers, table.handle, table.options.lowercase
    )
    return (rows, others) if complete else None

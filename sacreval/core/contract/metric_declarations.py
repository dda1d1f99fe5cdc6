"""What metrics declare: the fields that they read, and directions and ranges of their scores."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any, ClassVar

from sacreval.core.contract.metric_values import Direction
from sacreval.core.options.field_types import ANYTHING, TEXT_FIELDS, Kind
from sacreval.errors import UsageError


class Declarations:
    """Class variables of metrics, and what follows from them."""

    name: ClassVar[str]
    tasks: ClassVar[tuple[str, ...]] = ()  # of `core.tasks`; () if not declared
    judges: ClassVar[str] = "prediction"  # the field that is scored
    needs: ClassVar[tuple[str, ...]] = ("references",)  # the fields it is scored against
    kinds: ClassVar[Mapping[str, Kind]] = TEXT_FIELDS  # types of these fields;
    # one that is not named holds anything
    example: ClassVar[tuple[Mapping[str, Any], ...]] = ()  # records, if not of texts
    higher_is_better: ClassVar[Direction | Mapping[str, Direction]] = True  # by output if
    # they differ; None for descriptive outputs, such as a length
    main: ClassVar[str | None] = None  # the output that stands for the metric; None for the first
    is_mean: ClassVar[bool] = False  # a system's score is the mean of its records' scores
    highest: ClassVar[float | Mapping[str, float] | None] = None  # largest score of a record, by
    # output if they differ, where a system's score is the mean of scores from 0 up to it
    unknown_range: ClassVar[bool] = False  # code of a user that does not declare `highest`: scores
    # of which all are 0 or 1, and both occur, are taken as shares
    bounded: ClassVar[bool] = False  # scores of records lie in a fixed range that is not from 0 up
    greatest: ClassVar[Mapping[str, float]] = {}  # largest score of a system, by output, where it
    # is no mean and lies between 0 and that
    spans: ClassVar[Mapping[str, tuple[float, float]]] = {}  # least and largest score of a system,
    # by output or * for the others, where `highest` and `greatest` do not state them
    binary: ClassVar[tuple[str, ...]] = ()  # outputs by which a record is right, with the largest
    # score, or wrong
    optimistic: ClassVar[bool] = False  # scores at the best threshold for the scored records
    skewed: ClassVar[bool] = False  # scores whose resamples are biased and skewed, to correct
    of_sets: ClassVar[bool] = False  # whole sets are scored, by `measure`; see `SetMetric`
    whole_rows: ClassVar[bool] = False  # rows are integers, whose sums are exact in any order
    single_reference: ClassVar[bool] = False  # refuses records with several references
    undefined_where: ClassVar[str] = ""  # where a row or a score may be NaN, as in "outputs without
    # a number": such a record has no score and is no failure
    runs_model: ClassVar[bool] = False  # rows are computed in the main process, which owns it
    maps_records: ClassVar[bool] = False  # other fields are read than those of `judges` and `needs`
    runs_program: ClassVar[bool] = False  # rows are computed by a program that the main process
    # runs, whose files are in `rests_on`
    unparsed_output: ClassVar[str] = ""  # the output with the share of outputs without an answer
    own_processes: ClassVar[bool] = False  # rows are computed in processes that it starts itself
    positional: ClassVar[tuple[str, ...]] = ()  # options that commands take as arguments
    named_by: ClassVar[str] = ""  # the list of names among its options: of one name, it is the name
    # of the metric in a run that has it twice
    reply_key: ClassVar[str] = ""  # under which `replies` of records has those that it reads
    scores_none: ClassVar[bool] = False  # None is an output without an answer, which is wrong; else
    # that is an empty text or list
    joins_each: ClassVar[bool] = False  # whether each of several answers has replies of its own
    absent_options: ClassVar[
        Mapping[str, str]
    ] = {}  # options that are asked for, and why not there

    def kind_of(self, field: str) -> Kind:
        """Return the type of a field; anything that is there, if `kinds` does not name it.

        Args:
            field: A field of `judges` or `needs`.
        """
        return self.kinds.get(field, ANYTHING)

    def is_higher_better(self, output: str) -> Direction:
        """Return whether a larger value of an output is better; None if neither is.

        Args:
            output: Name of the output.

        Raises:
            UsageError: If `higher_is_better` is a mapping without this output.
        """
        declared = self.higher_is_better
        if not isinstance(declared, Mapping):
            return declared
        if output not in declared:
            raise UsageError(
                f"{self.name}: higher_is_better has no '{output}'; add it, with None if neither "
                "larger nor smaller values are better"
            )
        return declared[output]

    def is_symmetric(self, output: str) -> bool:
        """Return whether the score stays the same if a text and its only reference are swapped.

        Args:
            output: Name of the output.
        """
        del output
        return False

    def highest_score(self, output: str) -> float | None:
        """Return the largest score of a record; None for an unbounded output or no mean.

        Args:
            output: Name of the output. Its score for a system is the mean over records.
        """
        declared = self.highest
        return declared.get(output) if isinstance(declared, Mapping) else declared

    def score_range(self, output: str) -> tuple[float, float]:
        """Return the least and the largest score of a system; infinite where there is none.

        Args:
            output: Name of the output.
        """
        if (ends := self.worst_and_best(output)) is not None:
            return min(ends), max(ends)
        for highest in (self.highest_score(output), self.greatest.get(output)):
            if highest is not None:
                return 0.0, highest
        return self.spans.get(output) or self.spans.get("*") or (-inf, inf)

    def worst_and_best(self, output: str) -> tuple[float, float] | None:
        """Return the worst and the best score of a record; None if the metric declares none.

        Args:
            output: Name of the output.
        """
        del output
        return None

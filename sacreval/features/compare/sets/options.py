"""Options of `sacreval compare results`, and their types in Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from sacreval.cli.options.common_options import Base
from sacreval.cli.options.statistics_options import Confidence
from sacreval.cli.options.ungrouped import OptionGroup, Texts


@dataclass(frozen=True, kw_only=True)
class SetOptions:
    """What is compared over data sets.

    Args:
        sets: Group whose values are the data sets, of results of `evaluate --by`; by default each
            file is one.
        runs: Text before the run in the names of systems, such as @ in model@1 and model@2; runs
            of a model are averaged. The last such text counts.
        metric: An output of the result files; repeat it. By default all.
    """

    sets: str | None = None
    runs: str | None = None
    metric: tuple[str, ...] = ()


class BaseOptions(OptionGroup):
    """What systems are compared with, and at which level."""

    base: Base = None
    confidence: Confidence = 0.95


class SetArguments(TypedDict, total=False):
    """The types in Python of the options of a comparison over data sets."""

    sets: str | None
    runs: str | None
    metric: Texts
    base: str | None
    confidence: float

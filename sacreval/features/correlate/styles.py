"""Meta-evaluations as studies of the field make them: measures, people, systems, tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from sacreval.errors import UsageError
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.options import CorrelationOptions

_RANKING = {
    "human": ("mqm",),
    "tasks_by": ("language_pair",),
    "system_scores": "files",
    "interval": "none",
    "test": "wmt",
    "correction": "none",
    "ranks": "wmt",
}
_MEANS = {"system_scores": "mean", "interval": "none"}


@dataclass(frozen=True)
class RankingStyle:
    """How a metrics task of WMT, or another study, ranks metrics.

    Attributes:
        options: Options of correlations, where those of the user are the defaults.
        references: Language pair to the reference that metrics used; "" for all others. Empty
            where no language pairs are known.
        systems: Language pair to human texts that take part as systems.
    """

    options: Mapping[str, Any]
    references: Mapping[str, str] = field(default_factory=dict)
    systems: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def of(self, options: CorrelationOptions) -> CorrelationOptions:
        """Return options with those of the style in the place of defaults."""
        usual = {option.name: option.default for option in fields(CorrelationOptions)}
        changed = {
            name: value
            for name, value in self.options.items()
            if getattr(options, name) == usual[name]
        }
        return replace(options, **changed)

    def using(self, references: Sequence[str]) -> RankingStyle:
        """Return the style with other references of folders, if any are given.

        Args:
            references: References, each with its language pair as `he-en=refB` or without.
        """
        if not references:
            return self
        named = (text.rpartition("=") for text in references)
        return replace(self, references={pair: name for pair, _, name in named})

    @property
    def reference_options(self) -> list[str]:
        """The references of folders, as options name them."""
        return [f"{pair}={name}" if pair else name for pair, name in self.references.items()]

    def with_systems(self, tasks: Mapping[str, ScoreSet]) -> dict[str, ScoreSet]:
        """Return tasks in which human texts are systems where WMT's task had them.

        A text that metrics used as their reference stays one.
        """
        return {name: self._with_systems(name, data) for name, data in tasks.items()}

    def _with_systems(self, task: str, data: ScoreSet) -> ScoreSet:
        used = self.references.get(task, self.references.get(""))
        texts = [x for x in self.systems.get(task, ()) if x in data.references and x != used]
        if not texts:
            return data
        data = replace(data, references=data.references - {*texts})
        return data.noted(f"{', '.join(texts)} takes part as a system, as in WMT's task.")


STYLES: dict[str, RankingStyle] = {
    "wmt23": RankingStyle(
        {
            **_RANKING,
            "coefficient": (
                "pairwise-accuracy@system", "pearson@system", "pearson@global", "acc-eq@summary",
            ),
        },
        {"": "refA", "he-en": "refB"},
        {"he-en": ("refA",)},
    ),
    "wmt24": RankingStyle(
        {**_RANKING, "coefficient": ("spa@system", "acc-eq@summary")},
        {"": "refA", "en-de": "refB"},
        {"en-de": ("refA",)},
    ),
    "summeval": RankingStyle(
        {
            **_MEANS,
            "human": (
                "expert_coherence", "expert_consistency", "expert_fluency", "expert_relevance",
            ),
            "coefficient": ("kendall@system",),
        }
    ),
    "realsumm": RankingStyle(
        {
            **_MEANS,
            "human": ("litepyramid_recall",),
            "coefficient": ("pearson@system", "kendall@summary"),
        }
    ),
}  # fmt: skip
"""Metrics tasks of WMT by year, and studies of summarization.

Sources: Freitag et al. (2023), section 4.3, and (2024), section 4.2; the order, weights and human
texts are those of `WMT23` and `WMT24` in mt-metrics-eval. Fabbri et al. (2021), table 2, on human
scores of experts. Bhandari et al. (2020), sections 4.1 and 4.4."""


def style(name: str, *, has_folder: bool) -> RankingStyle:
    """Look up a style."""
    if STYLES[name].references and not has_folder:
        raise UsageError(
            f"--style {name} is for folders in the layout of mt-metrics-eval, as in: sacreval "
            f"correlate scores {name} --style {name}"
        )
    return STYLES[name]

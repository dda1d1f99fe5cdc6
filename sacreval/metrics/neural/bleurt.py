"""BLEURT (Sellam et al. 2020): similarity of an output and a reference by a learned regression."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.metric import metrics
from sacreval.metrics.neural._joint import Grid, JointMetric
from sacreval.models.class_logits import Policy
from sacreval.models.weights.sentence_files import Renamed
from sacreval.models.weights.weights import read_object

if TYPE_CHECKING:
    from sacreval.core.metric import Array

_PROJECTION = ("bleurt.encoder.embedding_projection.",
               "rembert.encoder.embedding_hidden_mapping_in.")  # fmt: skip
_HEAD = ("classifier.", "classifier.")


@metrics.register("bleurt")
@dataclass(frozen=True, kw_only=True)
class Bleurt(JointMetric):
    """BLEURT: similarity of an output and a reference, learned from judgments; about 0 to 1.

    Higher is better; scores may be below 0 or above 1, and those of different models must not be
    compared. A model reads the reference and the output together and returns one number. A pair
    longer than the model reads is cut, token by token from the longer text, with a notice. The
    score of a system is the mean. Needs `pip install 'sacreval[neural]'`; no model is downloaded.
    The model is BLEURT-20 or another one converted to PyTorch, such as lucadiliello/BLEURT-20
    (model_type `bleurt`), or any classifier of one class. The test checkpoint that the original
    uses by default is a toy.

    Args:
        multi_reference: With several references, the highest score counts, or the mean.

    Source: google-research/bleurt (commit cebe7e6); weights as bleurt-pytorch 0.0.1 names them.
    """

    tasks: ClassVar[tuple[str, ...]] = ("machine-translation", "data-to-text", "generation")
    policy: ClassVar[Policy] = "longest_first_tie_second"

    multi_reference: Literal["max", "mean"] = "max"

    @classmethod
    def misfit(cls, folder: Path) -> str:
        """Return why a model is neither a BLEURT nor a classifier of one class; "" if it is."""
        config = read_object(folder / "config.json", dict[str, Any])
        labels = config.get("id2label")
        if config.get("model_type") == "bleurt" or (isinstance(labels, dict) and len(labels) == 1):
            return ""
        return (
            "bleurt runs a model of type bleurt, or a classifier of one class, and this is neither"
            + cls._fetched()
        )

    def grid(self, prediction: str, prepared: Sequence[str]) -> Grid:
        """Join each reference with the output."""
        return Grid(tuple(prepared), (prediction,))

    def combine(self, logits: Array) -> Sequence[float]:
        """Select the best reference, or average over references."""
        scores = logits[:, 0, 0]
        return (float(scores.max() if self.multi_reference == "max" else scores.mean()),)

    def _renamed(self) -> Renamed | None:
        """Return what transformers calls the weights: those of a BERT or a RemBERT."""
        config = self._checkpoint.config()
        if config.get("model_type") != "bleurt":
            return None
        size = config.get("embedding_size")
        if size is None:
            return Renamed("bert", (("bleurt.", "bert."), _HEAD), (("num_labels", 1),))
        return Renamed(
            "rembert",
            (_PROJECTION, ("bleurt.", "rembert."), _HEAD),
            (("num_labels", 1), ("input_embedding_size", size)),
        )

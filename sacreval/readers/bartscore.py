"""BARTScore's dictionaries: pickles of source, references, outputs and human scores.

Source: Yuan, Neubig, Liu (2021), BARTScore, section 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.io.formats import pickles
from sacreval.readers._base import NumberedReader, convert, readers


@readers.register("bartscore")
@dataclass(frozen=True, kw_only=True)
class BartscoreReader(NumberedReader):
    """Pickled dictionaries as distributed in the BARTScore repository.

    An input has outputs of named systems, one output without a system name, or a better and a
    worse output. The pickle may contain only primitive types.

    Args:
        references: listed keeps references unchanged, distinct removes duplicates.
        judgments: The names of human scores; all others are published metrics. All if empty.
        no_references: Whether to leave references out, for files that repeat the source there.
        numpy_scalars: Whether numbers may be NumPy scalars.
    """

    map_refusal: ClassVar[str] = "does not go with pickles; drop it"

    references: Literal["listed", "distinct"] = "listed"
    judgments: tuple[str, ...] = ()
    no_references: bool = False
    numpy_scalars: bool = False

    def _records(self, path: str) -> Iterator[Instance]:
        data = pickles.load(path, numpy_scalars=self.numpy_scalars)
        if not isinstance(data, dict):
            raise InputError(
                f"{path}: this pickle is not a dictionary of inputs; give the right file"
            )
        for key, entry in data.items():
            where = f"{path}: input {key}"
            try:
                shared = self._shared(key, entry)
                for record in self._outputs(entry):
                    yield convert({**shared, **record}, where)
            except (KeyError, TypeError, AttributeError) as error:
                raise InputError(
                    f"{where}: not in the layout of BARTScore's dictionaries ({error!r}); give the "
                    "right file"
                ) from None

    def _shared(self, key: Any, entry: Mapping[str, Any]) -> dict[str, Any]:
        source = entry.get("src")
        shared = {"instance_id": str(key), "sources": None if source is None else [source]}
        if not self.no_references:
            listed = entry.get("ref_summs") or [entry.get("ref_summ", entry.get("ref"))]
            texts = [text for text in listed if text is not None]
            distinct = self.references == "distinct"
            shared["references"] = list(dict.fromkeys(texts)) if distinct else texts
        return shared

    def _outputs(self, entry: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        if "better" in entry:
            yield from _pair(entry)
            return
        if "sys_summ" in entry:
            yield self._output(entry)
            return
        for system, output in entry["sys_summs"].items():
            yield {"system_id": str(system).removesuffix(".txt"), **self._output(output)}

    def _output(self, output: Mapping[str, Any]) -> dict[str, Any]:
        scores = output.get("scores") or {}
        people = {k: v for k, v in scores.items() if not self.judgments or k in self.judgments}
        published = {k: v for k, v in scores.items() if k not in people}
        record = {"prediction": output["sys_summ"], "judgments": people or None}
        return record | ({"meta": {"scores": published}} if published else {})


def _pair(entry: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Return the two outputs of a relative ranking; 1 is the better."""
    for name, rank in (("better", 1), ("worse", 0)):
        side = entry[name]
        scores = side.get("scores") or {}
        yield {
            "system_id": str(side["sys_name"]),
            "prediction": side["sys"],
            "judgments": {"better": rank},
            **({"meta": {"scores": scores}} if scores else {}),
        }

"""Variants of records: copies with one field perturbed, drawn by seed, record and number.

Each record and variant has a generator of its own, so that draws depend on no other record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from sacreval.core.records import FIELDS, Batch, Instance
from sacreval.errors import InputError, SacrevalError, UsageError, nearest, one_line
from sacreval.features.robustness.perturbations._base import Perturbation, perturbations
from sacreval.stats.record_draws import generator

if TYPE_CHECKING:
    from numpy.random import Generator

VARIANT, PERTURBATION = "variant", "perturbation"  # names of groups
Compatible = Literal["fmeval"]


class Variants(msgspec.Struct, frozen=True, kw_only=True):
    """How variants of records are made.

    Args:
        perturbation: What changes the texts.
        field: The field that it changes: a text, or a list of texts.
        n: Number of variants of each record, 1 or more.
        seed: Seed, 0 or more. Draws depend on it, the instance and the variant alone.
        compatible: `fmeval` draws as that library: one generator for all records in their order.
    """

    perturbation: Perturbation
    field: str = "input"
    n: int = 5
    seed: int = 5
    compatible: Compatible | None = None

    def __post_init__(self) -> None:
        if self.field not in FIELDS:
            raise UsageError(f"--field: there is no field '{self.field}'; {_nearest(self.field)}")
        if self.compatible == "fmeval" and not self.perturbation.in_fmeval:
            known = [name for name, one in perturbations.importable() if one.in_fmeval]
            raise UsageError(
                f"--compatible fmeval: fmeval has no {self.perturbation.name}; give one of "
                f"{', '.join(known)}, or drop the option"
            )

    def of(self, batches: Iterable[Batch]) -> Iterator[Instance]:
        """Yield the variants of each record, in the order of the records.

        Args:
            batches: The records.

        Raises:
            InputError: If a record lacks the field, or has a group of the name of ours.
        """
        change = self._change()
        for batch in batches:
            for i, (instance, name) in enumerate(zip(batch, batch.instance_ids, strict=True)):
                if fault := self._fault(instance):
                    raise InputError(f"{batch.where(i)}: {fault}")
                for variant in range(1, self.n + 1):
                    yield msgspec.structs.replace(
                        instance,
                        instance_id=name,
                        groups=(instance.groups or {})
                        | {PERTURBATION: self.perturbation.name, VARIANT: variant},
                        **{self.field: change(getattr(instance, self.field), name, variant)},
                    )

    def _change(self) -> Callable[[Any, str, int], Any]:
        """Return the function from a value, an instance and a number to the changed value."""
        import numpy as np

        if self.compatible == "fmeval":
            shared = np.random.default_rng(self.seed)
            return lambda value, _, __: _changed(value, self.perturbation.fmeval, shared)
        return lambda value, name, variant: _changed(
            value, self.perturbation.perturb, generator(self.seed, name, variant)
        )

    def _fault(self, instance: Instance) -> str:
        value = getattr(instance, self.field)
        texts = value if isinstance(value, list) else [value]
        if value is None or not texts or not all(isinstance(text, str) for text in texts):
            return (
                f"`{self.field}` is not a text or a list of texts, which --field perturbs; "
                "name another field, or add it"
            )
        for name in (VARIANT, PERTURBATION):
            if name in (instance.groups or {}):
                return f"the record has a group '{name}' already; perturb the original records"
        return ""


def _changed(value: Any, change: Callable[[str, Generator], str], rng: Generator) -> Any:
    if isinstance(value, list):
        return [_text(change, text, rng) for text in value]
    return _text(change, value, rng)


def _text(change: Callable[[str, Generator], str], text: str, rng: Generator) -> str:
    try:
        changed: Any = change(text, rng)
    except SacrevalError:
        raise
    except Exception as error:
        raise UsageError(f"the perturbation raised {one_line(error)}; correct its code") from error
    if not isinstance(changed, str):
        raise UsageError(
            f"the perturbation returned {type(changed).__name__}, not a text; correct its code"
        )
    return changed


def _nearest(name: str) -> str:
    return nearest(name, ("input", "prediction", "sources", "references"))

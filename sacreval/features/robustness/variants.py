"""Variants of records with one field perturbed, and the two files that `robustness` compares.

Each record and variant has a generator of its own, so that draws depend on no other record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec
from msgspec import Struct, field

from sacreval.core.records import FIELDS, Batch, Instance
from sacreval.core.selection import Selection
from sacreval.errors import InputError, SacrevalError, UsageError, nearest, one_line
from sacreval.features.robustness.perturbations._base import Perturbation, perturbations
from sacreval.scoring.inputs.selected_records import RecordFilter
from sacreval.scoring.inputs.source import Source
from sacreval.stats.draws import generator

if TYPE_CHECKING:
    from numpy.random import Generator

    from sacreval.scoring.inputs.source import SharedFiles


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
            known = [name for name, cls in perturbations.importable() if cls.in_fmeval]
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


class Variant(NamedTuple):
    """One variant of the records of a system.

    Args:
        system: The system.
        name: Its name, such as `butter-finger 2`.
    """

    system: str
    name: str


class GivenText(NamedTuple):
    """What a system was given, and its output.

    Args:
        given: The value of the perturbed field.
        output: The output.
    """

    given: Any
    output: Any


class ComparedFiles(Struct, eq=False):
    """What is kept of both files beside scores.

    Args:
        originals: Id and system of each original to its texts.
        variants: System of rows to the variant that it stands for.
        counts: System to counts of its variants: `all`, `inputs` (changed), `outputs` (changed).
        inputs: System to the inputs of variants that differ, each with its original.
        lengths: System to the number of characters of the originals of all its variants.
        without_input: Systems with a record that has no input to compare.
    """

    originals: dict[str, dict[str, GivenText]] = field(default_factory=dict)
    variants: dict[str, Variant] = field(default_factory=dict)
    counts: dict[str, Counter[str]] = field(default_factory=dict)
    inputs: dict[str, Counter[tuple[str, str]]] = field(default_factory=dict)
    lengths: Counter[str] = field(default_factory=Counter)
    without_input: set[str] = field(default_factory=set)

    def keep(self, instance: Instance, name: str, system: str, perturbed: str) -> None:
        """Keep the texts of an original."""
        text = GivenText(getattr(instance, perturbed), instance.prediction)
        self.originals.setdefault(system, {})[name] = text

    def add(self, instance: Instance, name: str, variant: Variant, perturbed: str) -> None:
        """Compare a variant with its original, if there is one."""
        system = variant.system
        known = self.originals.get(system) or self._only()
        if name not in known:
            return
        original, output = known[name]
        counts = self.counts.setdefault(system, Counter())
        counts["all"] += 1
        counts["outputs"] += instance.prediction != output
        mine = getattr(instance, perturbed)
        if original is None or mine is None:
            self.without_input.add(system)
            return
        counts["inputs"] += mine != original
        before, after = _joined(original), _joined(mine)
        self.lengths[system] += len(before)
        if before != after:
            self.inputs.setdefault(system, Counter())[before, after] += 1

    def _only(self) -> dict[str, GivenText]:
        """Return the originals of the only system, whose name may differ between files."""
        return next(iter(self.originals.values())) if len(self.originals) == 1 else {}


class VariantSource(Source, frozen=True, kw_only=True):
    """Both files as one source, in which each variant is a system of its own.

    Args:
        perturbed: The field that was perturbed.
        compared: What is kept of both files.
        chosen: The originals that take part, with all their variants.
    """

    perturbed: str
    compared: ComparedFiles
    chosen: RecordFilter = field(default_factory=lambda: RecordFilter(Selection()))

    def batches(self, workers: int = 1, shared: SharedFiles | None = None) -> Iterator[Batch]:
        """Read the originals, then the variants.

        Raises:
            InputError: If the files are swapped, or a file is missing or empty.
            UsageError: If there are not two files.
        """
        if len(self.paths) != 2:  # originals and variants
            raise UsageError(
                f"robustness compares two files, and {len(self.paths)} were given; name the "
                "outputs for the original records, then those for their variants"
            )
        first, second = self.paths
        return self._read(super().batches(workers, shared), first, second)

    def _read(self, batches: Iterator[Batch], first: str, second: str) -> Iterator[Batch]:
        def is_original(batch: Batch) -> bool:
            return batch.origin == first or Path(batch.origin).is_relative_to(first)

        names: set[str] = set()
        for original, some in groupby(batches, key=is_original):
            if not original:
                yield from map(self._variants, self._of_chosen(some, names))
                continue
            for batch in self.chosen.of(some):
                names.update(batch.instance_ids)
                yield self._originals(batch, second)

    def _of_chosen(self, batches: Iterable[Batch], names: set[str]) -> Iterator[Batch]:
        """Yield the variants of the originals that take part, where not all do."""
        for batch in batches:
            kept = [i for i, x in enumerate(batch.instance_ids) if x in names]
            if not self.chosen.selection.of_records or len(kept) == len(batch):
                yield batch
            elif kept:
                yield batch.select(kept)

    def _originals(self, batch: Batch, second: str) -> Batch:
        ids = zip(batch, batch.instance_ids, batch.system_ids, strict=True)
        for i, (instance, name, system) in enumerate(ids):
            if VARIANT in (instance.groups or {}):
                raise InputError(
                    f"{batch.where(i)}: this is an output for a variant (groups.{VARIANT}), and "
                    f"the first file has the originals; name {second} first"
                )
            self.compared.keep(instance, name, system, self.perturbed)
        return batch

    def _variants(self, batch: Batch) -> Batch:
        renamed = []
        ids = zip(batch, batch.instance_ids, batch.system_ids, strict=True)
        for instance, name, system in ids:
            groups = instance.groups or {}
            kind = groups.get(PERTURBATION, "variant")
            variant = Variant(system, f"{kind} {groups.get(VARIANT, 1)}")
            row = f"{system} ({variant.name})"
            self.compared.variants[row] = variant
            self.compared.add(instance, name, variant, self.perturbed)
            renamed.append(msgspec.structs.replace(instance, instance_id=name, system_id=row))
        return batch.with_instances(renamed)


def _joined(value: Any) -> str:
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value)


def pair(compared: ComparedFiles, systems: Sequence[str]) -> dict[str, list[str]]:
    """Pair the systems of originals with those of their variants."""
    names = [name for name in systems if name in compared.variants]
    originals = [name for name in systems if name not in compared.variants]
    varied = dict.fromkeys(compared.variants[name].system for name in names)
    if len(originals) == len(varied) == 1:
        return {originals[0]: names}
    if alone := sorted(set(originals) ^ set(varied)):
        raise InputError(
            f"system '{alone[0]}' is in one of the two files only; give outputs of the same "
            "systems, with the same system_id"
        )
    return {
        system: [name for name in names if compared.variants[name].system == system]
        for system in originals
    }

"""The classes of a model by name, from its configuration or from an option."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.models.weights.weights import Checkpoint

ENTAILMENT = ("entailment", "entail", "entails", "entailed", "supports", "supported", "support")
CONTRADICTION = ("contradiction", "contradict", "contradicts", "contradictory", "refutes",
                 "refuted", "refute")  # fmt: skip
_SHOWN = 8


def classes(model: Checkpoint, named: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the classes of a model, in the order of its logits.

    Args:
        model: The checkpoint, whose configuration has them as `id2label`.
        named: Other names, from an option; empty for those of the configuration.

    Raises:
        UsageError: If their number is not that of the classes, or two are equal.
    """
    stated = model.config().get("id2label")
    labels = stated if isinstance(stated, dict) else {}
    known = [str(labels[key]) for key in sorted(labels, key=_number)]
    names = tuple(named) or tuple(known) or ("LABEL_0", "LABEL_1")
    if known and len(names) != len(known):
        raise UsageError(
            f"{len(names)} labels are given for the {len(known)} classes of {model.name}; name "
            "each class once, in the order of the model's logits"
        )
    if len(set(names)) < len(names):
        raise UsageError(f"Two labels of {model.name} are equal; name each class: --labels NAME")
    return names


def _number(key: str) -> int:
    return int(key) if key.isdecimal() else -1


def place(model: Checkpoint, names: Sequence[str], wanted: Sequence[str]) -> int:
    """Return the index of the class with one of some names; case and punctuation are ignored.

    Args:
        model: The checkpoint.
        names: The names of its classes.
        wanted: The names that are looked for, the usual one first.

    Raises:
        UsageError: If none or several of the classes have such a name.
    """
    fit = [i for i, name in enumerate(names) if _plain(name) in wanted]
    if len(fit) != 1:
        shown = ", ".join(names[:_SHOWN])
        raise UsageError(
            f"{model.folder / 'config.json'}: none of the labels {shown} is {wanted[0]}; name the "
            "classes in the order of the model's logits: --labels NAME --labels NAME ..."
        )
    return fit[0]


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).lower()

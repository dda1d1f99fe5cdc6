"""Outputs of the opponent in comparisons of pairs, by instance."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from sacreval.core.json_lines import decode_line, lines_of
from sacreval.core.private_records import is_private
from sacreval.core.records import Instance
from sacreval.errors import InputError, UsageError, nearest, shortened
from sacreval.io.files import stem

_INSTANCE = msgspec.json.Decoder(Instance)


class Opponent(NamedTuple):
    """One output of the opponent.

    Args:
        system_id: Its system.
        prediction: The output.
        private: Whether no model may be asked about it.
    """

    system_id: str
    prediction: Any
    private: bool = False


class Opponents:
    """The outputs of the opponent.

    Args:
        path: A JSONL file with them.
        system: Their system; "" if the file has one system.

    Raises:
        InputError: If the file cannot be read, or has two outputs for an instance.
        UsageError: If it has several systems and none is named, or not the one that is named.
    """

    def __init__(self, path: str, system: str = "") -> None:
        self.path = path
        self._outputs: dict[str, Opponent] = {}
        systems: set[str] = set()
        for number, line in enumerate(lines_of(path), start=1):
            record: Instance = decode_line(line, _INSTANCE, "record")
            name = record.system_id or stem(path)
            systems.add(name)
            if not system or name == system:
                self._add(record, name, number, line.where)
        self._check(systems, system)

    def of(self, instance_id: str) -> Opponent:
        """Return the output for an instance.

        Raises:
            InputError: If there is none.
        """
        if instance_id not in self._outputs:
            raise InputError(
                f"{self.path}: there is no output for instance '{shortened(instance_id)}'; the "
                "opponent of a pair needs one for each"
            )
        return self._outputs[instance_id]

    def _add(self, record: Instance, system: str, number: int, where: str) -> None:
        instance = str(number if record.instance_id is None else record.instance_id)
        if instance in self._outputs and self._outputs[instance].system_id == system:
            raise InputError(
                f"{where}: system '{shortened(system)}' has instance '{shortened(instance)}' "
                "already; remove one of the two"
            )
        self._outputs[instance] = Opponent(system, record.prediction, is_private(record))

    def _check(self, systems: set[str], system: str) -> None:
        if system and system not in systems:
            raise UsageError(
                f"--opponent-system: {self.path} has no system '{shortened(system)}'; "
                f"{nearest(system, systems)}"
            )
        if not system and len(systems) > 1:
            names = shortened(", ".join(sorted(systems)))
            raise UsageError(
                f"{self.path} has several systems ({names}); name one with --opponent-system"
            )

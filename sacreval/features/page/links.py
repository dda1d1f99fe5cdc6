"""Links from a number to the record behind it, which the script opens."""

from __future__ import annotations

from sacreval.features.page.content import Content
from sacreval.features.page.elements import Node, element


class RecordLinks:
    """Links to the records of one output.

    Args:
        content: The data of the page.
        output: The output by which a link shows its record.
    """

    def __init__(self, content: Content, output: str) -> None:
        self._places = {name: i for i, name in enumerate(content.instances)}
        self._systems = {name: i for i, name in enumerate(content.recorded)}
        shown = content.listed
        self._number = shown.index(output) if output in shown else None

    def to(self, instance: str, system: str) -> Node:
        """Return a link to a record, or its name where the page does not list it.

        Args:
            instance: Id of the instance.
            system: The system whose output is shown first.
        """
        place, of = self._places.get(instance), self._systems.get(system)
        if place is None or of is None or self._number is None:
            return element("bdi", None, instance)
        attributes = {
            "href": "#records",
            "data-record": place,
            "data-system": of,
            "data-number": self._number,
        }
        return element("a", attributes, element("bdi", None, instance))

"""Laws: functions of one subject, such as a metric, of which an item of pytest checks all."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from support import missing

Law = Callable[[Any], None]


class Laws:
    """Laws, each with the subjects that it concerns."""

    def __init__(self) -> None:
        self._laws: list[tuple[Law, frozenset[Any]]] = []

    def of(self, subjects: Iterable[Any]) -> Callable[[Law], Law]:
        """Register a function that raises where one of these subjects breaks a law.

        It may skip, which means that the law does not concern a subject.
        """

        def register(law: Law) -> Law:
            assert law.__doc__, f"{law.__name__}: write the law as a sentence"
            assert law.__name__ not in {known.__name__ for known, _ in self._laws}, law.__name__
            self._laws.append((law, frozenset(subjects)))
            return law

        return register

    def check(self, subject: Any) -> None:
        """Check all laws of a subject, and fail with all that are broken, each with its sentence.

        Where every law was skipped, the item is skipped.
        """
        broken: dict[str, BaseException] = {}
        skipped, kept = [], 0
        for law in (law for law, subjects in self._laws if subject in subjects):
            try:
                law(subject)
                kept += 1
            except pytest.skip.Exception as reason:
                skipped.append(str(reason))
            except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - shown below
                if name := missing.absent(error):
                    missing.say(f"some laws: {name} is not installed")
                    skipped.append(f"{name} is not installed")
                    continue
                error.add_note(f"law {law.__name__}: {(law.__doc__ or '').splitlines()[0]}")
                broken[law.__name__] = error
        if broken:
            raise BaseExceptionGroup(f"broken laws: {', '.join(broken)}", list(broken.values()))
        if skipped and not kept:
            pytest.skip("; ".join(dict.fromkeys(skipped)))


METRICS = Laws()
"""The laws of every metric as it can be made, under every value of every option."""

CLASSES = Laws()
"""The laws of every metric, by its name."""

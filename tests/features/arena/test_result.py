"""The structs of arenas."""

import msgspec

from sacreval.features.arena.result import ArenaFile, ArenaReport, ArenaSettings, OrderEffect


def test_files_are_read_back():
    """A file of an arena holds all of it but the sentences of failures."""
    order = OrderEffect(judge="j", pairs=4, changed=1, share=0.25, first=0.6)
    report = ArenaReport(
        settings=ArenaSettings(base="x"), standings=[], pairs=[], orders=[order], battles=7,
        missing=1, notices=["look"], failures=["no"],
    )  # fmt: skip
    read = msgspec.json.decode(msgspec.json.encode(report.to_file()), type=ArenaFile)
    assert (read.settings.base, read.orders, read.notices) == ("x", [order], ["look"])
    assert (read.battles, read.missing) == (7, 1)

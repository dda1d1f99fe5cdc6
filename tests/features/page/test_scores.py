"""The section of results."""

from msgspec.structs import replace

from sacreval.core.results import Band, Interval, Repeats, Result, Verdict
from sacreval.features.page.content import Content
from sacreval.features.page.scores import groups, results


def result(system, value, *, output="m", group=None, up=True, n=3):
    return Result(
        metric="m", output=output, system_id=system, group=group, value=value, n=n,
        higher_is_better=up, interval=None, signature="m", engine="official",
    )  # fmt: skip


def text(node):
    return " ".join("".join(node.itertext()).split())


def test_the_best_of_each_column():
    """The highest is the best where higher is better, the lowest where lower is, else none."""
    content = Content(
        results=[
            result(system, value, output=output, up=up)
            for output, up in (("up", True), ("down", False), ("none", None))
            for system, value in (("a", 0.5), ("b", 0.25))
        ]
    )
    rows = list(results(content).iter("tr"))[1:]
    best = [
        ["(best)" in "".join(cell.itertext()) for cell in row.findall("td")[1:]] for row in rows
    ]
    assert best == [[True, False, False], [False, True, False]]


def test_gates_that_failed_come_first():
    """A failed gate is said in words, before those that passed."""
    verdicts = [
        Verdict(gate="m > 0", output="m", system_id="a", passed=True, sentence="fine"),
        Verdict(gate="m > 9", output="m", system_id="a", passed=False, sentence="too low"),
    ]
    found = text(results(Content(results=[result("a", 0.5)], gates=verdicts)))
    assert found.index("failed") < found.index("passed")
    assert "too low" in found
    open_ = Verdict(gate="m", output="m", system_id="a", passed=False, sentence="wide",
                    answer="cannot tell")  # fmt: skip
    assert "undecided" in text(results(Content(results=[result("a", 0.5)], gates=[open_])))


def test_groups():
    """Groups have a section with a row each; without groups there is none."""
    assert groups(Content(results=[result("a", 0.5)])) is None
    both = [result("a", 0.5), result("a", 0.25, group="g=x"), result("a", 0.75, group="g=y", n=4)]
    names = [text(row.find("th")) for row in groups(Content(results=both)).iter("tr")][1:]
    assert names == ["g=x", "g=y"]


def test_how_intervals_were_computed():
    """The methods of intervals, bands and repeated samples are below the table."""
    wilson = Interval(low=0.2, high=0.8, level=0.95, method="wilson", reason="0/1 scores")
    band = Band(mean=0.1, high=0.2, p=0.5, level=0.95, draws=10, seed=1)
    apart = Repeats(
        between=0.1, within=0.2, other_items=0.05, fixed_items=0.02, samples=4, item_cost=1,
        best_samples=1,
    )  # fmt: skip
    shown = text(
        results(
            Content(
                results=[
                    replace(result("a", 0.5), interval=wilson, repeats=apart),
                    replace(result("a", 0.1, output="ece"), band=band),
                ]
            )
        )
    )
    assert "95 % intervals: wilson (0/1 scores)." in shown
    assert "No interval, but what a calibrated model would show: ece 0.1 on average" in shown
    assert "(calibrated: up to 0.2000)" in shown
    assert "m: standard error 0.05 for other items, 0.02 for these sampled again" in shown.lower()

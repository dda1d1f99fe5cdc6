"""The page on growth: lines are fitted, slopes are stated, and the page is that of its figures."""

import json
import math

import pytest

from generator import growth
from support.mirror import CHECKOUT

KNOWN = json.loads((CHECKOUT / growth.FIGURES).read_text(encoding="utf-8"))
SIZES = (10, 100, 1000, 10_000)


def points(start, slope, power=1.0):
    return [[size, start + slope * size**power, 50] for size in SIZES]


def test_a_line_is_found():
    """Points on a line give its start and slope, and an exponent of one."""
    start, slope = growth.fit(points(0.2, 0.01))
    assert (start, slope) == (pytest.approx(0.2), pytest.approx(0.01))
    assert growth.exponent(points(0.2, 0.01)) == pytest.approx(1)


def test_a_quadratic_cost_is_seen():
    """A cost that grows with the square has an exponent far above one."""
    assert growth.exponent(points(0.0, 1e-4, power=2)) > 1.8


def test_a_start_alone_has_no_exponent():
    """Where nothing grows there is no slope to state."""
    assert math.isnan(growth.exponent([[size, 0.3, 50] for size in SIZES]))


def test_slopes_have_units():
    """A row states the seconds of the start, the cost of one more, and the exponent."""
    line = {"axis": "records", "name": "`x`", "points": points(0.2, 5e-4)}
    made = growth.row(line)
    assert made[2:6] == ["10 to 10,000", "0.20", "500.0 µs a record", "1.00"]


def test_the_page_is_that_of_its_figures():
    """The page is what `benchmarks/growth.py --write` writes from the file of figures."""
    assert (CHECKOUT / growth.PAGE).read_text(encoding="utf-8") == growth.page(KNOWN)
    assert (CHECKOUT / growth.PICTURE).read_bytes().startswith(b"\x89PNG")


def test_every_way_to_grow_is_measured():
    """Records, systems, metrics, references and resamples have a line of several points."""
    axes = {line["axis"] for line in KNOWN}
    assert axes == {"records", "systems", "metrics", "references", "resamples"}
    assert all(len(line["points"]) > 2 for line in KNOWN)


@pytest.mark.parametrize("line", KNOWN, ids=lambda line: f"{line['axis']} {line['name']}")
def test_nothing_grows_with_the_square(line):
    """No measured cost grows faster than in proportion, within the error of a busy machine."""
    assert not growth.exponent(line["points"]) > 1.25  # nan where the start is nearly all

"""Figures as files."""

from xml.etree import ElementTree as ET

import pytest

from sacreval.features.page.figures import ridges
from sacreval.features.page.report_files import file_name, standalone


@pytest.mark.parametrize("name", ["a", "<script>&'\"", "x\x00\x1b\udcff\ufffe", "日本語"])
def test_standalone(name):
    """A figure with any name is XML with its own size and style, and no script."""
    figure = ridges("bleu", {name: [1.0, 2.0, 3.0]})
    before = ET.tostring(figure.find("svg"))
    root = ET.fromstring(standalone(figure.find("svg")))  # noqa: S314 - our own figure
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.attrib["width"] == "330"
    assert [one.tag.rpartition("}")[2] for one in root.iter()].count("style") == 1
    assert not any(one.tag.endswith("script") for one in root.iter())
    assert ET.tostring(figure.find("svg")) == before


def test_names():
    """Names are letters that every file system has, and no two differ in case alone."""
    assert file_name("r", "scores-rougeL_f1", set()) == "r-scores-rougeL_f1.svg"
    assert file_name("r", "a/../b c", set()) == "r-a-..-b-c.svg"
    assert file_name("r", "日本", set()) == "r-figure.svg"
    assert file_name("r", "A", {"r-a.svg", "r-a-2.svg"}) == "r-A-3.svg"
    assert len(file_name("r", "x" * 999, set())) < 100

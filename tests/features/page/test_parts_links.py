"""Links from a number to the record behind it."""

from sacreval.core.records import Scored
from sacreval.core.results import Result
from sacreval.features.page.content import Content
from sacreval.features.page.parts import RecordLinks


def content():
    results = [
        Result(metric="bleu", output="bleu", system_id=s, group=None, value=1.0, n=1,
               higher_is_better=True, interval=None, signature="bleu", engine="native")
        for s in "ab"
    ]  # fmt: skip
    records = {
        s: {"7": Scored(instance_id="7", system_id=s, system_type="peer", scores={"bleu": 1.0})}
        for s in "ab"
    }
    return Content(results=results, instances=["7"], records=records)


def test_a_link_has_the_places_of_its_record():
    """The script finds the record, the system and the metric by their places in the page's data."""
    node = RecordLinks(content(), "bleu").to("7", "b")
    assert node.tag == "a"
    assert {k: v for k, v in node.attrib.items() if k.startswith("data-")} == {
        "data-record": "0", "data-system": "1", "data-number": "0",
    }  # fmt: skip


def test_what_the_page_does_not_list_is_a_name():
    """Unknown records, systems and metrics have no link."""
    for output, instance, system in (("ter", "7", "b"), ("bleu", "8", "b"), ("bleu", "7", "c")):
        assert RecordLinks(content(), output).to(instance, system).tag == "bdi"

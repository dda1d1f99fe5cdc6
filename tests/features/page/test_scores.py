"""Sections of a page: scores, figures, distributions, tests, and the parts they share."""

import json
from xml.etree.ElementTree import tostring

import pytest
from msgspec.structs import replace

from sacreval.core.records import Scored
from sacreval.core.results import Band, Interval, Missing, Repeats, Result, Verdict
from sacreval.features.page import parts
from sacreval.features.page.comparisons import against_base, since_baseline
from sacreval.features.page.content import Content
from sacreval.features.page.distributions import distributions, is_binary
from sacreval.features.page.figures import RIGHT, Axis, forest, ridges
from sacreval.features.page.parts import RecordLinks, element, hidden, inert_json, serialize
from sacreval.features.page.scores import groups_section, results_section, score_table
from support.pairs import compared
from support.program import write_jsonl
from support.two_sets import WORDS, write_two_sets


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
    rows = list(results_section(content).iter("tr"))[1:]
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
    shown = text(results_section(Content(results=[result("a", 0.5)], gates=verdicts)))
    assert shown.index("failed") < shown.index("passed")
    assert "too low" in shown
    open_ = Verdict(gate="m", output="m", system_id="a", passed=False, sentence="wide",
                    answer="cannot tell")  # fmt: skip
    assert "undecided" in text(results_section(Content(results=[result("a", 0.5)], gates=[open_])))


def test_groups():
    """Groups have a section with a row each; without groups there is none."""
    assert groups_section(Content(results=[result("a", 0.5)])) is None
    both = [result("a", 0.5), result("a", 0.25, group="g=x"), result("a", 0.75, group="g=y", n=4)]
    names = [text(row.find("th")) for row in groups_section(Content(results=both)).iter("tr")][1:]
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
        results_section(
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


def test_pages(cli, tmp_path):
    """The page has a table for each output; with --dataset it is that of one data set."""
    write_two_sets(tmp_path)
    kept = ["-o", "r.json", "--instances", "i.jsonl", "-q", "--check", "chrf > 60"]
    assert cli("evaluate", "suite", "suite.yaml", *kept).code == 1
    done = cli("report", "r.json", "-o", "all.html")
    assert done.code == 0
    assert "give --dataset NAME for distributions" in done.err
    page = (tmp_path / "all.html").read_text()
    assert page.count("by data set</caption>") == 4
    assert "mean of sets" in page
    assert "boolq: chrf of careless is" in page
    done = cli("report", "r.json", "-o", "one.html", "--dataset", "boolq", "--inputs",
               "boolq/careful.jsonl", "--inputs", "boolq/careless.jsonl")  # fmt: skip
    assert done.code == 0, done.err
    page = (tmp_path / "one.html").read_text()
    assert "Worst and best records" in page
    assert "the cat sat" in page
    assert "by data set" not in page


def test_wrong_options(cli, tmp_path):
    """An unknown data set, and options of one data set without its name, are errors."""
    write_two_sets(tmp_path)
    cli("evaluate", "chrf", *WORDS, "-o", "r.json", "-q")
    done = cli("report", "r.json", "-o", "x.html", "--dataset", "bolq")
    assert "r.json has no such data set; did you mean 'boolq'?" in done.err
    done = cli("report", "r.json", "-o", "x.html", "--inputs", "boolq/careful.jsonl")
    assert "are of one data set; name it with --dataset NAME" in done.err


def score_tables_result(system, output, value, **more):
    return Result(
        metric="m", output=output, system_id=system, group=None, value=value, interval=None,
        higher_is_better=True, signature="m", engine="native", **{"n": 9, **more},
    )  # fmt: skip


def cells(lines, **options):
    """Return the text of each row of a table."""
    table = score_table("Scores", "system", ["p", "q"], lines, **options)
    return ["|".join("".join(cell.itertext()) for cell in row) for row in table.iter("tr")]


def test_places_marks_and_gaps():
    """Each output has its own decimal places and its best; a result that is not there is empty."""
    lines = {
        "a": [score_tables_result("a", "p", 0.5), score_tables_result("a", "q", 50.0)],
        "b": [score_tables_result("b", "p", 0.25), None],
    }
    assert cells(lines) == [
        "system|records|p|q",
        "a|9|0.5000 (best)|50",
        "b|9|0.2500|",
    ]


def test_counts():
    """Records are counted, of how many, and those without a score; not where all tables say so."""
    lacking = {"missing": Missing(failed=2), "of": 12}
    lines = {
        "a": [
            score_tables_result("a", "p", 0.5, n=7, **lacking),
            score_tables_result("a", "q", 0.5, **lacking),
        ]
    }
    assert cells(lines) == ["system|records|missing|p|q", "a|7 to 9 of 12|2|0.5000|0.5000"]
    assert cells(lines, counted=False) == ["system|p|q", "a|0.5000|0.5000"]


def test_signs():
    """What a caller adds stands behind the score."""
    table = score_table(
        "Scores", "system", ["p"], {"a": [score_tables_result("a", "p", 0.5)]}, sign=lambda _: "!"
    )
    assert "0.5000!" in tostring(table, "unicode")


def figures_result(system, value, low=None, high=None):
    around = None
    if low is not None:
        around = Interval(low=low, high=high, level=0.95, method="b", resamples=9, seed=1)
    return Result(
        metric="m", output="m", system_id=system, group=None, value=value, n=3,
        higher_is_better=True, interval=around, signature="m", engine="official",
    )  # fmt: skip


def test_an_axis_has_its_ends():
    """The lowest value is at the left, after the names, and the highest at the right."""
    axis = Axis.over([1.0, 3.0], ["abc"], pad=0.0)
    assert (float(axis.at(1.0)), float(axis.at(3.0))) == (axis.left, RIGHT)
    assert float(axis.at(2.0)) == pytest.approx((axis.left + RIGHT) / 2, abs=0.1)


@pytest.mark.parametrize("values", [(0.0, 1.0), (0.31, 0.34), (-5.0, 1e6), (7.0, 7.0), (0.0, 0.0)])
def test_ticks_are_round_and_inside(values):
    """There are three to six ticks between the ends, one value alone included."""
    axis = Axis.over(list(values), ["a"])
    ticks = axis.ticks()
    assert 2 <= len(ticks) <= 6
    assert axis.low <= min(ticks) <= max(ticks) <= axis.high


def test_a_forest_has_a_dot_and_a_line_for_each_system():
    """Dots are in the order of values, and lines go from bound to bound."""
    drawn = forest("m", [figures_result("a", 0.2, 0.1, 0.3), figures_result("b", 0.6, 0.4, 0.7)])
    left, right = (float(dot.get("cx")) for dot in drawn.iter("circle"))
    assert left < right
    spans = [line for line in drawn.iter("line") if line.get("class") == "span"]
    assert [float(x.get("x1")) < float(x.get("x2")) for x in spans] == [True, True]


def test_histograms():
    """Each system has bars and its median."""
    drawn = ridges("m", {"a": [0.0, 0.5, 1.0], "b": [1.0]})
    texts = {"".join(node.itertext()) for node in drawn.iter("text")}
    assert {"0.5", "1"} <= texts
    assert sum(line.get("class") == "median" for line in drawn.iter("line")) == 2


def content(values):
    """Return a page of one system with these scores of records."""
    overall = Result(
        metric="m", output="m", system_id="a", group=None, value=0.5, n=3,
        higher_is_better=True, interval=None, signature="m", engine="official", main=True,
    )  # fmt: skip
    records = {
        str(i): Scored(instance_id=str(i), system_id="a", scores={"m": x})
        for i, x in enumerate(values)
    }
    return Content(results=[overall], instances=list(records), records={"a": records})


@pytest.mark.parametrize(("values", "bars"), [([0.0, 1.0, 1.0], False), ([0.0, 0.5, 1.0], True)])
def test_bars_are_explained_where_there_are_any(values, bars):
    """Scores of 0 and 1 are counted, so that no line on bars and medians stands below them."""
    words = " ".join("".join(distributions(content(values)).itertext()).split())
    assert ("each system is scaled to its highest bar" in words) is bars
    assert "the mean of those of its records" in words


@pytest.mark.parametrize(
    ("columns", "binary"),
    [({"a": [0, 1], "b": [1]}, True), ({"a": [0, 1], "b": [0.5]}, False), ({"a": [2]}, False)],
)
def test_scores_of_0_and_1(columns, binary):
    """One other score of any system is enough for a distribution."""
    assert is_binary(columns) is binary


def test_a_table_of_two_systems(cli, tmp_path):
    """Four counts, McNemar's p-value, and the records that changed sides."""
    right = {"a": {1, 2, 3, 4, 5, 6}, "b": {3, 4, 5, 6, 7, 8, 9}}
    write_jsonl(tmp_path / "o.jsonl", [
        {"instance_id": f"r{i}", "system_id": s, "references": ["x"],
         "prediction": "x" if i in right[s] else "y"}
        for s in "ab" for i in range(12)
    ])  # fmt: skip
    assert cli("evaluate", "exact-match", "o.jsonl", "-o", "r.json", "--instances",
               "s.jsonl", "-q").code == 0  # fmt: skip
    assert cli("report", "r.json", "--inputs", "o.jsonl", "-o", "r.html", "-q").code == 0
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "b against a: 3 newly 1, 2 newly 0" in page
    assert "McNemar's test (mid-p): p " in page
    card = page[page.index("newly 0</summary>") :]
    cells = [part.split("<")[0] for part in card.split('class="number"')[3:7]]
    assert [cell.rpartition(">")[2] for cell in cells] == ["4", "2", "3", "3"]
    newly = page[page.index("Newly 1: ") :].partition("</p>")[0]
    assert [name for name in ("r7", "r8", "r9", "r1") if f">{name}<" in newly] == ["r7", "r8", "r9"]


INTERVAL = Interval(low=1.0, high=2.0, level=0.95, method="bca", resamples=9, seed=1)


def comparisons_content(**fields):
    """Return a page of two systems that were compared."""
    scores = [
        Result(
            metric="m", output="x", system_id=system, group=None, value=value, n=9,
            higher_is_better=True, interval=None, signature="m", engine="official", main=True,
        )
        for system, value in (("a", 1.0), ("b", 2.0))
    ]  # fmt: skip
    return Content(results=scores, **fields)


def test_notes_of_the_baseline_are_on_its_columns():
    """Its table has neither intervals nor detectable differences, so no note explains them."""
    page = comparisons_content(
        before=comparisons_content().results,
        changes=[compared("x", "b", interval=INTERVAL, finding="better")],
    )
    shown = text(since_baseline(page))
    assert "p Holm: tests at 0.05" in shown
    assert "Detectable:" not in shown
    assert "[ ]:" not in shown
    assert "Gates" not in shown


def test_gates_have_p_values_of_their_own():
    """Beside gates, the section says that these are corrected for other tests."""
    gate = Verdict(gate="g", output="x", system_id="b", passed=True, sentence="fine")
    page = comparisons_content(
        before=comparisons_content().results, changes=[compared("x", "b")], gates=[gate]
    )
    assert "The p of a gate is corrected over the outputs that gates test" in text(
        since_baseline(page)
    )


def test_without_tests():
    """Without a tested change nothing is said of tests."""
    assert "Tested on" not in text(
        since_baseline(comparisons_content(before=comparisons_content().results))
    )


def test_pairs_with_missing_records_have_the_number_of_shared_ones():
    """The column is there where records are missing, in the table of each output."""
    shown = text(
        against_base(comparisons_content(comparisons=[compared("x", "b", interval=INTERVAL)]))
    )
    assert "shared" not in shown
    pair = compared("x", "b", interval=INTERVAL, n=9, other_missing=2, shared=7)
    shown = text(against_base(comparisons_content(comparisons=[pair])))
    assert "missing (base)shareddifference" in shown
    assert "92 (0)7+1" in shown


def test_detectable_differences_are_explained_beside_their_column():
    """The comparison with a base has intervals and detectable differences, and their notes."""
    page = comparisons_content(
        comparisons=[compared("x", "b", interval=INTERVAL, finding="better")]
    )
    shown = text(against_base(page))
    assert "Detectable:" in shown
    assert "[ ]: 95 % intervals" in shown


def test_signs_rest_on_the_tests_that_were_made():
    """The legend of signs names the test, not the option that chose it."""
    page = comparisons_content(comparisons=[compared("x", "b", finding="better")])
    shown = text(results_section(page))
    assert "by paired approximate randomisation at 0.05 after Holm's correction over systems" in (
        shown
    )


RESULT = Result(
    metric="m", output="m", system_id="s", group=None, value=0.5, n=3, higher_is_better=True,
    interval=Interval(low=0.25, high=0.75, level=0.95, method="b", resamples=9, seed=1),
    signature="m", engine="official",
)  # fmt: skip


def test_a_section_is_named_by_its_heading():
    """The heading is the label of the section, and a target of links."""
    section = parts.section("results", "Results", "x")
    assert section.get("aria-labelledby") == section[0].get("id") == "results-heading"


def test_tables_scroll_by_keyboard():
    """A table has a caption, its frame the same name and a place in the order of tabs."""
    frame = parts.table("Scores", ["system"], [parts.row("a", parts.number("1", 1.0))], id="t")
    assert (frame.get("tabindex"), frame.get("aria-label")) == ("0", "Scores")
    assert frame[0].get("id") == "t"
    assert frame.find(".//caption").text == "Scores"
    assert frame.find(".//td").get("data-value") == "1.0"


def test_scores():
    """A score has its value to sort by and its interval; the best is said, not only bold."""
    cell = parts.score(RESULT, 2, best=True)
    text = "".join(cell.itertext())
    assert cell.get("data-value") == "0.5"
    assert text.startswith("0.50 (best)")
    assert "0.25" in text
    assert "".join(parts.score(None, 2).itertext()) == ""


def test_blocks():
    """One block is shown as it is; of several the first is open."""
    alone, two = element("p"), element("p")
    assert [x.tag for x in parts.unfolded([("a", alone)])] == ["div"]
    first, second = parts.unfolded([("a", alone), ("b", two)])
    assert ("open" in first.attrib, "open" in second.attrib) == (True, False)
    assert "<summary>b</summary>" in serialize(second)


def test_texts_are_escaped():
    """Texts and values of attributes are never markup."""
    document = serialize(element("p", {"title": '"><b>'}, "<script>&"))
    assert document == '<!doctype html>\n<p title="&quot;&gt;<b&gt;">&lt;script&gt;&amp;</p>\n'


def test_children_and_attributes():
    """Nested lists are flat, None is left out, and texts stay in their places."""
    tree = element(
        "p", {"a": None, "b": False, "open": True, "n": 3}, "x", [None, [element("i")]], "y"
    )
    assert serialize(tree).splitlines()[1] == '<p open="" n="3">x<i></i>y</p>'
    assert hidden("x").get("class") == "unseen"


@pytest.mark.parametrize("text", ["</script>", "<!--", "a\u2028b", "&lt;"])
def test_json_ends_no_script(text):
    """JSON in a script is the same value, without a character that would end it."""
    encoded = inert_json({"t": text})
    assert not set("<>&\u2028") & set(encoded)
    assert json.loads(encoded) == {"t": text}


def parts_content():
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
    node = RecordLinks(parts_content(), "bleu").to("7", "b")
    assert node.tag == "a"
    assert {k: v for k, v in node.attrib.items() if k.startswith("data-")} == {
        "data-record": "0", "data-system": "1", "data-number": "0",
    }  # fmt: skip


def test_what_the_page_does_not_list_is_a_name():
    """Unknown records, systems and metrics have no link."""
    for output, instance, system in (("ter", "7", "b"), ("bleu", "8", "b"), ("bleu", "7", "c")):
        assert RecordLinks(parts_content(), output).to(instance, system).tag == "bdi"

"""Reports in a real Chromium: the script runs under the page's rules, and everything works."""

import json
import re

import pytest

from sacreval.core.record_parts import ErrorSpan
from sacreval.core.records import Instance, Scored
from sacreval.core.results import Result
from sacreval.features.page.content import Content
from sacreval.features.page.page import page as html_page
from support.browser import chromium, driven, rendered, violations
from support.pages import SAMPLE
from support.program import write_jsonl

pytestmark = pytest.mark.long


@pytest.fixture
def page(cli, evaluated, tmp_path):
    """Write a report of the sample by two metrics, with texts."""
    evaluated("result", "suite -m bleu -m ter", SAMPLE, "--ci", "--by", "domain")
    done = cli("report", "result.json", "--inputs", SAMPLE, "-o", "r.html")
    assert done.code == 0, done.err
    return tmp_path / "r.html"


def test_the_script_runs_under_the_pages_own_rules(page):
    """All 20 records are listed, worst first, the first is open, and its matches are marked."""
    document = rendered(page)
    buttons = re.findall(r'<button[^>]* aria-expanded="(\w+)"', document)
    assert buttons == ["true"] + ["false"] * 19
    assert "1 to 20 of 20 records, page 1 of 1" in document
    assert '<mark class="m1">' in document
    assert 'class="sort"' in document


def test_sorting_a_table(page):
    """A heading sorts its column, says so to screen readers, and turns round the second time."""
    said = driven(
        page,
        """
        const table = $("table.sortable");
        const column = () => [...table.tBodies[0].rows].map((row) => row.cells[0].textContent);
        const button = table.querySelectorAll("button.sort")[2];
        button.click(); say(column()); say(button.parentNode.getAttribute("aria-sort"));
        button.click(); say(column()); say(button.parentNode.getAttribute("aria-sort"));
    """,
    )
    assert said.splitlines() == [
        "careful,literal,terse", "descending", "terse,literal,careful", "ascending",
    ]  # fmt: skip


def test_records(page):
    """Records are ordered by number, system and direction, found by their texts, and opened."""
    said = driven(
        page,
        """
        const [number, system, order] = $$("#records-app select");
        const change = (pick, value) => { const select = $$("#records-app select")[pick];
            select.value = value; select.dispatchEvent(new Event("change")); };
        const first = () => $("table.records tbody th button").textContent;
        const scores = () => [...$$("table.records tbody tr:not(.detail)")]
            .map((row) => parseFloat(row.querySelector(".chosen").textContent));
        const rising = (xs) => xs.every((x, i) => !i || xs[i - 1] <= x);
        say(rising(scores()));
        change(2, "best"); say(rising(scores().reverse()));
        change(0, "1"); change(2, "worst"); say(rising(scores().reverse()));
        say(document.querySelector("mark.e1, mark.e2") !== null);
        change(2, "gain"); say($("table.records caption").textContent);
        const search = $("input[type=search]");
        search.value = "LUKEWARM"; search.dispatchEvent(new Event("input"));
        later(() => {
            say($("[role=status]").textContent);
            const button = $("table.records tbody th button");
            const open = button.getAttribute("aria-expanded") === "true";
            button.click(); say(open !== (button.getAttribute("aria-expanded") === "true"));
        });
    """,
    )
    assert said.splitlines() == [
        "true", "true", "true", "true", "TER of single records",
        "1 to 1 of 1 records, page 1 of 1", "true",
    ]  # fmt: skip


def test_what_can_be_used_can_be_reached_by_keys(page):
    """Whatever reacts is a button, a link, a field or a summary, has a name, and takes focus."""
    said = driven(
        page,
        """
        for (const one of $$("button, a, input, select, summary, [tabindex='0']")) {
            const shown = one.checkVisibility();
            one.focus();
            const reached = document.activeElement === one;
            if (shown && !one.disabled && !reached) say(`no focus: ${one.outerHTML}`);
            const label = one.closest("label");
            const name = one.getAttribute("aria-label") || one.textContent || label.textContent;
            if (!name.trim()) say(`no name: ${one.outerHTML}`);
        }
        for (const one of $$("th")) if (!one.scope) say(`no scope: ${one.outerHTML}`);
        for (const one of $$("table")) if (!one.caption.textContent) say("no caption");
        for (const one of $$("svg")) if (!one.getAttribute("aria-label")) say("no description");
        const ids = $$("[id]").map((one) => one.id);
        if (new Set(ids).size < ids.length) say("an id stands twice");
        say("looked");
    """,
    )
    assert said == "looked"


def test_the_theme_button(page):
    """The button turns light to dark and back, and says what it does."""
    said = driven(
        page,
        """
        const paper = () => getComputedStyle(document.body).backgroundColor;
        const button = $("#theme"); const before = paper();
        say(button.getAttribute("aria-label"));
        button.click(); say(paper() !== before); say(button.getAttribute("aria-label"));
        button.click(); say(paper() === before);
    """,
    )
    assert said.splitlines() == ["Use dark colours", "true", "Use light colours", "true"]


def test_contrast(page):
    """Texts have a contrast of 4.5 to what is behind them, in light and dark."""
    said = driven(
        page,
        """
        const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
        const over = (colors) => { canvas.clearRect(0, 0, 1, 1);
            for (const color of colors) { canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); }
            return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3); };
        const luminance = (rgb) => { const [r, g, b] = rgb.map((v) => v / 255)
            .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
        const ground = (one) => { const found = [];
            for (let at = one; at; at = at.parentElement)
                found.unshift(getComputedStyle(at).backgroundColor);
            return found; };
        const look = () => { for (const one of $$("body *")) {
            const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
            if (!own || !one.checkVisibility() || one.disabled) continue;
            if (one.closest("svg, script")) continue;
            const behind = ground(one);
            const front = over([...behind, getComputedStyle(one).color]);
            const [a, b] = [luminance(front), luminance(over(behind))].sort((x, y) => y - x);
            const contrast = (a + 0.05) / (b + 0.05);
            if (contrast < 4.5) say(`${contrast.toFixed(2)} ${one.outerHTML.slice(0, 120)}`);
        } };
        look(); $("#theme").click(); look(); say("looked");
    """,
    )
    assert said == "looked"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 400])
def test_axe_finds_no_violation(page, theme, width):
    """No rule of axe-core is violated, in both themes and in a wide and a narrow window."""
    assert violations(page, f"--window-size={width},900", theme=theme) == {}


def test_axe_finds_violations(page):
    """A control that loses its name is found, so that none found means none there."""
    text = page.read_text(encoding="utf-8")
    bare = page.with_name("bare.html")
    bare.write_text(text.replace("<main", "<input><main", 1), encoding="utf-8")
    assert "label" in violations(bare)


def test_hostile_texts_do_not_run(cli, evaluated, tmp_path):
    """Texts with markup are shown letter by letter, and none of their scripts runs."""
    run = "document.title='owned'"
    text = f'<img src=x onerror="{run}"></script><script>{run}</script>'
    records = [{"instance_id": text, "system_id": text, "prediction": text, "references": [text]}]
    source = write_jsonl(tmp_path / "in.jsonl", records)
    evaluated("result", "bleu", source)
    cli("report", "result.json", "--inputs", source, "-o", "r.html")
    said = driven(
        tmp_path / "r.html",
        """
        say(document.title.startsWith("1 system")); say($$("img").length);
        say($(".text.main").textContent);
    """,
    )
    assert said.splitlines() == ["true", "0", text]


def test_emoji_and_right_to_left(cli, evaluated, tmp_path):
    """Marks stand at the right letters beyond the basic plane, and Arabic runs from the right."""
    records = [
        {"instance_id": "1", "prediction": "\U0001f600\U0001f680 cat", "references": ["dog cat"]},
        {"instance_id": "2", "prediction": "القطة جلست هنا", "references": ["القطة جلست هناك"]},
    ]
    source = write_jsonl(tmp_path / "in.jsonl", records)
    evaluated("result", "bleu", source)
    cli("report", "result.json", "--inputs", source, "-o", "r.html")
    said = driven(
        tmp_path / "r.html",
        """
        for (const one of $$("table.records tbody th button"))
            if (one.getAttribute("aria-expanded") !== "true") one.click();
        for (const one of $$(".text.main")) say([getComputedStyle(one).direction,
            ...[...one.querySelectorAll("mark")].map((mark) => mark.textContent)].join(" | "));
    """,
    )
    assert sorted(said.splitlines()) == ["ltr | cat", "rtl | القطة جلست"]


def test_fifty_thousand_records(cli, evaluated, tmp_path):
    """50,000 records are paged: one page of rows, ready in seconds, turned without delay."""
    records = (
        {"prediction": f"a b {i % 97} d", "references": [f"a b {i % 89} d"]} for i in range(50_000)
    )
    source = write_jsonl(tmp_path / "in.jsonl", records)
    evaluated("result", "token-f1", source)
    assert cli("report", "result.json", "--inputs", source, "-o", "r.html", "-q").code == 0
    said = driven(
        tmp_path / "r.html",
        """
        say($$("table.records tbody th").length); say($("[role=status]").textContent);
        $$(".pager button")[1].click(); say($("[role=status]").textContent);
    """,
    )
    assert said.splitlines() == [
        "20", "1 to 20 of 50,000 records, page 1 of 2,500",
        "21 to 40 of 50,000 records, page 2 of 2,500",
    ]  # fmt: skip


def test_a_narrow_window(page):
    """At 400 pixels nothing but the tables' own frames scrolls sideways."""
    frame = page.with_name("narrow.html")
    holder = f'<iframe src="{page.name}" style="width:400px;height:900px"></iframe>'
    frame.write_text(holder, encoding="utf-8")
    loose = "--allow-file-access-from-files"
    script = (
        "<script>setTimeout(() => { const page = document.querySelector('iframe').contentDocument;"
        "document.title = JSON.stringify([page.documentElement.scrollWidth,"
        "page.documentElement.clientWidth]); }, 500)</script>"
    )
    frame.write_text(holder + script, encoding="utf-8")
    (title,) = re.findall(r"<title>(.*?)</title>", rendered(frame, loose))
    scroll, client = json.loads(title)
    assert scroll <= client <= 400


def test_a_picture_can_be_taken(page, tmp_path):
    """Chromium draws the page: its picture has the colours of paper, ink and accent."""
    target = tmp_path / "r.png"
    chromium(page, "--window-size=1200,1600", f"--screenshot={target}")
    from matplotlib.image import imread

    pixels = (imread(target)[..., :3] * 255).round().astype(int)
    colours = {tuple(pixel) for pixel in pixels[::2, ::2].reshape(-1, 3).tolist()}
    assert {(247, 247, 245), (255, 255, 255), (29, 33, 37), (11, 110, 117)} <= colours


def test_changes_from_the_base(page):
    """An opened record shows the words that a system has in place of the base's."""
    said = driven(
        page,
        """
        const detail = $("tr.detail");
        const heads = [...detail.querySelectorAll("h3")];
        say(heads.some((one) => one.textContent.startsWith("Changed from careful")));
        const text = [...detail.querySelectorAll("p.text")]
            .find((one) => one.querySelector("ins, del"));
        const side = (name) => [...text.childNodes].filter((one) => one.nodeName !== name)
            .map((one) => one.textContent).join("");
        const texts = [...detail.querySelectorAll("p.text")].map((one) => one.textContent);
        say(texts.includes(side("DEL")));
        say(texts.includes(side("INS")));
    """,
    )
    assert said.splitlines() == ["true", "true", "true"]


def test_links_to_records(page):
    """A link beside a gain or a loss opens its record, for its system and metric."""
    said = driven(
        page,
        """
        const links = $$("a[data-record]");
        const link = links[links.length - 1];
        link.click();
        const [number, system] = $$("#records-app select");
        say(number.value === link.dataset.number && system.value === link.dataset.system);
        say(document.activeElement.title === link.textContent);
        say(document.activeElement.getAttribute("aria-expanded"));
    """,
    )
    assert said.splitlines() == ["true", "true", "true"]


def test_tables_are_copied(page):
    """A table is copied as LaTeX, Markdown or CSV, without what is for screen readers alone."""
    said = driven(
        page,
        """
        const [latex, mark, csv] = $$("#results .tools button");
        for (const button of [latex, mark, csv]) button.click();
        say(latex.dataset.text.split("\\n")[2]);
        say(mark.dataset.text.split("\\n")[0]);
        say(csv.dataset.text.split("\\n")[0]);
        say($("#results .tools [aria-live]").textContent !== undefined);
    """,
    )
    latex, mark, csv, there = said.splitlines()
    assert latex == "system & records & BLEU $\\uparrow$ & TER $\\downarrow$ \\\\"
    assert mark.startswith("| system | records | BLEU")
    assert csv.startswith("system,records,BLEU")
    assert there == "true"


def test_figures_are_saved(page):
    """A button beside each figure makes a file of it, with its styles."""
    said = driven(
        page,
        """
        let file = null;
        URL.createObjectURL = (blob) => { file = blob; return "#"; };
        $("figure .save").click();
        file.text().then((text) => {
            say(text.slice(0, 4)); say(text.includes("http")); say(/fill:/.test(text)); });
    """,
    )
    assert said.splitlines() == ["<svg", "true", "true"]


def test_scores_of_0_and_1(cli, evaluated, tmp_path):
    """They have shares, whole tables with McNemar's test, links to what changed, no decimals."""
    evaluated("result", "exact-match", SAMPLE)
    assert cli("report", "result.json", "--inputs", SAMPLE, "-o", "r.html").code == 0
    said = driven(
        tmp_path / "r.html",
        """
        const card = $("#spread figure");
        say(card.querySelector("table caption").textContent);
        say(card.textContent.includes("McNemar's test (mid-p): p "));
        card.querySelector("details").open = true;
        say([...card.querySelectorAll(".frame")].every((x) => x.scrollWidth <= x.clientWidth));
        card.querySelector("a[data-record]").click();
        say(document.activeElement.getAttribute("aria-expanded"));
        say(/[01][.]0000/.test($(".records tbody").textContent));
    """,
    )
    assert said.splitlines() == ["Records with exact match 1", "true", "true", "true", "false"]


HOSTILE = "the 😀 <script>document.title='owned'</script>"


@pytest.fixture
def page_of_errors(tmp_path):
    """Write a report of an output with a minor and a critical error."""
    spans = [
        ErrorSpan(text=HOSTILE[a:b], confidence=0.5, severity=severity, start=a, end=b)
        for a, b, severity in [(4, 5, "minor"), (6, len(HOSTILE), "critical")]
    ]
    scored = Scored(instance_id="1", system_id="a", scores={"x": 1.0}, error_spans={"m": spans})
    result = Result(
        metric="m", output="x", system_id="a", group=None, value=1.0, n=1, higher_is_better=True,
        interval=None, signature="m", engine="native", main=True,
    )  # fmt: skip
    content = Content(
        results=[result], instances=["1"], records={"a": {"1": scored}},
        texts={"a": {"1": Instance(prediction=HOSTILE)}},
    )  # fmt: skip
    written = tmp_path / "spans.html"
    written.write_text(html_page(content).text, encoding="utf-8")
    return written


def test_error_spans(page_of_errors):
    """Error spans are marked with their severity in words, and hostile ones run no script."""
    said = driven(
        page_of_errors,
        """
        say($(".legend").textContent); say($(".text.main").textContent);
        for (const one of $$(".text.main mark")) say(`${one.className} ${one.title}`);
        say($(".detail-body .unseen").textContent); say(document.title.startsWith("1 system"));
    """,
    )
    assert said.splitlines() == [
        "Marked: errors by severityminormajorcritical",
        f"the 😀 [minor] {HOSTILE[6:]} [critical]",
        "s1 minor error",
        "s3 critical error",
        f"Marked: 😀 [minor]; {HOSTILE[6:]} [critical]",
        "true",
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_violation_in_error_spans(page_of_errors, theme):
    """Marks and labels of severities violate no rule of axe-core, in both themes."""
    assert violations(page_of_errors, theme=theme) == {}

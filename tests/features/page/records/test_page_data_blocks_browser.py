"""Reports whose records are in compressed blocks, in a real Chromium."""

import re

import pytest

from sacreval.features.page.records import page_data
from support.browser import driven, rendered
from support.program import write_jsonl

pytestmark = pytest.mark.long


@pytest.fixture
def packed_page(cli, evaluated, tmp_path, monkeypatch):
    """Write the report of 60 records whose columns and texts are in compressed blocks."""
    monkeypatch.setattr(page_data, "PLAIN", 0)
    monkeypatch.setattr(page_data, "SIZE", 1_000)
    records = [
        {"instance_id": str(i), "system_id": system, "prediction": f"{word} text {i % 7} of many",
         "references": [f"the text {i % 7} of many"]}
        for i in range(60) for system, word in (("a", "a"), ("b", "needle" if i == 41 else "the"))
    ]  # fmt: skip
    outputs = write_jsonl(tmp_path / "many.jsonl", records)
    evaluated("result", "bleu", outputs)
    done = cli("report", "result.json", "--inputs", outputs, "-o", "r.html")
    assert done.code == 0, done.err
    return tmp_path / "r.html"


def test_records_are_opened_from_compressed_blocks(packed_page):
    """Texts and marks of what is shown are filled in, under the page's own rules."""
    page = packed_page.read_text(encoding="utf-8")
    assert page.count('<script type="text/plain" id="block-') > 5
    assert "needle" not in page
    document = rendered(packed_page)
    assert "1 to 20 of 60 records, page 1 of 3" in document
    assert '<mark class="m1">' in document
    assert "being opened.</p>" not in document
    assert 'aria-busy="false"' in document


def test_all_blocks_are_searched(packed_page):
    """A text of the last page is found, and its record can be opened by its button."""
    said = driven(
        packed_page,
        """
        later(() => {
            const search = $("#records-app input[type=search]");
            search.value = "NEEDLE"; search.dispatchEvent(new Event("input"));
            later(() => {
                say($("#records-app [role=status]").textContent);
                const button = $("table.records tbody th button");
                say(button.textContent);
                if (button.getAttribute("aria-expanded") !== "true") button.click();
                say($("tr.detail .text.main").textContent);
            });
        });
    """,
    )
    assert said.splitlines() == [
        "1 to 1 of 1 records, page 1 of 1", "41", "needle text 6 of many",
    ]  # fmt: skip


def test_turning_pages_opens_further_blocks_and_keeps_the_focus(packed_page):
    """The next records have their texts, and the button that was pressed keeps the focus."""
    said = driven(
        packed_page,
        """
        later(() => {
            const next = [...$$(".pager button")].find((one) => one.textContent === "Next");
            next.focus(); next.click();
            later(() => {
                say([...$$("td.excerpt")].every((cell) => cell.textContent.includes("of many")));
                say(document.activeElement === next);
            });
        });
    """,
    )
    assert said.splitlines() == ["true", "true"]


def test_a_browser_that_cannot_decompress_says_so(packed_page):
    """Without DecompressionStream the section of records is one sentence, and tables still sort."""
    text = packed_page.read_text(encoding="utf-8")
    old = "<script>delete globalThis.DecompressionStream;</script><body>"
    copy = packed_page.with_name("old.html")
    loose = re.sub(r"script-src '[^']*'", "script-src 'unsafe-inline'", text)
    copy.write_text(loose.replace("<body>", old), encoding="utf-8")
    document = rendered(copy)
    assert "This browser cannot open the records of this page" in document
    assert 'class="sort"' in document
    assert "records, page 1" not in document

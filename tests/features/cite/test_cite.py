"""The bibliography, and what `sacreval cite` is asked for."""

import re
from typing import get_args

import pytest

from sacreval.core.interval_names import IntervalName
from sacreval.core.metric import metrics
from sacreval.core.version import version
from sacreval.errors import InputError, UsageError
from sacreval.features.cite.bibliography import (
    FILE,
    OF_FEATURES,
    Publication,
    bibliography,
    bibtex,
    corpora,
    corpus_called,
    corpus_entry,
    corpus_label,
    plain,
)
from sacreval.features.cite.cited import cited, read_numbers
from sacreval.features.compare.comparison_names import DifferenceInterval, TestName
from sacreval.features.correlate.measures.coefficient_names import COEFFICIENTS
from sacreval.io.formats.yaml_files import read
from support.program import write_jsonl
from support.sizes import few

pytestmark = pytest.mark.usefixtures("recipes_once")

BOOK = bibliography()

NAMED = [*BOOK.metrics.values(), *BOOK.libraries.values(), *BOOK.methods.values()]

ENTRIES = [*map(BOOK.entry, BOOK.entries), *map(corpus_entry, corpora())]

FIELDS = {
    "author", "title", "year", "booktitle", "journal", "publisher", "howpublished", "note", "url",
    "doi",
}  # fmt: skip

ADDRESS = re.compile(
    r"https://(aclanthology\.org/[\w.-]+/|arxiv\.org/abs/\d{4}\.\d{4,5}|doi\.org/10\.\d{4,}/\S+)"
)


def read_bibtex(text):
    """Read one entry of BibTeX: its type, key and fields, whose braces are balanced."""
    head, rest = text.split(",\n", 1)
    kind, key = re.fullmatch(r"@([a-z]+)\{([A-Za-z0-9.+:-]+)", head).groups()
    assert rest.endswith("\n}")
    lines = rest.removesuffix("\n}").split("\n")
    fields = dict(re.fullmatch(r"  ([a-z]+) = \{(.*)\},", line).groups() for line in lines)
    for value in fields.values():
        depth = 0
        for brace in re.findall(r"[{}]", value):
            depth += 1 if brace == "{" else -1
            assert depth >= 0, value
        assert depth == 0, value
        assert not re.search(r"(?<!\\)[&%#$]", value.replace("\\url", "")), value
    return kind, key, fields


@pytest.mark.parametrize("name", list(metrics))
def test_metrics(name):
    """Every registered metric has at least one entry, and so has every library that it names."""
    assert BOOK.metrics[name]
    assert all(BOOK.libraries[library] for library in metrics.get(name).origin.libraries)


def test_no_other_metrics():
    """No entry is for a metric that there is not."""
    assert set(BOOK.metrics) == set(metrics)


def test_methods():
    """Every test, interval and coefficient of the options is listed, with papers or with none."""
    named = {*get_args(TestName), *get_args(IntervalName), *get_args(DifferenceInterval)}
    assert (named | set(COEFFICIENTS)) - {"auto"} <= set(BOOK.methods)


def test_keys():
    """Every key that is named has an entry, and every entry is named."""
    assert {key for keys in NAMED for key in keys} == set(BOOK.entries)
    assert all(len(keys) == len(set(keys)) for keys in NAMED)


def test_order():
    """Entries of a file are in the order of their keys, after sacreval's own; none is in two."""
    files = [FILE, *FILE.parents[1].glob(OF_FEATURES)]
    (first, *others), *more = [[*read(str(file)).data["entries"]] for file in files]
    assert first == "sacreval"
    assert all(keys == sorted(keys) for keys in (others, *more))
    assert sum(map(len, (others, *more))) + 1 == len(BOOK.entries)


@few(52, "entry", ENTRIES, ids=lambda entry: entry.key)
def test_bibtex(entry):
    """Every entry is BibTeX that can be read, and has what its type needs."""
    kind, key, fields = read_bibtex(bibtex(entry))
    assert (kind, key) == (entry.type, entry.key)
    assert set(fields) == set(entry.fields) <= FIELDS
    assert fields["title"]
    if not key.startswith("corpus-"):
        assert fields["author"]
        assert kind == "misc" or re.fullmatch("[0-9]{4}", fields["year"])
        assert not fields.get("year") or key[-4:] == fields["year"] or not key[-1].isdigit()


def test_addresses():
    """Addresses are permanent ones, each of one entry; a DOI is written as an address in text."""
    known = [entry.address for entry in map(BOOK.entry, BOOK.entries) if entry.address]
    assert all(ADDRESS.fullmatch(address) for address in known)
    assert len(known) == len(set(known)) > 80
    assert BOOK.entry("wilson1927").text.endswith(
        ". https://doi.org/10.1080/01621459.1927.10502953"
    )
    assert corpus_entry("gsm8k").address == "https://arxiv.org/abs/2110.14168"
    assert BOOK.entry("jiwer").address == ""


def test_names_of_authors():
    """The short form has up to two families, the text given names before families."""
    entry = BOOK.entry
    assert entry("lin2004").short == "Lin 2004"
    assert entry("riezler2005").short == "Riezler and Maxwell 2005"
    assert entry("papineni2002").short == "Papineni et al. 2002"
    assert entry("jiwer").short == "Vaessen"
    assert entry("post2018").text == (
        "Matt Post (2018). A Call for Clarity in Reporting BLEU Scores. Proceedings of WMT. "
        "https://aclanthology.org/W18-6319/"
    )
    assert entry("virtanen2020").text.startswith("Pauli Virtanen et al. (2020). SciPy 1.0:")
    assert Publication("x", {"title": "{A} title"}).short == "A title"
    assert plain("``a'' {B}") == '"a" B'


def test_methods_by_beginning():
    """A method that a result names in more detail is the one that it begins with."""
    assert BOOK.of_method("jackknife-z-both") == BOOK.methods["jackknife"]
    assert BOOK.of_method("perm-both-xor") == BOOK.methods["perm-both-xor"]
    assert BOOK.of_method("no-such-method") == []


def test_special_characters():
    """Characters that are special in LaTeX are escaped once, addresses are not."""
    entry = Publication("x", {"title": r"a_b & 5\% #1", "howpublished": "https://x.org/a_b"})
    assert r"{a\_b \& 5\% \#1}" in bibtex(entry)
    assert r"{\url{https://x.org/a_b}}" in bibtex(entry)


def test_addresses_of_bibtex():
    """Addresses and DOIs are as they are, since styles set them."""
    entry = bibtex(Publication("x", {"title": "T", "url": "https://x.org/a_b", "doi": "10.1/a_b"}))
    assert "  url = {https://x.org/a_b},\n  doi = {10.1/a_b}," in entry


def test_corpora():
    """An entry of a corpus has the families, year and title of its recipe, else its citation."""
    bagel, gsm8k, tac = map(corpus_entry, ("begin", "gsm8k", "tac2008"))
    assert bagel.fields["author"] == "Dziri and Rashkin and Linzen and Reitter"
    assert (gsm8k.short, gsm8k.fields["note"]) == ("Cobbe et al. 2021", "arXiv:2110.14168.")
    assert tac.fields["note"] == "Text Analysis Conference 2008, summarization track (NIST)."
    assert corpus_entry("wcep").short == "Gholipour Ghalandari et al. 2020"


def test_papers_of_the_bibliography():
    """A corpus has the authors and the journal that the bibliography has of its paper."""
    entry = corpus_entry("fabbri2020")
    assert (entry.key, entry.type, entry.short) == (
        "corpus-fabbri2020",
        "article",
        "Fabbri et al. 2021",
    )
    assert entry.fields["author"].startswith("Fabbri, Alexander R. and ")
    longer = corpus_entry("wmt23").fields["title"]  # the recipe has it without its second half
    assert longer.endswith("Metrics Might Be Guilty but References Are Not Innocent")


def test_labels():
    """A corpus has its name in papers, where recipe and paper agree on it."""
    labels = [corpus_label(x) for x in ("fabbri2020", "xquad", "wmt23", "womens-clothing-reviews")]
    assert labels == ["SummEval", "XQuAD", "WMT23", "womens-clothing-reviews"]


def test_what_a_word_calls():
    """A corpus is found by its name or what papers call it, in any case; nothing else is."""
    assert corpus_called("fabbri2020") == "fabbri2020"
    assert corpus_called("SummEval") == corpus_called("summeval") == "fabbri2020"
    assert corpus_called("REALSumm") == "bhandari2020"
    assert corpus_called("WMT23") == "wmt23"
    for word in ("SummEval.json", "results/SummEval", "---", "opin"):
        assert corpus_called(word) is None


def test_names():
    """Metrics, other names of metrics, and corpora are found; entries are those of all, once."""
    citations = cited(["chrf++", "TER", "wmt23", "chrf"])
    assert [(use.metric, use.options) for use in citations.used][:2] == [
        ("chrf", ("word order 2",)),
        ("ter", ()),
    ]
    assert [corpus.name for corpus in citations.corpora] == ["WMT23"]
    keys = [entry.key for entry in citations.entries]
    assert len(keys) == len(set(keys))
    assert {"sacreval", "popovic2015"} <= set(keys)


def test_unknown():
    """An unknown name has the nearest one."""
    with pytest.raises(UsageError, match="bleu"):
        cited(["bleuu"])


def test_this_program_has_year_and_version():
    """The entry of this program has the year, and the version that made the numbers."""
    (entry,) = [entry for entry in cited(["bleu"]).entries if entry.key == "sacreval"]
    assert entry.fields["note"] == f"Version {version()}"
    assert int(entry.fields["year"]) >= 2026


def test_stored_scores_are_not_known_by_their_names(cli, tmp_path):
    """A notice says that what computed them is not stated, and how it is named."""
    record = {"instance_id": "1", "prediction": "a", "meta": {"scores": {"rouge1_f1_jk": 0.5}}}
    write_jsonl(tmp_path / "s.jsonl", [record, record | {"instance_id": "2"}])
    assert cli("evaluate", "stored-score", "s.jsonl", "-o", "r.json").code == 0
    [notice] = [x for x in cited([str(tmp_path / "r.json")]).notices if "not stated" in x]
    assert notice.partition("r.json: ")[2].startswith("how rouge1_f1_jk was computed is not stated")
    assert notice.endswith("`sacreval cite RESULT.json rouge`")


@pytest.fixture
def files(cli, tmp_path, monkeypatch):
    """Write a result and a comparison of two systems."""
    monkeypatch.chdir(tmp_path)
    for name, end in (("a", "sat"), ("b", "ran")):
        rows = [
            {"prediction": f"the cat {i} {end}", "references": ["the cat sat"]} for i in range(9)
        ]
        write_jsonl(tmp_path / f"{name}.jsonl", rows)
    words = ("chrf", "a.jsonl", "b.jsonl")
    assert (
        cli(
            "evaluate", *words, "--interval", "percentile", "--resamples", "50", "-o", "r.json"
        ).code
        == 0
    )
    assert cli("compare", *words, "-o", "c.json").code == 0


@pytest.mark.usefixtures("files")
def test_result():
    """A result has its signature, its size, and the conditions of its intervals."""
    numbers = read_numbers("r.json")
    assert {text.partition("|")[0] for text in numbers.signatures} == {"chrf"}
    assert numbers.size == "2 systems (n = 9)"
    assert "50 resamples" in numbers.statistics[0].conditions


@pytest.mark.usefixtures("files")
def test_comparison():
    """A comparison has its test and its correction."""
    methods = {statistic.method for statistic in read_numbers("c.json").statistics}
    assert {"paired-ar", "holm"} & methods


@pytest.mark.usefixtures("files")
def test_other_files(tmp_path):
    """Another file is refused with what to give."""
    (tmp_path / "x.json").write_text('{"a": 1}')
    with pytest.raises(InputError, match="give a file that"):
        read_numbers("x.json")

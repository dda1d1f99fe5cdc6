"""The bibliography: everything registered has entries, and every entry is whole and used."""

import re
from typing import get_args

import pytest

from sacreval.core.interval_names import IntervalName
from sacreval.core.metric import metrics
from sacreval.features.cite.bibliography import (
    FILE,
    OF_FEATURES,
    Entry,
    bibliography,
    bibtex,
    corpora,
    corpus_entry,
    plain,
)
from sacreval.features.compare.comparison_names import DifferenceInterval, TestName
from sacreval.features.correlate.measures.coefficient_names import COEFFICIENTS
from sacreval.io.formats.yaml_files import read
from support.sizes import few

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
    assert all(ADDRESS.fullmatch(one) for one in known)
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
    assert Entry("x", {"title": "{A} title"}).short == "A title"
    assert plain("``a'' {B}") == '"a" B'


def test_methods_by_beginning():
    """A method that a result names in more detail is the one that it begins with."""
    assert BOOK.of_method("jackknife-z-both") == BOOK.methods["jackknife"]
    assert BOOK.of_method("perm-both-xor") == BOOK.methods["perm-both-xor"]
    assert BOOK.of_method("no-such-method") == []

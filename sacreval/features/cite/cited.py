"""What `sacreval cite` was asked for: result files, metrics, corpora, libraries and methods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sacreval.core import aliases, signature
from sacreval.core.metric import metrics
from sacreval.core.version import version
from sacreval.errors import UsageError, nearest
from sacreval.features.cite.bibliography import Entry, bibliography
from sacreval.features.cite.corpora import (
    PREFIX,
    corpora,
    corpus_called,
    corpus_entry,
    corpus_label,
)
from sacreval.features.cite.numbers import Statistic, read_numbers
from sacreval.report.cited_metrics import Used, is_known, named, used

OWN = "sacreval"
LISTS = "`sacreval list metrics` and `sacreval setup-dataset --list` have names"
STORED = "stored-score"
"""The metric that takes over scores of other runs, and does not say how they were computed."""
HOW_NAMED = "a metric is named after the file, as in `sacreval cite RESULT.json rouge`"
_NAMED = 20  # metrics that a notice names
_ENDINGS = {".json", ".jsonl"}


@dataclass(frozen=True)
class Corpus:
    """A corpus that is cited."""

    name: str
    key: str


@dataclass
class Cited:
    """What is cited, in the order in which it was named.

    Attributes:
        used: Metrics, each as it was used.
        sizes: Numbers of systems and records of files, each once.
        statistics: Tests, intervals, corrections and coefficients of files.
        corpora: Corpora that were named, or that data sets of a file are named like.
        methods: Methods and libraries that were named.
        versions: The versions of sacreval that wrote the files.
        notices: What could not be cited.
        signatures: The signatures of the files.
    """

    used: list[Used] = field(default_factory=list)
    sizes: list[str] = field(default_factory=list)
    statistics: list[Statistic] = field(default_factory=list)
    corpora: list[Corpus] = field(default_factory=list)
    methods: list[str] = field(default_factory=list)
    versions: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    signatures: list[str] = field(default_factory=list)

    @property
    def version(self) -> str:
        """The versions of sacreval, that of this program if no file states one."""
        return " and ".join(self.versions) or version()

    @property
    def keys(self) -> dict[str, list[str]]:
        """The keys of each metric."""
        return {one.metric: bibliography().metrics.get(one.metric, []) for one in self.used}

    @property
    def entries(self) -> list[Entry]:
        """All entries, each once."""
        book = bibliography()
        keys = [key for each in self.keys.values() for key in each]
        keys += [k for one in self.used for x, _ in one.libraries for k in self.library_keys(x)]
        keys += [OWN] if self.used or self.sizes else []
        keys += [k for one in self.statistics for k in self.keys_of(one.method)]
        keys += [k for one in self.methods for k in self.keys_of(one)]
        corpus_keys = [one.key.removeprefix(PREFIX) for one in self.corpora]
        found = [book.entry(key) for key in dict.fromkeys(keys)]
        found = [_of_version(one, self.version) if one.key == OWN else one for one in found]
        return found + [corpus_entry(name) for name in dict.fromkeys(corpus_keys)]

    def keys_of(self, method: str) -> list[str]:
        """Return the keys of a method or library."""
        return bibliography().of_method(method) or self.library_keys(method)

    def library_keys(self, library: str) -> list[str]:
        """Return the keys of a library; none for one of a plug-in."""
        return bibliography().libraries.get(library, [])


def _of_version(program: Entry, stated: str) -> Entry:
    """Return the entry of this program with the version that made the numbers."""
    return Entry(program.key, {**program.fields, "note": f"Version {stated}"})


def cited(words: Sequence[str]) -> Cited:
    """Return what is to be cited.

    Args:
        words: Paths of result files, and names of metrics, corpora, libraries and methods.

    Raises:
        UsageError: If a name is none of these.
        InputError: If a file is no result.
    """
    found = Cited()
    for word in dict.fromkeys(words):
        if not _add_name(found, word):
            _add_file(found, word)
    missing = [one.metric for one in found.used if not found.keys[one.metric]]
    found.notices += [f"{one}: sacreval knows no paper of this metric" for one in missing]
    if found.sizes and not found.corpora:
        found.notices.append(
            "results do not state their corpus; name it after the file to cite it "
            "(`sacreval setup-dataset --list` has the names)"
        )
    return found


def _add_name(found: Cited, word: str) -> bool:
    """Add what a name stands for; return whether it stands for anything."""
    alias = aliases.find(word, metrics)
    book = bibliography()
    if ":" not in word and (alias or word in metrics):
        one = named(alias.metric, alias.options) if alias else named(word, {})
        found.used += [one] if one not in found.used else []
    elif (corpus := corpus_called(word)) is not None:
        _add_corpus(found, corpus)
    elif word in book.methods or word in book.libraries:
        found.methods.append(word)
    else:
        return False
    return True


def _add_corpus(found: Cited, name: str) -> None:
    corpus = Corpus(corpus_label(name), f"{PREFIX}{name}")
    found.corpora += [corpus] if corpus not in found.corpora else []


def _add_file(found: Cited, word: str) -> None:
    """Add what made the numbers of a file."""
    if not _is_file(word):
        book = bibliography()
        known = {*metrics, *corpora(), *book.methods, *book.libraries}
        remedy = aliases.answer(word, metrics) or nearest(word, known, LISTS)
        raise UsageError(f"'{word}' is no metric, corpus, library, test or result file; {remedy}")
    numbers = read_numbers(word)
    for text in numbers.signatures:
        if is_known(text):
            one = used(text, numbers.outputs.get(text, ()))
            stated = str(signature.read(text)[1].get(OWN, ""))
            found.used += [one] if one not in found.used else []
            found.versions += [stated] if stated and stated not in found.versions else []
            if one.metric == STORED and (scores := numbers.outputs.get(text)):
                found.notices.append(f"{word}: {_unstated(scores)}; {HOW_NAMED}")
        else:
            name = signature.read(text)[0]
            found.notices.append(f"{word}: {name} is defined outside sacreval; cite it yourself")
    if numbers.unsigned:
        found.notices.append(f"{word}: {_unstated(numbers.unsigned)}")
    found.notices = list(dict.fromkeys(found.notices))
    found.sizes += [numbers.size] if numbers.size not in found.sizes else []
    found.signatures += [one for one in numbers.signatures if one not in found.signatures]
    found.statistics += [one for one in numbers.statistics if one not in found.statistics]
    for name in numbers.data_sets:
        if name in corpora():
            _add_corpus(found, name)


def _unstated(names: Sequence[str]) -> str:
    """Return a sentence on scores whose computation is not stated, by what their names begin with.

    Args:
        names: The scores, such as `rouge-1_f1` and `rouge-1_recall`.
    """
    stems = list(dict.fromkeys(name.partition("_")[0] for name in names))
    if len(names) == 1 or len(stems) == len(names):
        stems = list(names)
    rest = len(stems) - _NAMED
    listed = ", ".join(stems[:_NAMED]) + (f" and {rest} more" if rest > 0 else "")
    if len(names) == 1:
        return f"how {listed} was computed is not stated; cite it yourself"
    return f"how {len(names)} scores were computed is not stated; cite them yourself: {listed}"


def _is_file(word: str) -> bool:
    """Return whether a word names a file, there or not, rather than a metric."""
    try:
        return Path(word).suffix in _ENDINGS or "/" in word or Path(word).is_file()
    except (OSError, ValueError):
        return False

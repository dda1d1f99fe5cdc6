"""Citations of result files and metrics: what made their numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from sacreval.core import aliases, signature
from sacreval.core.metric import metrics
from sacreval.core.results import Interval, Result, ResultFile
from sacreval.core.version import version
from sacreval.errors import InputError, UsageError, comma_list, nearest
from sacreval.features.cite.bibliography import (
    PREFIX,
    Publication,
    bibliography,
    corpora,
    corpus_called,
    corpus_entry,
    corpus_label,
)
from sacreval.features.compare.comparison_tests import stated_tests
from sacreval.features.compare.result import ComparisonFile
from sacreval.features.correlate.tables.correlation_files import of_correlations
from sacreval.io.formats.first_keys import first_object, has_scores
from sacreval.io.formats.json_documents import document
from sacreval.report.cited_metrics import Used, is_known, named, owner, used

REMEDY = "give a file that `sacreval evaluate`, `compare` or `correlate` wrote with -o"


@dataclass(frozen=True)
class Statistic:
    """A test, an interval, a correction or a coefficient.

    Args:
        method: Its name in the bibliography.
        before: the beginning of its sentence.
        conditions: Such as `1000 resamples`.
    """

    method: str
    before: str
    conditions: tuple[str, ...] = ()


@dataclass(frozen=True)
class CitedNumbers:
    """What made the numbers of one file.

    Args:
        signatures: The signatures of its metrics, each once.
        size: The numbers of systems and records.
        statistics: Its tests, intervals, corrections and coefficients, each once.
        data_sets: The names of its data sets.
        unsigned: Metrics whose options the file does not state.
        outputs: Signature to the outputs that the file has of it.
    """

    signatures: tuple[str, ...]
    size: str
    statistics: tuple[Statistic, ...]
    data_sets: tuple[str, ...] = ()
    unsigned: tuple[str, ...] = ()
    outputs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_numbers(path: str) -> CitedNumbers:
    """Read what made the numbers of a result file."""
    if path.lower().endswith((".tex", ".md", ".txt", ".csv", ".tsv", ".html")):
        raise InputError(f"{path}: this does not say what made its numbers; {REMEDY} FILE.json")
    if sentence := _other_lines(path):
        raise InputError(f"{path}: {sentence}")
    content = document(path)
    if isinstance(content, dict) and "scores_sha256" in content:
        raise InputError(f"{path}: {_of_scores('SCORES.jsonl')}")
    try:
        numbers = _reader(content)(content)
    except (msgspec.ValidationError, RecursionError) as error:
        raise InputError(f"{path}: not a result ({error}); {REMEDY}") from None
    if not numbers.signatures and not numbers.unsigned:
        raise InputError(f"{path}: there are no results in it; {REMEDY}")
    return numbers


def _other_lines(path: str) -> str | None:
    """Return what to do about a file of scores or of records; None for other files."""
    line = first_object(path)
    if has_scores(line):
        return _of_scores(path)
    if "prediction" in line:
        return (
            "this has records and is no result; score them first, as in `sacreval evaluate METRIC "
            f"{path} -o result.json`, and cite result.json"
        )
    return None


def _of_scores(path: str) -> str:
    return (
        "this has scores of outputs and is no result; correlate them first, as in `sacreval "
        f"correlate scores {path} --human NAME -o result.json`, and cite result.json; metrics are "
        "cited by name, as in `sacreval cite rouge`"
    )


def _reader(content: Any) -> Callable[[Any], CitedNumbers]:
    """Return the function that reads a document of this shape."""
    if not isinstance(content, dict):
        raise msgspec.ValidationError("no JSON object")
    if "comparisons" in content:
        return lambda it: _of_comparisons(msgspec.convert(it, ComparisonFile))
    if "ranking" in content and "notes" in content:
        return _of_correlations
    if "settings" in content and "systems" in content:
        raise msgspec.ValidationError("a comparison over data sets, which states no metrics")
    return lambda it: _of_results(msgspec.convert(it, ResultFile))


def _of_results(file: ResultFile) -> CitedNumbers:
    results = file.results
    return CitedNumbers(
        _once(r.signature for r in results),
        _size([r.system_id for r in results], [r.n for r in results if not r.group]),
        _once(stated for r in results for stated in _of_result(r)),
        _once(r.dataset for r in results if r.dataset),
        outputs=_outputs((r.signature, r.output) for r in results),
    )


def _of_result(result: Result) -> list[Statistic]:
    stated = [interval(result.interval)] if result.interval else []
    return [
        *stated,
        *([Statistic("corrected", "Means are corrected by")] if result.corrected else []),
    ]


def interval(bounds: Interval, of: str = "", together: float | None = None) -> Statistic:
    """State an interval of a score or of a difference."""
    drawn = f"{bounds.resamples} resamples" if bounds.resamples else ""
    seed = f"seed {bounds.seed}" if bounds.resamples and bounds.seed is not None else ""
    unit = f"units: {bounds.unit}" if bounds.unit else ""
    conditions = tuple(filter(None, [drawn, seed, unit]))
    level = f"{100 * bounds.level:.4g} %"
    if together is not None and together != bounds.level:
        level = f"{100 * together:.4g} % simultaneous, {level} each"
    return Statistic(bounds.method, f"Intervals ({level}){of} are computed by", conditions)


def _of_comparisons(file: ComparisonFile) -> CitedNumbers:
    compared = file.comparisons
    tests = [Statistic(*test) for test in stated_tests(compared, file.settings)]
    holm = any(test.p_holm is not None for c in compared for test in c.tests.values())
    corrected = [Statistic("corrected", "Differences are corrected by")]
    around = [standing.interval for standing in file.standings if standing.interval]
    of = " of differences" if around else ""
    confidence = file.settings.confidence
    level = f"level {1 - confidence:.4g}"
    return CitedNumbers(
        _once(s for c in compared for s in (c.base_signature, c.other_signature)),
        _size([s for c in compared for s in (c.base, c.other)], [c.n for c in compared]),
        _once(
            [
                *tests,
                *([Statistic("holm", "P-values are corrected by", (level,))] if holm else []),
                *(
                    interval(c.interval, of, None if c.exploratory else confidence)
                    for c in compared
                    if c.interval
                ),
                *(interval(bounds, " of scores") for bounds in around),
                *(corrected if any(c.corrected for c in compared) else []),
            ]
        ),
        _once(c.dataset for c in compared if c.dataset),
        outputs=_outputs(
            (text, c.output) for c in compared for text in (c.base_signature, c.other_signature)
        ),
    )


def _of_correlations(content: Any) -> CitedNumbers:
    correlated = of_correlations(content)
    return CitedNumbers(
        correlated.signatures,
        correlated.size,
        _once(Statistic(*statistic) for statistic in correlated.statistics),
        unsigned=correlated.unsigned,
        outputs=_outputs(
            (text, name)
            for name in correlated.metrics
            if (text := owner(name, correlated.signatures)) is not None
        ),
    )


def _outputs(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Group outputs by their signature."""
    by_signature: dict[str, dict[str, None]] = {}
    for text, name in pairs:
        by_signature.setdefault(text, {})[name] = None
    return {text: tuple(names) for text, names in by_signature.items()}


def _size(systems: Iterable[str], records: Iterable[int]) -> str:
    """Return the numbers of systems and of records."""
    many = len(set(systems))
    least, most = min(records := [*records], default=0), max(records, default=0)
    spread = f"{least}" if least == most else f"{least} to {most}"
    return f"{many} system{'s' * (many != 1)} (n = {spread})"


def _once(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(values))


OWN = "sacreval"
LISTS = "`sacreval list metrics` and `sacreval setup-dataset --list` have names"
STORED = "stored-score"
"""The metric that takes over scores of other runs, and does not say how they were computed."""
HOW_NAMED = "a metric is named after the file, as in `sacreval cite RESULT.json rouge`"
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
        return {use.metric: bibliography().metrics.get(use.metric, []) for use in self.used}

    @property
    def entries(self) -> list[Publication]:
        """All entries, each once."""
        book = bibliography()
        keys = [key for each in self.keys.values() for key in each]
        keys += [k for use in self.used for x, _ in use.libraries for k in self.library_keys(x)]
        keys += [OWN] if self.used or self.sizes else []
        keys += [k for statistic in self.statistics for k in self.keys_of(statistic.method)]
        keys += [k for method in self.methods for k in self.keys_of(method)]
        corpus_keys = [corpus.key.removeprefix(PREFIX) for corpus in self.corpora]
        entries = [book.entry(key) for key in dict.fromkeys(keys)]
        entries = [_of_version(e, self.version) if e.key == OWN else e for e in entries]
        return entries + [corpus_entry(name) for name in dict.fromkeys(corpus_keys)]

    def keys_of(self, method: str) -> list[str]:
        """Return the keys of a method or library."""
        return bibliography().of_method(method) or self.library_keys(method)

    def library_keys(self, library: str) -> list[str]:
        """Return the keys of a library; none for one of a plug-in."""
        return bibliography().libraries.get(library, [])


def _of_version(program: Publication, stated: str) -> Publication:
    """Return the entry of this program with the version that made the numbers."""
    return Publication(program.key, {**program.fields, "note": f"Version {stated}"})


def cited(words: Sequence[str]) -> Cited:
    """Return what is to be cited."""
    cited = Cited()
    for word in dict.fromkeys(words):
        if not _add_name(cited, word):
            _add_file(cited, word)
    missing = [use.metric for use in cited.used if not cited.keys[use.metric]]
    cited.notices += [f"{name}: sacreval knows no paper of this metric" for name in missing]
    if cited.sizes and not cited.corpora:
        cited.notices.append(
            "results do not state their corpus; name it after the file to cite it "
            "(`sacreval setup-dataset --list` has the names)"
        )
    return cited


def _add_name(cited: Cited, word: str) -> bool:
    """Add what a name stands for; return whether it stands for anything."""
    alias = aliases.find(word, metrics)
    book = bibliography()
    if ":" not in word and (alias or word in metrics):
        use = named(alias.metric, alias.options) if alias else named(word, {})
        cited.used += [use] if use not in cited.used else []
    elif (corpus := corpus_called(word)) is not None:
        _add_corpus(cited, corpus)
    elif word in book.methods or word in book.libraries:
        cited.methods.append(word)
    else:
        return False
    return True


def _add_corpus(cited: Cited, name: str) -> None:
    corpus = Corpus(corpus_label(name), f"{PREFIX}{name}")
    cited.corpora += [corpus] if corpus not in cited.corpora else []


def _add_file(cited: Cited, word: str) -> None:
    """Add what made the numbers of a file."""
    if not _is_file(word):
        book = bibliography()
        known = {*metrics, *corpora(), *book.methods, *book.libraries}
        remedy = aliases.answer(word, metrics) or nearest(word, known, LISTS)
        raise UsageError(f"'{word}' is no metric, corpus, library, test or result file; {remedy}")
    numbers = read_numbers(word)
    for text in numbers.signatures:
        if is_known(text):
            use = used(text, numbers.outputs.get(text, ()))
            stated = str(signature.read(text)[1].get(OWN, ""))
            cited.used += [use] if use not in cited.used else []
            cited.versions += [stated] if stated and stated not in cited.versions else []
            if use.metric == STORED and (scores := numbers.outputs.get(text)):
                cited.notices.append(f"{word}: {_unstated(scores)}; {HOW_NAMED}")
        else:
            name = signature.read(text)[0]
            cited.notices.append(f"{word}: {name} is defined outside sacreval; cite it yourself")
    if numbers.unsigned:
        cited.notices.append(f"{word}: {_unstated(numbers.unsigned)}")
    cited.notices = list(dict.fromkeys(cited.notices))
    cited.sizes += [numbers.size] if numbers.size not in cited.sizes else []
    cited.signatures += [text for text in numbers.signatures if text not in cited.signatures]
    cited.statistics += [s for s in numbers.statistics if s not in cited.statistics]
    for name in numbers.data_sets:
        if name in corpora():
            _add_corpus(cited, name)


def _unstated(names: Sequence[str]) -> str:
    """Return a sentence on scores whose computation is not stated, by what their names begin with.

    Args:
        names: The scores, such as `rouge-1_f1` and `rouge-1_recall`.
    """
    stems = list(dict.fromkeys(name.partition("_")[0] for name in names))
    if len(names) == 1 or len(stems) == len(names):
        stems = list(names)
    listed = comma_list(stems, 20)
    if len(names) == 1:
        return f"how {listed} was computed is not stated; cite it yourself"
    return f"how {len(names)} scores were computed is not stated; cite them yourself: {listed}"


def _is_file(word: str) -> bool:
    """Return whether a word names a file, there or not, rather than a metric."""
    try:
        return Path(word).suffix in _ENDINGS or "/" in word or Path(word).is_file()
    except (OSError, ValueError):
        return False

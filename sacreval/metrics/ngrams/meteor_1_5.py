"""METEOR 1.5 (Denkowski and Lavie 2014): the numbers of the Java program, bit for bit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.contract.declarations import official_program
from sacreval.core.metric import Direction, Origin, PairKernel, ScoreScale, metrics
from sacreval.errors import NotSetUpError, UsageError
from sacreval.metrics.ngrams._meteor15 import matchers
from sacreval.metrics.ngrams._meteor15 import meteor_tables as tables
from sacreval.metrics.ngrams._meteor15.formula import (
    ENGLISH,
    MATCHED_WORDS,
    Language,
    Module,
    Parameters,
    Task,
    counted_chunks,
    modules,
    parameters,
    scores,
)
from sacreval.metrics.ngrams._meteor15.matchers import SNOWBALL, lookup_stemmer, stemmer
from sacreval.metrics.ngrams._meteor15.meteor_counts import AlignmentCounts, Matcher
from sacreval.metrics.ngrams._meteor15.meteor_normalizer import ALNUM, LANGUAGES, normalizer, split
from sacreval.metrics.ngrams._meteor15.paraphrase_table import find_table, paraphrase_table
from sacreval.stats.segments import first_best, offsets
from sacreval.text.scripts import CHRF, Tokenization

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

OUTPUTS = (
    "meteor_1.5",
    "meteor_1.5_precision",
    "meteor_1.5_recall",
    "meteor_1.5_f_mean",
    "meteor_1.5_penalty",
)

ARABIC = "ar-bw-red"
LARGEST_BEAM = 10_000
_JAR_LANGUAGES = {"cs": "cz", "sv": "se"}  # the jar's names where they differ
_JAR_NORMALIZATION = {
    "full": ["-norm"],
    "no-punctuation": ["-norm", "-noPunct"],
    "lowercase": ["-lower"],
    "none": [],
}


@metrics.register("meteor-1.5")
@dataclass(frozen=True, kw_only=True)
class Meteor15(PairKernel):
    """METEOR 1.5: F-mean of exact, stem, synonym and paraphrase matches, 0 to 1.

    Higher is better. A fragmentation penalty lowers it if matches are in another order. With
    several references the best counts. Counts are summed over outputs before the score of a system
    is computed. `sacreval setup-metric meteor-1.5` fetches the tables. The metric `meteor` is
    NLTK's METEOR, which has other matchers, parameters and numbers.

    Args:
        language: Language of the texts (-l), which chooses modules and parameters. cs is cz of the
            Java program, and sv is se; other has the module exact alone.
        task: What the parameters were tuned for (-t); rank is the default of the program. adq, hter
            and util exist for English; universal has the parameters and modules of -new.
        normalization: How texts are prepared: full separates punctuation (-norm; en cs de es fr
            ru), no-punctuation also removes it (-noPunct), lowercase lowers the case only (-lower),
            none takes words as they are.
        modules: Matchers in their order (-m); by default those of the language. Paraphrases of
            other languages than English are yours: `sacreval setup-metric meteor-1.5 --paraphrases
            de=paraphrase-de.gz` (-a), or take --modules exact --modules stem.
        weights: Weights of the modules (-w), 0 to 1, by position; by default those of the task.
        alpha: Weight of recall in the F-mean (-p), 0 to 1; by default that of the task. English
            weights are those of adq where alpha, beta, gamma or delta is set and weights are not.
        beta: Exponent of fragmentation in the penalty (-p), 0 or more.
        gamma: The largest penalty (-p), 0 to 1.
        delta: Weight of content words (-p), 0 to 1; function words weigh 1 - delta.
        characters: Compute precision and recall over characters instead of words (-ch).
        beam_size: Number of partial alignments that the search keeps (-x), 1 to 10000.
        function_words: File of function words, one in each line (-s); by default the English
            list, which the program uses for every language.

    Source: METEOR 1.5, meteor-1.5.jar (Denkowski and Lavie 2014).
    """

    tasks: ClassVar[tuple[str, ...]] = (
        "machine-translation",
        "summarization",
        "data-to-text",
        "generation",
    )
    higher_is_better: ClassVar[Mapping[str, Direction]] = {
        name: not name.endswith("_penalty") for name in OUTPUTS
    }
    score_scale = ScoreScale(greatest=dict.fromkeys(OUTPUTS, 1.0))
    whole_rows: ClassVar[bool] = True

    origin = Origin(program=tables.RESOURCE)

    language: Language = "en"
    task: Task = "rank"
    normalization: Literal["full", "no-punctuation", "lowercase", "none"] = "full"
    modules: tuple[Module, ...] = ()
    weights: tuple[float, ...] = ()
    alpha: float | None = None
    beta: float | None = None
    gamma: float | None = None
    delta: float | None = None
    characters: bool = False
    beam_size: int = 40
    function_words: str = ""

    def __post_init__(self) -> None:
        self._check_normalization()
        self._check_modules()
        self._check_parameters()
        self.rests_on()  # which raises where a table is not set up
        tables.function_words(self._function_words())

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of the score and of its parts."""
        return OUTPUTS

    def tokenization(self) -> Tokenization:
        """Split at blanks; without punctuation, letters of unknown scripts are dropped too."""
        kept = ALNUM if self.normalization == "no-punctuation" else ""
        return Tokenization(str.split, CHRF, kept=kept)

    def rests_on(self) -> Sequence[Path]:
        """Return the word lists and tables that the options use."""
        files = [self._function_words()]
        if self._is_normalized():
            files.append(tables.prefixes_file(self.language))
        if "synonym" in self.used_modules:
            files.append(tables.synonyms_folder())
        if "stem" in self.used_modules and self.language == ARABIC:
            files.append(tables.arabic_stems_file())
        if table := self._paraphrase_table():
            files.append(table)
        return files

    @property
    def used_modules(self) -> tuple[Module, ...]:
        """The matchers in their order."""
        return self.modules or modules(self.language, self.task)

    @property
    def parameters(self) -> Parameters:
        """The parameters of the formula, and the weights of the used modules."""
        usual = parameters(self.language, self.task)
        if usual is None:
            raise UsageError(
                f"METEOR 1.5 has no parameters of the task {self.task} for {self.language}; "
                "choose rank, li or tune"
            )
        names = ("alpha", "beta", "gamma", "delta")
        chosen = {x: value for x in names if (value := getattr(self, x)) is not None}
        weights = self.weights or self._usual_weights(usual, changed=bool(chosen))
        return usual._replace(**chosen, weights=weights[: len(self.used_modules)])

    def prepare(self, *context: Any) -> list[list[str]]:
        """Normalise the references and split them into words."""
        return [self._words(reference) for reference in context[0]]

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Align with every reference, in plain Python, and keep the counts of the best."""
        import numpy as np

        words = self._words(prediction)
        pairs = np.array([self._counting(words, reference) for reference in prepared])
        row: list[float] = self.fold(pairs, np.array([0, len(pairs)]))[0].tolist()
        return row

    def rows(self, batch: Batch) -> Array:
        """Compute rows; on the official engine with the user's copy of the jar, if any."""
        if jar := official_program(self):
            return self.fold(_jar_pairs(jar, self, batch), offsets(map(len, batch.references)))
        return super().rows(batch)

    def native_pairs(self, batch: Batch) -> Array:
        """Align every pair with the kernel."""
        from sacreval import native

        prefixes = self._prefixes()
        try:
            return native.meteor15_pairs(
                batch.texts,
                normalization=(self.normalization, self.language, *prefixes),
                modules=self.used_modules,
                beam=self.beam_size,
                characters=self.characters,
                synonyms=tables.synonyms_folder() if "synonym" in self.used_modules else None,
                paraphrases=self._paraphrase_table(),
                describe=self._describe,
            )
        except ValueError as error:
            raise NotSetUpError(f"{error}; {tables.AGAIN}") from error

    def fold(self, pairs: Array, starts: Array) -> Array:
        """Append the chunks that count, which are 0 for perfect outputs; keep the best pairs."""
        import numpy as np

        rows = np.column_stack([pairs, counted_chunks(pairs)])
        return rows[first_best(self.reduce(rows)[OUTPUTS[0]], starts)]

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Compute the scores of summed counts; what the formula leaves undefined is 0."""
        return dict(zip(OUTPUTS, scores(sums, self.parameters), strict=True))

    def details(self, sums: Array) -> Mapping[str, Array]:
        """Return lengths, matched words of both sides, and chunks, 0 for a perfect output."""
        predicted, reference = range(MATCHED_WORDS.start, MATCHED_WORDS.stop)
        places = {"sys_len": 0, "ref_len": 1, "sys_matches": predicted, "ref_matches": reference}
        places["chunks"] = -1  # after `fold`
        return {name: sums[..., place] for name, place in places.items()}

    def _words(self, text: str) -> list[str]:
        return split(self._normalize(text))

    @cached_property
    def _normalize(self) -> Callable[[str], str]:
        always, numeric = self._prefixes()
        return normalizer(self.language, prefixes=always, numeric=numeric, kind=self.normalization)

    def _prefixes(self) -> tables.Prefixes:
        if not self._is_normalized():
            return tables.Prefixes((), ())
        return tables.prefixes(tables.prefixes_file(self.language))

    def _is_normalized(self) -> bool:
        return self.normalization in {"full", "no-punctuation"}

    def _function_words(self) -> Path:
        return Path(self.function_words) if self.function_words else tables.function_words_file()

    def _paraphrase_table(self) -> Path | None:
        if "paraphrase" not in self.used_modules:
            return None
        return find_table(self.language)

    def _describe(self, words: list[str]) -> tuple[list[str] | None, bytes]:
        """Return the stems of words, if the kernel needs them, and which are function words."""
        function = tables.function_words(self._function_words())
        return self._stems(words), bytes(word.lower() in function for word in words)

    def _stems(self, words: list[str]) -> list[str] | None:
        if "stem" not in self.used_modules or self.language == "en":
            return None
        stem = _stemmer(self.language)
        return [stem(word) for word in words]

    @cached_property
    def _counting(self) -> AlignmentCounts:
        names = self.used_modules
        return AlignmentCounts(
            [self._matcher(module) for module in names],
            exact=names.index("exact") if "exact" in names else -1,
            beam=self.beam_size,
            function_words=tables.function_words(self._function_words()),
            characters=self.characters,
        )

    def _matcher(self, module: Module) -> Matcher:
        if module == "stem":
            return matchers.stems(_stemmer(self.language))
        if module == "synonym":
            parts = tables.synonym_tables(tables.synonyms_folder())
            return matchers.synonyms(matchers.Synonyms(*parts))
        if module == "paraphrase":
            return matchers.paraphrases(paraphrase_table(self._paraphrase_table()))
        return matchers.exact

    def _check_normalization(self) -> None:
        if self._is_normalized() and self.language not in LANGUAGES:
            raise UsageError(
                f"METEOR 1.5 has no normaliser for the language {self.language}; give "
                "--normalization lowercase, or none for texts that are prepared"
            )

    def _check_modules(self) -> None:
        names = self.used_modules
        if len(set(names)) < len(names):
            raise UsageError("modules must list each module once")
        if "exact" not in names:
            raise UsageError("modules must include exact, without which equal texts do not match")
        if "stem" in names and self.language not in {*SNOWBALL, ARABIC}:
            raise UsageError(
                f"METEOR 1.5 has no stemmer for the language {self.language}; leave stem out of "
                "--modules"
            )
        if "synonym" in names and self.language != "en":
            raise UsageError(
                f"METEOR 1.5 has synonyms for English only, not for {self.language}; leave synonym "
                "out of --modules"
            )

    def _check_parameters(self) -> None:
        alpha, beta, gamma, delta, weights = self.parameters
        if not (all(0.0 <= x <= 1.0 for x in (alpha, gamma, delta)) and 0.0 <= beta < inf):
            raise UsageError("alpha, gamma and delta must be from 0 to 1, and beta 0 or more")
        if not 1 <= self.beam_size <= LARGEST_BEAM:
            raise UsageError(f"beam_size is {self.beam_size}; give 1 to {LARGEST_BEAM}")
        wanted = len(self.used_modules)
        if len(weights) != wanted or not all(0.0 <= weight <= 1.0 for weight in weights):
            raise UsageError(f"weights must be {wanted} numbers from 0 to 1, one for each module")

    def _usual_weights(self, usual: Parameters, *, changed: bool) -> tuple[float, ...]:
        """Return the weights of the task; those of adq if a parameter of it is changed."""
        if not changed:
            return usual.weights
        if self.language == "en":
            return ENGLISH["adq"].weights
        raise UsageError(
            "alpha, beta, gamma or delta is set, and METEOR 1.5 then has no weights for the "
            f"language {self.language}; give --weights for each module"
        )


@cache
def _stemmer(language: str) -> Callable[[str], str]:
    if language == ARABIC:
        return cache(lookup_stemmer(tables.arabic_stems_file()))
    return cache(stemmer(language))


def _jar_pairs(jar: Path, metric: Meteor15, batch: Batch) -> Array:
    """Compute the statistics of every pair with the jar, array (pairs, 23)."""
    import numpy as np

    from sacreval.metrics.ngrams._meteor15.meteor_counts import STATISTICS, jar_statistics

    records = zip(batch.predictions, batch.references, strict=True)
    pairs = [(text, reference) for text, references in records for reference in references]
    statistics = jar_statistics(jar, pairs, jar_options(metric)) if pairs else []
    return np.array(statistics, dtype=np.float64).reshape(len(pairs), STATISTICS)


def jar_options(metric: Meteor15) -> list[str]:
    """Return the options of the jar on which its statistics depend."""
    if metric.task == "universal":
        raise UsageError(
            "meteor-1.5.jar has the task universal only for a language of your own (-new); use "
            "--engine native"
        )
    flags: list[tuple[object, list[str]]] = [
        (True, ["-l", _JAR_LANGUAGES.get(metric.language, metric.language)]),
        (True, _JAR_NORMALIZATION[metric.normalization]),
        (metric.modules, ["-m", " ".join(metric.modules)]),
        (metric.characters, ["-ch"]),
        (True, ["-x", str(metric.beam_size)]),
        (metric.function_words, ["-s", str(Path(metric.function_words).resolve())]),
    ]
    return [word for wanted, words in flags if wanted for word in words]

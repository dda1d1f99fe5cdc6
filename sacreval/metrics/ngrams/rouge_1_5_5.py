"""ROUGE-1.5.5 (Lin 2004): the numbers of the Perl script, to the last digit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.contract.declarations import official_program
from sacreval.core.contract.metric_values import FROM_ZERO, ScoreScale
from sacreval.core.metric import Origin, PairKernel, metrics
from sacreval.errors import UsageError
from sacreval.io.resources import resource
from sacreval.metrics.ngrams._rouge155.rouge_options import (
    LARGEST,
    LARGEST_WEIGHT,
    BasicElements,
    Limit,
    Measures,
    Stems,
    WordRules,
    check_range,
    check_skip_bigrams,
    sentences,
    tokens,
)
from sacreval.metrics.ngrams._rouge155.rouge_scores import (
    Scoring,
    exact_scores,
    f_measure,
    over_models,
    scores_of_counts,
)
from sacreval.text.scripts import Tokenization

if TYPE_CHECKING:
    from pathlib import Path

    from sacreval.core.metric import Array, Direction, Ids
    from sacreval.core.records import Batch, Instance
    from sacreval.metrics.ngrams._rouge155.counts import Text
    from sacreval.metrics.ngrams._rouge155.drand48_bootstrap import Averages
    from sacreval.stats.intervals.bounds import Bounds

Unigrams = Literal["without", "with", "both"]
COUNTS = ("hits", "model", "peer")
OTHER_SCRIPTS = "the metric rouge has tokenizers for other scripts"


@metrics.register("rouge-1.5.5")
@dataclass(frozen=True, kw_only=True)
class Rouge155(PairKernel):
    """ROUGE-1.5.5, the Perl script of 2005: overlap of n-grams, subsequences and skip-bigrams.

    Higher is better, 0 to 1. The sentences of a text are its lines. The score of a system is the
    average that the script prints, which is the mean of seeded bootstrap means; scores of single
    outputs are the script's too, rounded to five decimals. `compare` and `correlate` use the plain
    mean. The script's bounds: --interval rouge-1.5.5; its output: --format rouge-1.5.5. The metric
    `rouge` is rouge-score's.

    Args:
        max_ngram: Largest n of ROUGE-N (-n), at most 1000; 0 for none.
        rouge_l: Compute ROUGE-L, over sentences (off with -x).
        weight: Exponent of the length of a run in ROUGE-W (-w), usually 1.2, at most 20; 0 for no
            ROUGE-W.
        skip_distance: Largest number of words between those of a skip-bigram (-2), usually 4; -1
            for any number. Without it there is no ROUGE-S.
        unigrams: Whether skip-bigrams are counted without unigrams (ROUGE-S), with them (ROUGE-SU,
            -u), or in both ways (-U); with and both require skip_distance.
        basic_elements: Compare basic elements instead of words (-3): each line of a text is
            head|modifier|relation. No other measure is computed then.
        stemmer: Stem words of more than three letters (-m); this requires
            `sacreval setup-metric rouge-1.5.5`.
        stem_models_only: Stem references alone, and not for ROUGE-N (-M); requires the same.
        remove_stopwords: Drop the script's 596 stop words (-s); requires the same.
        max_words: Score the first words of all texts only (-l); 0 for no limit.
        max_bytes: Score the first bytes of all texts only (-b); 0 for no limit.
        scoring: With several references, add up their counts (average, -f A), or use the one with
            the best recall (best, -f B).
        alpha: Weight of precision in F (-p), 0 to 1.
        counting: How outputs are averaged (-t): the mean over them (sentence, -t 0), precision and
            recall of their summed counts (token, -t 1), or these counts themselves (raw, -t 2).
        rounded: Round precision, recall and F of each output to five decimals, as the script prints
            them. With --no-rounded and --bootstrap-samples 0 scores are those of SacreROUGE's
            python-rouge, but for the stems of few words.
        bootstrap_samples: Number of resamples of the script's average and bounds (-r), at most a
            million; 0 for the plain mean.

    Source: ROUGE-1.5.5.pl (Lin 2004), option by option; where the script divides by zero, ROUGE-W
    of an empty reference, the score here is 0.
    """

    tasks: ClassVar[tuple[str, ...]] = ("summarization", "data-to-text", "generation")

    origin = Origin(program="rouge-1.5.5")

    max_ngram: int = 2
    rouge_l: bool = True
    weight: float = 0.0
    skip_distance: int | None = None
    unigrams: Unigrams = "without"
    basic_elements: BasicElements | None = None
    stemmer: bool = False
    stem_models_only: bool = False
    remove_stopwords: bool = False
    max_words: int = 0
    max_bytes: int = 0
    scoring: Scoring = "average"
    alpha: float = 0.5
    counting: Literal["sentence", "token", "raw"] = "sentence"
    rounded: bool = True
    bootstrap_samples: int = 1000

    def __post_init__(self) -> None:
        for name, largest in LARGEST.items():
            check_range(name, getattr(self, name), largest)
        if self.max_words and self.max_bytes:
            raise UsageError("max_words and max_bytes cut the same texts; give one of them")
        if not 0.0 <= self.alpha <= 1.0:
            raise UsageError("alpha must be from 0 to 1")
        if isfinite(self.weight):
            check_range("weight", self.weight, LARGEST_WEIGHT)
        check_skip_bigrams(self.skip_distance, self.unigrams)
        if not self.measures.tags():
            raise UsageError("there is no measure to compute; give max_ngram or rouge_l")
        self.rests_on()
        scale = ScoreScale(highest=self._highest(), spans=FROM_ZERO)  # counts exceed 1
        object.__setattr__(self, "score_scale", scale)
        object.__setattr__(self, "main", self._main())
        lengths = [x for x in self.outputs if x.endswith(("_model", "_peer"))]
        directions: dict[str, Direction] = {**dict.fromkeys(lengths), "*": True}
        object.__setattr__(self, "higher_is_better", directions)

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return `rouge<measure>_precision`, `_recall` and `_f1`, or the raw counts."""
        parts = ("precision", "recall", "f1" if self.alpha == 0.5 else "f")
        if self.counting == "raw":
            parts = COUNTS
        return tuple(f"rouge{tag}_{part}" for tag in self.measures.tags() for part in parts)

    def _main(self) -> str:
        """Return the F of ROUGE-L, or of the first measure; without one, the first output."""
        scores = [name for name in self.outputs if name.endswith(("_f1", "_f"))]
        of_lcs = (name for name in scores if name.startswith("rougeL_"))
        return next(of_lcs, [*scores, *self.outputs][0])

    def _highest(self) -> Mapping[str, float]:
        """Return 1 for each mean; ROUGE-W of weights below 1 has no largest score."""
        means = self.outputs if self.counting == "sentence" else ()
        return {x: 1.0 for x in means if self.weight >= 1 or not x.startswith("rougeW_")}

    def tokenization(self) -> Tokenization:
        """Split into runs of a-z and 0-9."""
        return Tokenization(
            lambda text: [t for line in sentences(text) for t in tokens(line)],
            OTHER_SCRIPTS,
            latin_only=True,
        )

    def rests_on(self) -> Sequence[Path]:
        """Return the folder of the stop words and exceptions if they are used.

        Raises:
            NotSetUpError: If it is not there.
        """
        used = self.stemmer or self.stem_models_only or self.remove_stopwords
        return (resource("rouge-1.5.5"),) if used else ()

    def data_hashes(self) -> Mapping[str, str]:
        """Return a hash of the stop words and exceptions that are used."""
        from hashlib import blake2b

        if not self.rests_on():
            return {}
        used = b"\n\n".join(self._word_lists)
        return {"rouge-1.5.5-data": blake2b(used, digest_size=8).hexdigest()}

    @cached_property
    def measures(self) -> Measures:
        """What is computed."""
        skip = {"without": "skip", "with": "with-unigrams", "both": "both"}[self.unigrams]
        return Measures(
            self.max_ngram,
            self.rouge_l,
            self.weight,
            self.skip_distance,
            skip,  # type: ignore[arg-type]
            self.basic_elements,
        )

    @cached_property
    def reading(self) -> WordRules:
        """How texts become tokens."""
        from sacreval.metrics.ngrams._rouge155.rouge_stems import exceptions
        from sacreval.text.word_lists import stop_words

        name = "rouge-1.5.5"
        stems: Stems = "all" if self.stemmer else "models" if self.stem_models_only else "none"
        return WordRules(
            stems,
            Limit(self.max_words, self.max_bytes),
            {} if stems == "none" else exceptions(resource(name)),
            stop_words(resource(name), name) if self.remove_stopwords else frozenset(),
        )

    @cached_property
    def _word_lists(self) -> tuple[bytes, bytes]:
        """The stop words and the irregular forms, as the kernel reads them."""
        return self.reading.stop_lines(), self.reading.irregular_lines()

    def fault(self, instance: Instance) -> str | None:
        """Return an error if a line is not a basic element, where these are compared."""
        if self.basic_elements is None:
            return None
        from sacreval.metrics.ngrams._rouge155.counts import fault

        texts = (instance.prediction, *(instance.references or ()))
        return next((reason for text in texts if (reason := fault(text))), None)

    def prepare(self, *context: Any) -> list[Text]:
        """Read the references."""
        from sacreval.metrics.ngrams._rouge155.counts import read

        return [read(text, self.measures, self.reading, is_model=True) for text in context[0]]

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Count the matches with every reference, and fold them."""
        import numpy as np

        from sacreval.metrics.ngrams._rouge155.counts import count, read

        peer = read(prediction, self.measures, self.reading, is_model=False)
        pairs = [np.ravel(count(peer, model, self.measures)) for model in prepared]
        folded = self.fold(np.array(pairs, dtype=float), np.array([0, len(pairs)]))
        return [float(x) for x in folded[0]]

    def native_pairs(self, batch: Batch) -> Array:
        """Count the matches of every pair with the kernel."""
        from sacreval import native

        measures, reading = self.measures, self.reading
        stop, irregular = self._word_lists
        skips = measures.gap is not None
        return native.rouge155_pairs(
            batch.texts,
            measures=len(measures.tags()),
            max_ngram=measures.max_ngram,
            rouge_l=measures.rouge_l,
            weight=measures.weight,
            skip=skips and measures.skip != "with-unigrams",
            skip_unigrams=skips and measures.skip != "skip",
            gap=-1 if measures.gap is None else measures.gap,
            elements=measures.elements,
            stems=reading.stems,
            max_words=reading.limit.words,
            max_bytes=reading.limit.bytes,
            stop=stop,
            irregular=irregular,
        )

    def rows(self, batch: Batch) -> Array:
        """Compute rows; on the official engine with the user's copy of the script, if any."""
        if script := official_program(self):
            return _script_rows(script, self, batch)
        return super().rows(batch)

    def fold(self, pairs: Array, starts: Array) -> Array:
        """Combine the references of every record; round scores as the script prints them."""
        tags, weight = self.measures.tags(), self.weight or 1.0
        return self.rows_of_counts(
            over_models(pairs, starts, tags, scoring=self.scoring, weight=weight)
        )

    def rows_of_counts(self, counts: Array) -> Array:
        """Compute rows from the counts of each record, array (n, 3 * measures)."""
        import numpy as np

        if self.counting != "sentence":
            return counts
        scores = scores_of_counts(
            counts,
            self.measures.tags(),
            weight=self.weight or 1.0,
            alpha=self.alpha,
            rounded=self.rounded,
        )
        return np.hstack([scores, np.ones((len(scores), 1))])

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Return means of scores, scores of summed counts, or these counts."""
        if self.counting == "raw":
            return {name: sums[..., i] for i, name in enumerate(self.outputs)}
        if self.counting == "sentence":
            return {name: sums[..., i] / sums[..., -1] for i, name in enumerate(self.outputs)}
        columns: list[Array] = []
        for k in range(len(self.measures.tags())):
            p, r = exact_scores(sums[..., 3 * k : 3 * k + 3])
            columns += [p, r, f_measure(p, r, self.alpha)]
        return dict(zip(self.outputs, columns, strict=True))

    def score_system(self, rows: Array, ids: Ids) -> Mapping[str, Array]:
        """Return the script's averages."""
        if not self.bootstrap_samples or self.counting == "raw":
            return self.reduce(rows.sum(axis=0))
        averages = self.printed(rows, ids, 0.95).average
        return {name: averages[i] for i, name in enumerate(self.outputs)}

    def own_bounds(self, rows: Array, ids: Ids, level: float) -> Mapping[str, Bounds]:
        """Return the script's bounds."""
        from sacreval.stats.intervals.bounds import Bounds

        bounds = self.printed(rows, ids, level)
        return {name: Bounds(bounds.low[i], bounds.high[i]) for i, name in enumerate(self.outputs)}

    def printed(self, rows: Array, ids: Ids, level: float) -> Averages:
        """Compute the script's averages and bounds.

        Args:
            rows: Array (n, k).
            ids: Returns `instance.system` of every row, in whose order as text the script draws.
            level: Confidence level, from 0 to 1.

        Returns:
            Arrays of one number for each output.
        """
        import numpy as np

        from sacreval.metrics.ngrams._rouge155.drand48_bootstrap import averages, resampled_sums

        names = ids()
        order = sorted(range(len(names)), key=names.__getitem__)
        sums = resampled_sums(rows[order], self.bootstrap_samples)
        replicates = np.stack([*self.reduce(sums).values()], axis=-1)
        return averages(replicates, round(100 * level, 10))


def _script_rows(script: Path, metric: Rouge155, batch: Batch) -> Array:
    """Compute the rows with the script.

    Returns:
        Array (n, k): precision, recall and F of each measure and a count of 1, or matches, units of
        the references and units of the prediction, as `Rouge155.fold` returns them.
    """
    import numpy as np

    from sacreval.metrics.ngrams._rouge155.rouge_scores import script_scores

    names = [name.removeprefix("ROUGE-") for name in metric.measures.printed_names()]
    n, counted = len(batch), _is_counted(metric)
    if not n:
        return np.zeros((0, 3 * len(names) + (metric.counting == "sentence")))
    texts = list(zip(batch.predictions, batch.references, strict=True))
    kind = "SIMPLE" if metric.basic_elements else "SPL"
    by_measure = script_scores(script, texts, _script_options(metric), kind=kind)
    order = [2, 0, 1] if counted else [1, 0, 2]
    numbers = np.hstack([np.array(by_measure[name])[:, order] for name in names])
    if counted:
        return metric.rows_of_counts(numbers)
    return np.hstack([numbers, np.ones((n, 1))])


def _is_counted(metric: Rouge155) -> bool:
    """Return whether counts are needed, as the script prints scores with five decimals only."""
    return metric.counting != "sentence" or not metric.rounded


def _script_options(metric: Rouge155) -> list[str]:
    """Return the options of the script for the scores of single texts."""
    flags: list[tuple[object, list[str]]] = [
        (metric.stemmer, ["-m"]),
        (metric.stem_models_only, ["-M"]),
        (metric.remove_stopwords, ["-s"]),
        (metric.max_words, ["-l", str(metric.max_words)]),
        (metric.max_bytes, ["-b", str(metric.max_bytes)]),
        (metric.scoring == "best", ["-f", "B"]),
        (_is_counted(metric), ["-t", "1"]),
        (True, ["-p", f"{metric.alpha:.15g}"]),
    ]
    chosen = [word for wanted, words in flags if wanted for word in words]
    return [*_measures(metric), *chosen]


def _measures(metric: Rouge155) -> list[str]:
    if metric.basic_elements:
        return ["-3", metric.basic_elements]
    skip = {"without": [], "with": ["-u"], "both": ["-U"]}[metric.unigrams]
    flags: list[tuple[object, list[str]]] = [
        (metric.max_ngram, ["-n", str(metric.max_ngram)]),
        (not metric.rouge_l, ["-x"]),
        (metric.weight, ["-w", f"{metric.weight:.15g}"]),
        (metric.skip_distance is not None, ["-2", str(metric.skip_distance), *skip]),
    ]
    return [word for wanted, words in flags if wanted for word in words]

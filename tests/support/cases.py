"""Cases: the output of other tools for small inputs, in one format.

`tests/golden/cases.json` holds them, so that they run anywhere. Where SACREVAL_CASES
names the folder of the collections they were taken from, `convert` makes them anew.
"""

import json
import os
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from support.case_table import DIFFERENT, NAMES
from support.mirror import CHECKOUT

COLLECTIONS = Path(os.environ.get("SACREVAL_CASES") or os.devnull)
COMMITTED = CHECKOUT / "tests" / "golden" / "cases.json"
TOOLS = ("jury", "lighteval", "fmeval")
HUNDRED = {"bleu", "chrf", "ter"}  # ours are percentages
CORRECTED = {"correct", "best_min_mean", "textbook_expected"}  # what a collection has beside it

Case = dict[str, Any]


def convert(tool: str) -> Iterator[Case]:
    """Convert a collection to cases.

    A case is one metric with options over records. `fold` is the aggregation: `corpus` is the
    system's score, `best` the mean over inputs of the best of their outputs' own scores.
    """
    document = json.loads((COLLECTIONS / f"{tool}.json").read_text(encoding="utf-8"))
    make = {"jury": jury, "lighteval": lighteval, "fmeval": fmeval}[tool]
    for source in document["cases"]:
        if source["id"] in relevant(tool) - DIFFERENT.keys():
            yield from make(inline(source, document["inputs"]) if tool == "jury" else source)


@cache
def relevant(tool: str) -> set[str]:
    """List the cases of a collection whose metric exists here."""
    document = json.loads((COLLECTIONS / f"{tool}.json").read_text(encoding="utf-8"))
    key = "algorithm" if tool == "fmeval" else "metric"
    return {case["id"] for case in document["cases"] if case[key] in NAMES[tool]}


def case(
    source: Case,
    metric: str,
    options: dict[str, Any],
    inputs: list[tuple[list[str], list[str]]],
    expected: dict[str, float],
    **more: Any,
) -> Case:
    """Create a case."""
    scale = 100.0 if metric in HUNDRED and more.get("shares") else 1.0
    return {
        "id": f"{source['id']} as {metric}",
        "from": source["id"],
        "tool": tool_of(source, metric),
        "metric": metric,
        "options": options,
        "inputs": [{"predictions": p, "references": r} for p, r in inputs],
        "expected": {name: scale * value for name, value in expected.items()},
        "fold": more.get("fold", "corpus"),
        "tolerance": more.get("tolerance", 1e-9) * scale,
    }


def tool_of(source: Case, metric: str) -> str:
    """Name the tool whose number a case holds: not the toolkit where that departs from it."""
    if not CORRECTED & source.keys():
        return str(source["source"])
    return "sacrebleu 2.6.0" if metric in HUNDRED else "by hand"


def inline(source: Case, inputs: dict[str, Any]) -> Case:
    """Return the inputs of a Jury case, each with lists of predictions and references."""
    texts = inputs[source["input"]] if "input" in source else source
    pairs = zip(texts["predictions"], texts["references"], strict=True)
    return source | {"pairs": [(listed(p), listed(r)) for p, r in pairs]}


def listed(value: Any) -> list[str]:
    """Return a list of one text."""
    return value if isinstance(value, list) else [value]


def bare(text: str) -> str:
    """Lowercase and drop punctuation, as Jury does before some metrics."""
    return " ".join(text.lower().translate(str.maketrans("", "", string.punctuation)).split())


def jury(source: Case) -> Iterator[Case]:
    """Convert a case of jury.json: `correct` takes precedence over Jury's output."""
    want = source.get("correct", source["expected"])
    best = "mean_of_best_sentence_score"
    facts = JuryFacts(
        source,
        tool=source["id"].split("/")[0],
        want=want,
        score=want.get("score", want.get(best)),
        fold="best" if best in want else "corpus",
    )
    name = source["metric"]
    group = "bleu" if name.startswith("Bleu_") else name
    group = "chrf" if name == "chrf++" else group
    yield from JURY[group](facts)


@dataclass(frozen=True)
class JuryFacts:
    """A case of Jury's and of its peers', with what its metrics' conversions share."""

    source: Case
    tool: str
    want: dict[str, Any]
    score: float
    fold: str

    @property
    def pairs(self) -> list[Any]:
        """The predictions and references of each input."""
        return self.source["pairs"]

    @property
    def bare(self) -> list[Any]:
        """The same in lower case and without punctuation."""
        return [([bare(t) for t in p], [bare(t) for t in r]) for p, r in self.pairs]

    @property
    def tolerance(self) -> float:
        """The precision of the tool's output."""
        return {"torchmetrics": 5e-5, "nlgeval": 1e-6}.get(self.tool, 1e-9)

    def case(self, metric: str, options: dict[str, Any], **expected: Any) -> Case:
        """Create a case; `evaluate` prints shares for BLEU alone."""
        more = {
            "fold": expected.pop("fold", self.fold),
            "shares": self.tool != "evaluate" or metric == "bleu",
            "tolerance": self.tolerance,
        }
        pairs = expected.pop("pairs", self.pairs)
        return case(self.source, metric, options, pairs, expected, **more)


def _bleu(facts: JuryFacts) -> Iterator[Case]:
    if facts.tool == "evaluate":
        yield facts.case("bleu", {}, bleu=facts.want["bleu"])
        return
    name, params = facts.source["metric"], facts.source["params"]
    order = int(name[-1]) if name.startswith("Bleu_") else params.get("max_order", 4)
    options = {"tokenize": "none", "smooth_method": "none", "max_ngram_order": order}
    yield facts.case("bleu", options, pairs=facts.bare, bleu=facts.score)


def _chrf(facts: JuryFacts) -> Iterator[Case]:
    options: dict[str, Any] = {"word_order": 2} if facts.source["metric"] == "chrf++" else {}
    if facts.tool == "torchmetrics":  # it averages the F-scores of the orders
        options["eps_smoothing"] = True
    yield facts.case("chrf", options, chrf=facts.score)


def _ter(facts: JuryFacts) -> Iterator[Case]:
    options = {"normalized": True} if "normalized" in facts.source["params"] else {}
    yield facts.case("ter", options, ter=facts.score)


def _edits(facts: JuryFacts) -> Iterator[Case]:
    name = facts.source["metric"]
    if "best_min_mean" in facts.source:
        yield facts.case(name, {}, fold="best", **{name: facts.source["best_min_mean"]})
        return
    counts = {f"{name}_{k}": v for k, v in facts.want.get("overall", {}).items()}
    yield facts.case(name, {}, **{name: facts.want.get(name, facts.score)}, **counts)


def _squad(facts: JuryFacts) -> Iterator[Case]:
    exact, f1 = facts.want["exact_match"], facts.want["f1"]
    yield facts.case("exact-match", {"normalize": "squad"}, fold="best", exact_match=exact)
    yield facts.case("token-f1", {}, fold="best", token_f1_f1=f1)


def _overlap(facts: JuryFacts) -> Iterator[Case]:
    expected = {f"token_f1_{facts.source['metric']}": facts.score}
    yield facts.case("token-f1", {"normalize": "none"}, pairs=facts.bare, fold="best", **expected)


def _rouge(facts: JuryFacts) -> Iterator[Case]:
    expected = {f"{k.removesuffix('_fmeasure')}_f1": v for k, v in facts.want.items()}
    options: dict[str, Any] = {
        "types": [k.removeprefix("rouge").removesuffix("_f1") for k in expected]
    }
    if facts.source["params"].get("accumulate") == "avg":
        options["multi_reference"] = "mean"
    yield facts.case("rouge", options, **expected)


JURY: dict[str, Callable[[JuryFacts], Iterator[Case]]] = {
    "bleu": _bleu,
    "sacrebleu": lambda facts: iter([facts.case("bleu", {}, bleu=facts.score)]),
    "chrf": _chrf,
    "ter": _ter,
    "wer": _edits,
    "cer": _edits,
    "google_bleu": lambda facts: iter([facts.case("google-bleu", {}, **facts.want)]),
    "squad": _squad,
    "f1": _overlap,
    "precision": _overlap,
    "recall": _overlap,
    "rouge": _rouge,
    "ROUGE_L": lambda facts: iter(
        [facts.case("rouge", {"types": ["L"], "multi_reference": "coco"}, rougeL_f1=facts.score)]
    ),
}


def lighteval(source: Case) -> Iterator[Case]:
    """Convert a case of lighteval.json: the textbook's number is preferred to lighteval's."""
    name, params = source["metric"], source["params"]
    want = source.get("textbook_expected", source.get("expected"))
    texts = source["input"]
    if name.startswith("corpus_"):
        pairs = list(zip(texts["predictions"], texts["references"], strict=True))
        metric = name.removeprefix("corpus_").removesuffix("++")
        options = {"word_order": 2} if name.endswith("++") else {}
        yield case(source, metric, options, pairs, {metric: want})
        return
    normalize = {"helm_normalizer": "helm", None: "none"}.get(params.get("normalize_gold"))
    if name == "exact_match":
        normalize = "strip" if params.get("strip_strings") else normalize
        options = {"normalize": normalize, "match": params.get("type_exact_match", "full")}
        pairs = [(texts["predictions"], texts["references"])]
        yield case(source, "exact-match", options, pairs, {"exact_match": want})
    elif name == "f1_bag_of_words":
        pairs = [(texts["predictions"], texts["references"])]
        for bag, value in (("set", source["expected"]), ("multiset", want)):
            options = {"normalize": normalize, "bag": bag}
            row = case(source, "token-f1", options, pairs, {"token_f1_f1": value})
            tool = source["source"] if bag == "set" else row["tool"]
            yield row | {"id": f"{row['id']}, {bag}", "tool": tool}
    elif name == "rouge":
        pairs = [(texts["predictions"], texts["references"])]
        options = {
            "types": [t.removeprefix("rouge") for t in params["types"]],
            "multi_reference": "mean",
        }
        divisor = 100 if params.get("bootstrap") else 1
        expected = {f"{t}_f1": value / divisor for t, value in want.items()}
        yield case(source, "rouge", options, pairs, expected)
    elif name == "bleu_sentence_nltk":
        pairs = [(texts["predictions"], texts["references"])]
        options = {"max_ngram_order": params["n_gram"]}
        yield case(source, "bleu", options, pairs, {"bleu": want}, shares=True)


def fmeval(source: Case) -> Iterator[Case]:
    """Convert a case of fmeval.json."""
    texts, want = source["input"], source["expected"]
    if source["algorithm"] == "qa_accuracy":
        references = texts["target_output"].split(source["params"]["target_output_delimiter"])
        pairs = [([texts["model_output"]], references)]
        f1 = {"token_f1_f1": want["f1_score"]}
        if len(references) == 1:
            f1["token_f1_precision"] = want["precision_over_words"]
            f1["token_f1_recall"] = want["recall_over_words"]
        yield case(source, "token-f1", {"bag": "set"}, pairs, f1)
        for normalize, key in (("none", "exact"), ("squad", "quasi_exact")):
            expected = {"exact_match": want[f"{key}_match_score"]}
            row = case(source, "exact-match", {"normalize": normalize}, pairs, expected)
            yield row | {"id": f"{row['id']}, {normalize}"}
    elif source["algorithm"] == "summarization_accuracy.rouge":
        kind = source["params"]["rouge_type"]
        options = {"types": [kind.removeprefix("rouge")], "stemmer": True}
        pairs = [([texts["model_output"]], [texts["target_output"]])]
        expected = {f"{kind}_f1": want["rouge"]}
        yield case(source, "rouge", options, pairs, expected, tolerance=1e-11)
    elif source["algorithm"] == "word_error_rate":
        pairs = [([output], [texts["original_output"]]) for output in texts["perturbed_outputs"]]
        yield case(source, "wer", {}, pairs, {"wer": want["word_error_rate"]})


def write() -> None:
    """Generate the committed file: `PYTHONPATH=tests python -m support.cases`."""
    document = json.loads(COMMITTED.read_text(encoding="utf-8"))
    document["cases"] = [case for tool in TOOLS for case in convert(tool)]
    text = json.dumps(document, ensure_ascii=False, indent=1)
    COMMITTED.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    write()

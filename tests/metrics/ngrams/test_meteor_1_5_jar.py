"""METEOR 1.5's own output: 597 segments under 34 sets of options, and 1,000 outputs of SummEval.

The numbers are those of meteor-1.5.jar (sha256 1e57b4c7...) with the English paraphrases of
pycocoevalcap 1.2, run with OpenJDK 17 on 2026-11-22. They are read from SACREVAL_CASES.
"""

import json
import pickle
import shlex
from math import isnan

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import NotSetUpError, UsageError
from sacreval.io.resources import find
from support import missing
from support.cases import COLLECTIONS
from support.meteor_home import is_real
from support.mirror import SUMMEVAL, WMT23, path

PATH = COLLECTIONS / "meteor15.json"
DOCUMENT = json.loads(PATH.read_text(encoding="utf-8")) if PATH.is_file() else {"cases": []}
PARTS = ("score", "precision", "recall", "fMean", "fragPenalty")
LANGUAGES = {"cz": "cs", "se": "sv"}


@pytest.fixture(autouse=True)
def _needs():
    if not (DOCUMENT["cases"] and is_real()):
        reason = "set SACREVAL_CASES and run: sacreval setup-metric meteor-1.5"
        missing.say(f"METEOR 1.5's own output: {reason}")
        pytest.skip(reason)


def options(line):
    """Convert options of the jar."""
    words = shlex.split(line)
    flags = dict(zip(words, [*words[1:], None], strict=True))
    keywords = {"language": LANGUAGES.get(flags["-l"], flags["-l"]), "normalization": "none"}
    for flag, kind in (("-lower", "lowercase"), ("-norm", "full"), ("-noPunct", "no-punctuation")):
        if flag in flags:
            keywords["normalization"] = kind
    if "-m" in flags:
        keywords["modules"] = tuple(flags["-m"].split())
    if "-p" in flags:
        numbers = map(float, flags["-p"].split())
        keywords |= zip(("alpha", "beta", "gamma", "delta"), numbers, strict=True)
        if keywords["language"] != "en":
            keywords["weights"] = (0.0, 0.0)  # which the jar takes, and sacreval asks for
    if "-w" in flags:
        keywords["weights"] = tuple(map(float, flags["-w"].split()))
    if "-s" in flags:
        keywords["function_words"] = str(find("meteor-1.5") / flags["-s"].removeprefix("JAR:"))
    return keywords | {"task": flags.get("-t", "rank"), "characters": "-ch" in flags}


def squeezed(text):
    """Squeeze blanks."""
    return " ".join(text.split())


def line(file, number):
    """Return a line of a file, counted from 1."""
    return squeezed(path(f"{WMT23}/{file}").read_text(encoding="utf-8").split("\n")[number - 1])


def summeval():
    """Return SummEval's texts by record."""
    return pickle.loads(path(SUMMEVAL).read_bytes())  # noqa: S301 - a fixed file of texts


def record(where, texts):
    """Return a record of a set that names its texts by their place."""
    if "record" in where:
        document = texts[where["record"]]
        references = [squeezed(document["ref_summs"][k]) for k in where["refs"]]
        output = squeezed(document["sys_summs"][where["system"]]["sys_summ"])
        return Instance(prediction=output, references=references)
    if "ref" in where:
        files, output = [where["ref"]], where["hyp"]
    else:
        kinds = {True: "references/en-de.{}.txt", False: "system-outputs/en-de/{}.txt"}
        files = [kinds[name.startswith("ref")].format(name) for name in where["refs"]]
        output = f"system-outputs/en-de/{where['hyp']}"
    number = where["line"]
    return Instance(prediction=line(output, number), references=[line(f, number) for f in files])


def batch(name):
    """Return the records of a set."""
    test_set = DOCUMENT["sets"][name]
    if "hyp" in test_set:
        size, references = test_set["refs_per_segment"], test_set["ref"]
        return Batch(
            [
                Instance(prediction=text, references=references[k * size : (k + 1) * size])
                for k, text in enumerate(test_set["hyp"])
            ]
        )
    texts = summeval() if name.startswith("summeval") else None
    return Batch([record(where, texts) for where in test_set["where"]])


def number(text):
    """Read a number of the jar; where it prints NaN the score is 0."""
    value = float(text)
    return 0.0 if isnan(value) else value


@pytest.mark.parametrize("engine", ["native", "official"])
@pytest.mark.parametrize("case", DOCUMENT["cases"], ids=lambda case: case["id"])
def test_case(case, engine):
    """Every count, score and part of a score is the jar's, to the last bit, of two in Python."""
    if "error" in case:
        with pytest.raises((UsageError, NotSetUpError)):
            metrics.get("meteor-1.5")(**options(case["options"]))
        return
    metric = metrics.get("meteor-1.5")(**options(case["options"])).with_engine(engine)
    records = batch(case["set"])
    rows = metric.rows(records if engine == "native" else records.select(range(2)))
    scores = zip(*metric.reduce(rows).values(), strict=True)
    for row, parts, want in zip(rows, scores, case["segments"], strict=engine == "native"):
        assert row[:23].tolist() == [float(x) for x in want["stats"].split()]
        assert list(parts) == [number(want[part]) for part in PARTS]
    if engine == "official":  # the definition in Python takes a second for some pairs
        return
    whole = metric.reduce(rows.sum(axis=0)).values()
    assert list(whole) == [number(case["final"][part]) for part in PARTS]


def test_thousand():
    """The scores of 1,000 outputs of SummEval are the jar's, and so is the system's."""
    want, outputs = DOCUMENT["thousand"], []
    for document in summeval().values():
        reference = squeezed(document["ref_summs"][0])
        outputs += [
            Instance(prediction=squeezed(summary["sys_summ"]), references=[reference])
            for summary in document["sys_summs"].values()
        ]
    some = Batch(outputs[:1000], workers=2)
    metric = metrics.get("meteor-1.5")(engine="native")
    rows = metric.rows(some)
    scores = metric.reduce(rows)["meteor_1.5"].tolist()
    assert scores == [float(x) for x in want["segments"]]
    assert metric.reduce(rows.sum(axis=0))["meteor_1.5"] == float(want["final"])
    for modules in (("exact", "stem", "synonym"), ("exact", "stem")):
        part = metrics.get("meteor-1.5")(engine="native", modules=modules)
        score = part.reduce(part.rows(some).sum(axis=0))["meteor_1.5"]
        assert score == float(want[f"modules {' '.join(modules)}"])

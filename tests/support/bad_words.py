"""Invalid arguments of a command line, each with what is wrong and the verbs that have it."""

from support.bad_option_values import (
    CONDITIONS,
    EXTRACTS,
    FILES,
    GROUPS,
    LONG,
    MAPS,
    METRICS,
    NORMALIZERS,
    NOTICES,
    NUMBERS,
    OUTPUTS,
    READERS,
)

READING = (
    "evaluate", "score", "compare", "correlate", "verify", "convert", "suite", "perturb",
    "robustness", "stereotyping", "generate", "ask", "run-tests", "select",
)  # fmt: skip
SCORING = ("evaluate", "score", "compare", "correlate", "suite", "robustness", "select")
WRITING = (
    "evaluate", "score", "compare", "correlate", "plan", "report", "convert", "suite", "perturb",
    "robustness", "stereotyping", "arena", "trust", "select",
)  # fmt: skip
ALL = (
    "evaluate", "score", "compare", "correlate", "plan", "verify", "report", "convert", "baseline",
    "config", "list", "setup-dataset", "setup-metric", "suite", "perturb", "robustness",
    "stereotyping", "generate", "answer", "ask", "arena", "trust", "export", "run-tests",
    "select", "cite", "init",
)  # fmt: skip


def each(option: str, values: dict[str, str], verbs: tuple[str, ...]) -> dict[str, tuple]:
    """Return rows of one option, by what is wrong with its value."""
    return {
        f"{option}: {what}": (verbs, (option, value) if option else (value,))
        for what, value in values.items()
    }


WORDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    **each("", {"an unknown option": "--no-such-option"}, ALL),
    **each("", {"an unknown option of 20,000 characters": f"--{LONG}"}, ALL),
    **each("", {"an unknown option that is not UTF-8": "--\udcff"}, ALL),
    **each("--map", MAPS, READING),
    **each("--extract", EXTRACTS, ("evaluate", "score", "compare", "correlate")),
    **each("--normalize", NORMALIZERS, ("evaluate", "score", "compare", "correlate")),
    **each("--reader", READERS, READING),
    **each("-o", OUTPUTS, (*WRITING, "answer", "ask", "run-tests")),
    **each("-o", {"no folder for copies": "gone", "a file": "good.jsonl"}, ("export",)),
    **each("--log", FILES, ("export",)),
    **each("--about", {"no format": "good.yaml"}, ("evaluate", "suite")),
    **each("--format", {"nobody described": "model-index"}, ("evaluate", "suite")),
    **each("--format", {"unknown": "jsonlines", "no model": "openai-batch"}, ("ask",)),
    **each(
        "--check",
        {"no condition": "share(bleu) > 1", "unknown": "min(nothing) > 1"},
        ("evaluate", "suite"),
    ),
    **each("--no-new-failures", {"no baseline": "bleu"}, ("evaluate", "suite")),
    **each("--sort", {"unknown": "size", "empty": ""}, ("evaluate", "suite")),
    **each("--model", {"no batch": "m"}, ("ask",)),
    **each("--replies", FILES, ("ask",)),
    **each("--opponent", {"no pairs": "good.jsonl"}, ("ask",)),
    **each("--file", {"no path": "replies", "no option": "=x", "unknown": "replys=x"}, ("verify",)),
    **each("--max-missing", {**NUMBERS, "above 1": "2"}, ("evaluate", "suite", "arena")),
    **each("--max-unanswered", {**NUMBERS, "above 1": "2"}, ("evaluate", "suite")),
    **each("-o", {"the requests": "requests.jsonl", "compressed": "out.jsonl.gz"}, ("answer",)),
    **each(
        "--with",
        {"unknown": "openia:m", "no target": "openai:", "long": LONG},
        ("answer", "generate", "stereotyping"),
    ),
    **each(
        "--max-requests", {"none": "0", "a word": "x", "long": "9" * 5000}, ("answer", "generate")
    ),
    **each("--max-cost", {"NaN": "nan", "no price": "1", "below 0": "-1"}, ("answer", "generate")),
    **each("--price", {"one number": "1", "NaN": "nan/1", "long": f"{LONG}/1"}, ("answer",)),
    **each("-o", {"an unknown ending": "out.xyz"}, ("evaluate", "compare", "report", "suite")),
    **each("-m", METRICS, ("suite",)),
    **each(
        "",
        FILES,
        (
            "evaluate",
            "score",
            "compare",
            "correlate",
            "verify",
            "convert",
            "perturb",
            "stereotyping",
            "generate",
            "arena",
            "trust",
            "cite",
        ),
    ),
    **each("", FILES, ("init",)),
    **each("-m", METRICS, ("init",)),
    **each("--name", {"a path": "a/b", "empty": "", "long": f"{LONG}."}, ("init",)),
    **each("--install", {"empty": " ", "two lines": "a\nb"}, ("init",)),
    **each("--significant-drop", {"no baseline": "bleu=1"}, ("evaluate", "suite")),
    **each("", {"no name of a metric": "blue", "code": "py:json:JSONDecoder"}, ("cite",)),
    **each("", {"a long name": LONG, "a name of many": "f1"}, ("cite",)),
    **each(
        "--type",
        {
            "unknown": "butterfinger",
            "no options": "butter-finger{",
            "an unknown option": 'butter-finger{"p": 1}',
            "a share above 1": 'butter-finger{"probability": 2}',
            "no number": 'butter-finger{"probability": "x"}',
            "NaN": 'butter-finger{"probability": NaN}',
            "no module": "py:",
            "no such module": "py:gone:change",
            "no function": "py:os:sep",
            "long": LONG,
        },
        ("perturb",),
    ),
    **each("--n", {"none": "0", "a word": "x", "long": "9" * 5000}, ("perturb",)),
    **each("--seed", {"of a variant": "-1", "of a word": "x"}, ("perturb",)),
    **each("--field", {"unknown": "inputs", "long": LONG, "none": ""}, ("perturb", "robustness")),
    **each("--field", {"that is missing": "sources"}, ("perturb",)),
    **each("--compatible", {"unknown": "nlaugmenter"}, ("perturb",)),
    **each("--of", {"unknown": "prediction", "long": LONG}, ("select",)),
    **each("--score", {"unknown": "exact", "long": LONG, "none": ""}, ("select",)),
    **each(
        "--sample-weights",
        {
            "no expression": "[[",
            "nothing there": "meta.gone",
            "long": LONG,
            "no list": "prediction",
        },
        ("select",),
    ),
    **each("--sample-logprobs", {"texts": "samples", "none": ""}, ("select",)),
    **each("--by", {"no record's": "domian"}, ("stereotyping",)),
    **each("--prompt", {"no such file": "gone.yaml", "a folder": "folder"}, ("generate",)),
    **each("--replies", {"a folder": "folder", "an input": "data.jsonl"}, ("generate",)),
    **each(
        "--seed", {"a word": "x", "less than 0": "-1", "long": "9" * 5000}, ("evaluate", "arena")
    ),
    **each(
        "--resamples",
        {"none": "0", "a word": "x", "a hundred trillion": "100000000000000"},
        ("evaluate", "compare", "correlate", "arena"),
    ),
    **each(
        "--confidence",
        {"NaN": "nan", "above 1": "95", "infinity": "inf"},
        ("evaluate", "arena", "trust"),
    ),
    **each("--scale", {"one number": "1", "a word": "x", "NaN": "nan"}, ("trust",)),
    **each("--epsilon", NUMBERS, ("trust",)),
    **each("--least-outputs", {"none": "0", "a word": "x", "long": "9" * 5000}, ("trust",)),
    **each("--own", {"no system": "m", "unknown": "m=nobody", "long": LONG}, ("trust",)),
    **each(
        "--interval", {"unknown": "wilsn", "what needs more": "adjusted"}, ("evaluate", "suite")
    ),
    **each("--item-cost", {"NaN": "nan", "infinity": "inf", "below 0": "-1"}, ("evaluate",)),
    **each(
        "--covariate",
        {"none of the records'": "length=1", "no number": "length=x", "no name": "", "long": LONG},
        ("evaluate", "suite"),
    ),
    **each(
        "--strata",
        {
            "no group": "news=1",
            "no record's group": "genre:news=1",
            "no number": "domain:news=x",
            "shares above 1": "domain:news=2",
            "no shares": "domain:",
            "a value that is missing": "domain:chat=1",
            "long": f"domain:{LONG}=1",
            "long without shares": LONG,
        },
        ("evaluate", "suite"),
    ),
    **each(
        "--humans",
        {
            "no name": "",
            "no dimension": "exact_match=",
            "unknown": "hh",
            "an unknown output": "blue=h",
            "too few labels": "h",
            "long": LONG,
            "a long output": f"{LONG}=h",
            "bytes that are not UTF-8": "\udcff",
        },
        ("evaluate", "compare", "suite"),
    ),
    **each("--sd", NUMBERS, ("plan",)),
    **each("--within", NUMBERS, ("plan",)),
    **each("--power", NUMBERS | {"the level": "0.05"}, ("plan",)),
    **each("--difference", {"none": "0", "NaN": "nan", "infinity": "inf"}, ("plan",)),
    **each("--half-width", NUMBERS, ("plan",)),
    **each("--items", {"one": "1", "a share": "1.5", "long": "9" * 5000}, ("plan",)),
    **each("--samples", {"none": "0", "a word": "x"}, ("plan",)),
    **each("--comparisons", {"none": "0", "too many": "9" * 12}, ("plan",)),
    **each("--budget", {"without prices": "100", "NaN": "nan"}, ("plan",)),
    **each("--metric", {"unknown": "blue", "long": LONG}, ("plan", "trust")),
    **each("--base", {"unknown": "nobody", "long": LONG}, ("plan", "arena")),
    **each("--resample-by", {"unknown": "domian", "long": LONG}, ("plan",)),
    **each("--method", {"unknown": "z", "of 0 and 1 alone": "wilson"}, ("plan",)),
    **each("--workers", {"none": "0", "a word": "x", "less than 0": "-3"}, SCORING),
    **each("--engine", {"unknown": "fast", "long": LONG}, SCORING),
    **each(
        "--format",
        {"unknown": "xml"},
        ("evaluate", "compare", "correlate", "list", "suite", "arena", "trust", "cite"),
    ),
    **each(
        "--where",
        CONDITIONS,
        ("evaluate", "score", "compare", "correlate", "stereotyping", "generate", "ask", "suite"),
    ),
    **each(
        "--limit",
        {"none": "0", "a word": "x", "less than 0": "-1", "long": "9" * 5000},
        ("evaluate", "score", "generate"),
    ),
    **each("--sample", {"none": "0", "a word": "x", "a share": "0.5"}, ("evaluate", "compare")),
    **each("--by", GROUPS, ("evaluate", "suite")),
    **each("--summary", {"unknown": "median", "no groups": "max", "long": LONG}, ("evaluate",)),
    **each(
        "--check",
        {
            "no such group": "exact_match[domain=x] > 1",
            "no group": "exact_match[] > 1",
            "a long group": f"exact_match[{LONG}=1] > 1",
        },
        ("evaluate",),
    ),
    **each(
        "--by", {"unknown": "domian", "long": LONG, "no name": ""}, ("evaluate", "suite", "arena")
    ),
    **each(
        "--check",
        {"no such number": "blue>1", "no number": "exact_match>x", "long": f"{LONG}>1"},
        ("evaluate", "suite"),
    ),
    **each(
        "--fail-under",
        {"no number": "exact_match=x", "NaN": "exact_match=nan"},
        ("evaluate", "arena"),
    ),
    **each("--not-worse", {"no number": "exact_match=x", "below": "exact_match=-1"}, ("evaluate",)),
    **each("--baseline", {"no such file": "gone.json", "records": "good.jsonl"}, ("evaluate",)),
    **each("--resume", {"a folder": "folder", "something else": "good.jsonl"}, SCORING[:2]),
    **each("--ray", {"no address": "nowhere:x", "a port past all": "127.0.0.1:99999"}, SCORING[:2]),
    **each("--normalize", {"unknown": "lowr", "long": LONG}, ("evaluate", "score")),
    **each("--human", {"nobody": "nobody", "long": LONG}, ("correlate", "trust")),
    **each("--level", {"unknown": "word"}, ("correlate",)),
    **each("--coefficient", {"unknown": "person"}, ("correlate",)),
    **each(
        "--plot",
        {"no kind": "pie=a.png", "no file": "scatter", "no format": "forest=a.gif"},
        ("correlate", "evaluate", "compare", "suite"),
    ),
    **each(
        "--plot-size", {"one side": "6", "no size": "axb"}, ("correlate", "evaluate", "compare")
    ),
    **each("--plot-dpi", {"too few": "1"}, ("correlate", "evaluate", "compare")),
    **each("--plot-font-size", {"nothing": "nan"}, ("correlate", "evaluate", "compare")),
    **each("--instances", {"not UTF-8": "i\udcff.jsonl", "a folder": "folder"}, ("evaluate",)),
    **each("--notices", NOTICES, ALL),
    **each(
        "--mirror", {"no such user": "~nosuchuser/x", "no address": "http://[/"}, ("setup-metric",)
    ),
    **each(
        "--path", {"no such user": "box=~nosuchuser/x", "no such thing": "bx=x"}, ("setup-dataset",)
    ),
    **each("--task", {"unknown": "translating", "long": LONG}, ("list",)),
    **each("-r", {"no such file": "gone.txt", "too short": "short.txt"}, ("evaluate", "verify")),
}

"""Invalid arguments of a command line, each with what is wrong and the verbs that have it."""

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
    "select",
)  # fmt: skip
LONG = "x" * 20_000
NAME = "n" * 5000


def each(option: str, values: dict[str, str], verbs: tuple[str, ...]) -> dict[str, tuple]:
    """Return rows of one option, by what is wrong with its value."""
    return {
        f"{option}: {what}": (verbs, (option, value) if option else (value,))
        for what, value in values.items()
    }


MAPS = {
    "no path": "prediction",
    "an empty path": "prediction=",
    "an empty field": "=x",
    "an unknown field": "predicton=x",
    "an unknown field of 20,000 characters": f"{LONG}=x",
    "an unknown function": "prediction=foo(prediction)",
    "an unknown function far inside": "prediction=a[?b > `1`].{c: foo(@)}",
    "a text for a number": "prediction=abs(prediction)",
    "too few arguments": "prediction=abs()",
    "too many arguments": "prediction=abs(`1`, `2`)",
    "a step of nothing": "prediction=references[::0]",
    "mixed values to sort": "prediction=sort([prediction, `5`])",
    "an open bracket": "prediction=a[",
    "an open quote": 'prediction="a',
    "an open literal": "prediction=`a",
    "brackets in brackets": f"prediction={'[' * 3000}",
    "parentheses in parentheses": f"prediction={'(' * 2000}",
    "an expression of 20,000 characters": f"prediction={LONG}{{",
    "bytes that are not UTF-8": "prediction=\udcff",
    "a control character": "prediction=\x1b[2J",
    "arguments in another order": "prediction=split(prediction, ',')",
    "an empty separator": "prediction=split('', prediction)",
    "a text in the place of a list": "prediction=join(', ', prediction)",
}
NOTICES = {
    "another ending": "notices.txt",
    "records": "good.jsonl",
    "a folder": "folder.jsonl",
    "a loop of links": "loop.jsonl",
    "no such folder": "gone/notices.jsonl",
    "a long name": f"{NAME}.jsonl",
    "nothing": "",
}
EXTRACTS = {
    "no such way": "lettr",
    "a way of 20,000 characters": LONG,
    "a pattern that is none": "regex:(",
    "no pattern": "regex:",
    "too many repetitions": "regex:a{99999999999}",
    "groups in groups": f"regex:{'(' * 5000}{')' * 5000}",
    "a bad escape": "regex:\\",
    "a pattern of 20,000 characters": f"regex:{LONG}(",
    "no path": "json:",
    "a path that is none": "json:a[",
    "an unknown function in a path": "json:foo(@)",
    "a step of nothing in a path": "json:a[::0]",
    "too few arguments in a path": "json:abs()",
    "a deep path": f"json:{'[' * 3000}",
    "no separator": "list:",
    "no labels": "closest-label:",
    "one label": "closest-label:a",
    "no module": "py:nothing_here:f",
    "no function": "py:json:nothing",
    "what cannot be called": "py:json:__name__",
    "half a function": "py:json",
    "an unknown one of several": "boxed+lettr",
    "none of several": "boxed+",
}
NORMALIZERS = {
    "no such one": "squda",
    "an unknown one of several": "strip+squda",
    "no name": "",
    "no function": "strip+py:json:nothing",
    "half a function": "py:json",
}
READERS = {
    "no such reader": "jsonnl",
    "a name of 20,000 characters": LONG,
    "options that are no JSON": 'jsonl{"max_line": ',
    "options that are a list": "jsonl[1]",
    "an unknown option": 'jsonl{"max_lin": 1}',
    "an option of another type": 'jsonl{"max_line": "x"}',
    "options in options": f'jsonl{{"max_line": {"[" * 50_000}',
}
OUTPUTS = {
    "a folder": "folder",
    "no folder": "gone/out.json",
    "an input": "good.jsonl",
    "no name": "",
    "a name of 5,000 characters": f"{NAME}.json",
    "a device": "/dev/null",
    "a folder of the system's": "/proc/out.json",
    "a file for a folder": "good.jsonl/out.json",
}
CONDITIONS = {
    "no expression": "prediction ==",
    "a number": "length(prediction)",
    "an object": "@",
    "true of no record": "prediction == 'no such text'",
    "an unknown function": "foo(prediction)",
    "what cannot be applied": "abs(prediction) > `1`",
    "brackets in brackets": "[" * 3000,
    "an expression of 20,000 characters": f"{LONG} == 'x'",
    "bytes that are not UTF-8": "\udcff == 'x'",
    "no text": "",
}
GROUPS = {
    "bins that overlap": "length(prediction):5,5",
    "bins that are not sorted": "length(prediction):9,5",
    "an edge that is infinite": "length(prediction):1e999",
    "bins of texts": "prediction:5",
    "an edge that is no number": "length(prediction):x",
    "no edge": "length(prediction):",
    "lists": "references",
    "an unknown function": "foo(prediction)",
    "no second name": "prediction,",
    "a name twice": "prediction,prediction",
    "brackets in brackets": "(" * 3000,
    "bytes that are not UTF-8": "\udcff",
}
NUMBERS = {"NaN": "nan", "infinity": "inf", "a word": "x", "below 0": "-1", "long": "9" * 5000}
METRICS = {
    "no such metric": "blue",
    "a name of 20,000 characters": LONG,
    "no name": "",
    "options that are no JSON": "bleu{",
    "an unknown option": 'bleu{"lowercas": true}',
    "an option of another type": 'bleu{"max_ngram_order": []}',
    "a number of 5,000 digits": f'bleu{{"max_ngram_order": {"9" * 5000}}}',
    "no module": "py:nothing_here:Metric",
    "no class": "py:json:Metric",
    "no metric": "py:json:JSONDecoder",
    "half a name": "py:json",
    "lists in lists": f'bleu{{"max_ngram_order": {"[" * 50_000}',
    "a program that is not there": "cmd:no-such-program",
    "a program without a name": "cmd:",
    "a program with an open quote": "cmd:a 'b",
    "a program that ends at once": "cmd:true",
    "a program that writes no replies": "cmd:echo Loading",
    "a program that repeats records": "cmd:cat",
    "a program with a line end": "cmd:a\nb",
    "a program of 20,000 characters": f"cmd:{LONG}",
    "a program with a null character": "cmd:a\0b",
    "a program with an unknown field": 'cmd:true{"needs": ["predictoin"]}',
    "a program with another hash": 'cmd:true{"program_sha256": "00"}',
    "a program without time": 'cmd:true{"timeout": 0}',
    "a folder as a program": "cmd:/",
}
FILES = {
    "no such file": "gone.jsonl",
    "a folder": "folder.jsonl",
    "a link to itself": "loop.jsonl",
    "no name": "",
    "a name of 5,000 characters": f"{NAME}.jsonl",
    "a control character": "\x1b[2J.jsonl",
    "bytes that are not UTF-8": "\udcff.jsonl",
    "a file for a folder": "good.jsonl/x.jsonl",
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
    **each("--model", {"no batch": "m"}, ("ask",)),
    **each("--replies", FILES, ("ask",)),
    **each("--opponent", {"no pairs": "good.jsonl"}, ("ask",)),
    **each("--file", {"no path": "replies", "no option": "=x", "unknown": "replys=x"}, ("verify",)),
    **each("--max-unparsed", {**NUMBERS, "no judge": "0.1", "above 1": "2"}, ("evaluate", "suite")),
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
        ),
    ),
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
        ("evaluate", "compare", "correlate", "list", "suite", "arena", "trust"),
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
    **each("--plot", {"no kind": "pie=a.png", "no file": "scatter"}, ("correlate",)),
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

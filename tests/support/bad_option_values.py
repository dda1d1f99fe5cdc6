"""Invalid values of options of the command line, each with what is wrong."""

LONG = "x" * 20_000


NAME = "n" * 5000


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

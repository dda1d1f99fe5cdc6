"""Invalid files: records, results, scores and YAML, by what is wrong with them."""

import gzip
import json

GOOD = '{"prediction": "a b", "references": ["a b"], "instance_id": "1"}\n'
DEEP = "[" * 50_000 + "]" * 50_000
LONG = "x" * 300_000


def line(**fields: object) -> bytes:
    """Write a record, with some fields changed."""
    return (json.dumps(json.loads(GOOD) | fields) + "\n").encode()


def raw(fields: str) -> bytes:
    """Write a good record and then one of which this is the text."""
    return f"{GOOD}{{{fields}}}\n".encode()


# what it is: the ending of the file, and its bytes
RECORDS: dict[str, tuple[str, bytes]] = {
    "nothing": ("jsonl", b""),
    "blank lines": ("jsonl", b"\n \n\n"),
    "a byte order mark alone": ("jsonl", b"\xef\xbb\xbf"),
    "a NUL": ("jsonl", b"\0"),
    "many NULs": ("jsonl", b"\0" * 10_000),
    "random bytes": ("jsonl", bytes(range(256))),
    "UTF-16": ("jsonl", GOOD.encode("utf-16")),
    "UTF-16 without a mark": ("jsonl", GOOD.encode("utf-16-le")),
    "UTF-32": ("jsonl", GOOD.encode("utf-32")),
    "Latin-1": ("jsonl", '{"prediction": "é", "references": ["a"]}\n'.encode("latin-1")),
    "a line separator in place of line ends": ("jsonl", GOOD.strip().encode() * 2),
    "JSON cut short": ("jsonl", GOOD.encode() + b'{"prediction": "a'),
    "a comma at the end": ("jsonl", b'{"prediction": "a",}\n'),
    "single quotes": ("jsonl", b"{'prediction': 'a'}\n"),
    "a comment": ("jsonl", b"// records\n" + GOOD.encode()),
    "JSON over lines": ("jsonl", json.dumps(json.loads(GOOD), indent=1).encode()),
    "a list of records": ("jsonl", f"[{GOOD.strip()}]\n".encode()),
    "a string": ("jsonl", b'"prediction"\n'),
    "null": ("jsonl", b"null\n"),
    "a number": ("jsonl", b"7\n"),
    "a huge number": ("jsonl", b"9" * 10_000 + b"\n"),
    "lists in lists": ("jsonl", raw(f'"meta": {{"x": {DEEP}}}')),
    "maps in maps": ("jsonl", raw('"meta": ' + '{"a":' * 50_000 + "1" + "}" * 50_000)),
    "an unknown field": ("jsonl", line(predicton="a")),
    "an unknown field of 300,000 characters": ("jsonl", line(**{LONG: "a"})),
    "a control character in a field": ("jsonl", line(**{"\x1b[2J": "a"})),
    "an empty field name": ("jsonl", line(**{"": 1})),
    "NaN": ("jsonl", raw('"judgments": {"h": NaN}')),
    "minus infinity": ("jsonl", raw('"judgments": {"h": -Infinity}')),
    "a number past floats": ("jsonl", raw('"judgments": {"h": 1e400}')),
    "a surrogate": ("jsonl", b'{"prediction": "\\ud800", "references": ["a"]}\n'),
    "a surrogate as bytes": ("jsonl", b'{"prediction": "\xed\xa0\x80", "references": ["a"]}\n'),
    "overlong UTF-8": ("jsonl", b'{"prediction": "\xc0\xaf", "references": ["a"]}\n'),
    "a bad escape": ("jsonl", b'{"prediction": "\\x41", "references": ["a"]}\n'),
    "a raw line feed in a text": ("jsonl", b'{"prediction": "a\nb", "references": ["a"]}\n'),
    "references that are a map": ("jsonl", line(references={"a": 1})),
    "a reference that is an object": ("jsonl", line(references=[{"a": 1}])),
    "a reference that is a list": ("jsonl", line(references=[["a"]])),
    "tokens for a metric of texts": ("jsonl", line(prediction=["a", "b"])),
    "an error and an output": ("jsonl", line(error="timeout")),
    "null without an error": ("jsonl", line(prediction=None)),
    "a list of no records": ("json", b"[1]"),
    "a list that is not closed": ("json", b"[{"),
    "judgments that are a list": ("jsonl", line(judgments=[1])),
    "a judgment that is a text": ("jsonl", line(judgments={"h": "good"})),
    "groups that are a text": ("jsonl", line(groups="news")),
    "a group that is a list": ("jsonl", line(groups={"domain": ["a"]})),
    "meta that is a list": ("jsonl", line(meta=[1])),
    "an instance that is a list": ("jsonl", line(instance_id=[1])),
    "a system that is a number": ("jsonl", line(system_id=5)),
    "a system type that is a list": ("jsonl", line(system_type=[])),
    "reference and references": ("jsonl", line(reference="a")),
    "a record twice": ("jsonl", GOOD.encode() * 2),
    "300,000 characters for an instance, twice": ("jsonl", line(instance_id=LONG) * 2),
    "a line of ten megabytes": ("jsonl", line(prediction="a " * 5_000_000)),
    "gzip cut short": ("jsonl.gz", gzip.compress(GOOD.encode() * 99)[:-9]),
    "gzip with a wrong sum": ("jsonl.gz", gzip.compress(GOOD.encode())[:-8] + b"\0" * 8),
    "no gzip": ("jsonl.gz", GOOD.encode()),
    "an empty gzip": ("jsonl.gz", b""),
    "gzip of gzip": ("jsonl.gz", gzip.compress(gzip.compress(GOOD.encode()))),
    "no zstandard": ("jsonl.zst", GOOD.encode()),
    "an ending that nobody reads": ("xyz", GOOD.encode()),
    "a table without rows": ("csv", b"prediction,references\n"),
    "a cell too many": ("csv", b"prediction,references\na,b,c\n"),
    "a cell too few": ("csv", b"prediction,references\na\n"),
    "a heading twice": ("csv", b"prediction,prediction\na,b\n"),
    "an unknown heading": ("csv", b"predicton,references\na,b\n"),
    "an open quote": ("csv", b'prediction,references\n"a,b\n'),
    "a table that is not UTF-8": ("csv", b"prediction,references\n\xff,b\n"),
    "a judgment of a table that is a word": (
        "tsv", b"prediction\treferences\tjudgments.h\na\tb\tgood\n",
    ),
}  # fmt: skip

RUN = b"1 Q0 d1 1 2.5 tag\n1 Q0 d2 2 1.5 tag\n"
QRELS = b"1 0 d1 1\n"
# what it is: a run and its relevance judgments, one of which is wrong
RUNS: dict[str, tuple[bytes, bytes]] = {
    "an empty run": (b"", QRELS),
    "empty judgments": (RUN, b""),
    "five columns": (RUN + b"1 d3 3 1.5 tag\n", QRELS),
    "seven columns": (RUN + b"1 Q0 d3 3 1.5 my tag\n", QRELS),
    "a score that is a word": (RUN + b"1 Q0 d3 3 high tag\n", QRELS),
    "a score that is NaN": (RUN + b"1 Q0 d3 3 nan tag\n", QRELS),
    "a score past floats": (RUN + b"1 Q0 d3 3 1e400 tag\n", QRELS),
    "a document twice": (RUN + b"1 Q0 d1 3 0.5 tag\n", QRELS),
    "another tag": (RUN + b"1 Q0 d3 3 0.5 other\n", QRELS),
    "a run that is not UTF-8": (RUN + b"1 Q0 \xff 3 0.5 tag\n", QRELS),
    "a run of random bytes": (bytes(range(256)), QRELS),
    "a line of two megabytes": (RUN + b"1 Q0 " + b"d" * 2_000_000 + b" 3 1 tag\n", QRELS),
    "a topic of 300,000 characters": (LONG.encode() + b" Q0 d1 1 1 tag\n", QRELS),
    "run and judgments swapped": (QRELS, RUN),
    "two runs": (RUN, RUN),
    "two files of judgments": (QRELS, QRELS),
    "judgments of other topics": (RUN, b"2 0 d1 1\n"),
    "judgments with a fraction": (RUN, QRELS + b"1 0 d2 0.5\n"),
    "judgments that are words": (RUN, QRELS + b"1 0 d2 relevant\n"),
    "a judgment twice": (RUN, QRELS + b"1 0 d1 0\n"),
    "judgments of two widths": (RUN, QRELS + b"1 d2 0\n"),
    "texts as judgments": (RUN, b"the cat sat\non the mat there\n"),
}

RESULTS: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"{",
    "null": b"null",
    "a list": b"[]",
    "a number": b"1e400",
    "a map of something else": b'{"a": 1}',
    "records": GOOD.encode(),
    "lists in lists": DEEP.encode(),
    "UTF-16": "{}".encode("utf-16"),
    "bytes that are not UTF-8": b'{"results": "\xff"}',
    "an unknown version": b'{"schema_version": 99, "results": []}',
    "no results": b'{"schema_version": 1, "results": []}',
    "results that are a text": b'{"schema_version": 1, "results": "x"}',
    "results of 300,000 characters": f'{{"schema_version": 1, "results": ["{LONG}"]}}'.encode(),
}

SCORES: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"{\n",
    "a list": b"[]\n",
    "records without scores": GOOD.encode(),
    "scores that are a list": b'{"instance_id": "1", "system_id": "a", "scores": [1]}\n',
    "a score that is a text": b'{"instance_id": "1", "system_id": "a", "scores": {"m": "x"}}\n',
    "a score past floats": b'{"instance_id": "1", "system_id": "a", "scores": {"m": 1e400}}\n',
    "a score that is NaN": b'{"instance_id": "1", "system_id": "a", "scores": {"m": NaN}}\n',
    "one score": b'{"instance_id": "1", "system_id": "a", "scores": {"m": 1}}\n',
    "lists in lists": f'{{"instance_id": {DEEP}}}\n'.encode(),
    "not UTF-8": b'{"instance_id": "\xff"}\n',
}


def copies(first: str, again: str, times: int = 9) -> str:
    """Write YAML whose aliases grow exponentially."""
    text = f"a0: &a0 {first}\n"
    for i in range(1, times):
        text += f"a{i}: &a{i} {again.replace('OLD', f'*a{i - 1}')}\n"
    return text


MAPS = ", ".join(f"k{i}: OLD" for i in range(9))
YAML: dict[str, bytes] = {
    name: text if isinstance(text, bytes) else text.encode()
    for name, text in {
        "lists of lists by aliases": copies("[x, x, x]", f"[{', '.join(['OLD'] * 9)}]"),
        "maps of maps by aliases": copies("{x: 1}", f"{{{MAPS}}}"),
        "merges of merges by aliases": copies("{x: 1}", f"{{<<: [{', '.join(['OLD'] * 9)}]}}"),
        "a list in itself": "metrics: &a [*a]\n",
        "a map in itself": "metrics: &a {b: *a}\n",
        "an alias of nothing": "metrics: *a\n",
        "lists in lists": "metrics: " + "[" * 5000,
        "maps in maps": "metrics: " + "{a: " * 5000,
        "a long file": "# " + "x" * 2**20,
        "an open bracket": "metrics: [bleu\n",
        "a tab": "metrics:\n\t- bleu\n",
        "a NUL": "metrics: \0\n",
        "a list for a key": "? [a]\n: b\n",
        "a key twice": "metrics: [bleu]\nmetrics: [chrf]\n",
        "two documents": "metrics: [bleu]\n---\nmetrics: [chrf]\n",
        "a list": "- bleu\n",
        "a text": "bleu\n",
        "a number": "7\n",
        "a number of 5,000 digits": f"seed: {'9' * 5000}\n",
        "a day that is none": "seed: 2001-99-99\n",
        "a day": "seed: 2001-01-01\n",
        "a Python object": "seed: !!python/object/apply:os.system [ls]\n",
        "an unknown tag": "seed: !x 1\n",
        "binary data that is none": 'seed: !!binary "x"\n',
        "a null for a key": "null: 1\n",
        "an unknown key": "metrcs: [bleu]\n",
        "an unknown key of 50,000 characters": f"'{'k' * 50_000}': 1\n",
        "a control character in a key": '"\\e[2J": 1\n',
        "bytes that are not UTF-8": b"metrics: [\xff]\n",
        "UTF-16 cut short": "metrics: [bleu]\n".encode("utf-16")[:-1],
    }.items()
}

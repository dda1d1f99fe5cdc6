"""Layouts of files that tests of corpora write: JSON, CSV, news, SEE, blank-separated rows."""

import json


def as_json(value):
    return json.dumps(value)


def as_jsonl(*values: object):
    return "\n".join(map(json.dumps, values))


def as_csv(*rows: list[str]):
    import csv
    import io

    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def news(text):
    """Write a news article as agencies do."""
    return f"<DOC>\n<DOCNO> A1 </DOCNO>\n<TEXT>\n<P>{text} &amp; more</P>\n</TEXT>\n</DOC>\n"


def as_see(*sentences: str):
    """Write a summary in the format of the SEE tool."""
    tags = [
        f'<a name="{i}">[{i}]</a> <a href="#{i}" id={i}>{text}</a>'
        for i, text in enumerate(sentences, start=1)
    ]
    return "<html><head><title>x</title></head><body>\n" + "\n".join(tags) + "\n</body></html>"


def by_key(rows):
    return {(row["instance_id"], row["system_id"]): row for row in rows}


def blanks(cells, **at: object):
    """Write a blank-separated row with some cells given as c8=..."""
    row = ["-"] * cells
    for place, value in at.items():
        row[int(place[1:])] = str(value)
    return " ".join(row)

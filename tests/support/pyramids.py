"""Small files of DUCView: a pyramid of two summaries, and a peer's summary annotated with it."""

LINES = [
    "#4", "", "-----------------", " D0721-B.M.100.E.B", "-----------------", "", "Rain fell.", "",
    "-----------------", " D0721-B.M.100.E.C", "-----------------", "", "Snow and rain fell.",
]  # fmt: skip
TEXT = "\n".join(LINES)
TYPES = "<!DOCTYPE pyramid [\n <!ELEMENT pyramid (startDocumentRegEx?,text,scu*)>\n]>\n"


def text(lines):
    """Write lines as elements."""
    return f"<text>{''.join(f'<line>{line}</line>' for line in lines)}</text>"


def unit(tag, uid, *parts):
    """Write a content unit with one contributor for each (label, start)."""
    return f'<{tag} uid="{uid}" label="unit {uid}">' + "".join(
        f'<contributor label="{label}"><part label="{label}" start="{start}"'
        f' end="{start + len(label)}"/></contributor>'
        for label, start in parts
    ) + f"</{tag}>"  # fmt: skip


def pyramid(*units, lines=LINES):
    """Write the element of a pyramid; by default unit 1 is of both summaries, unit 2 of C."""
    parts = units or (
        unit("scu", 1, ("Rain fell", TEXT.index("Rain")), ("rain fell", TEXT.index("rain"))),
        unit("scu", 2, ("Snow", TEXT.index("Snow"))),
    )
    regex = "<startDocumentRegEx><![CDATA[(a+)+b]]></startDocumentRegEx>"
    return f"<pyramid>{regex}{text(lines)}{''.join(parts)}</pyramid>"


def pyr(*units, lines=LINES):
    """Write a .pyr file."""
    return f'<?xml version="1.0"?>\n{TYPES}{pyramid(*units, lines=lines)}'


def pan(*units):
    """Write a .pan file; by default unit 1 is found, unit 2 is not, and 0 matches nothing."""
    parts = units or (
        unit("peerscu", 1, ("It rained", 0)), unit("peerscu", 2), unit("peerscu", 0, ("then", 10)),
    )  # fmt: skip
    summary = text(["It rained.", "", " And then."])
    return (
        f'<?xml version="1.0"?>\n<peerAnnotation>{pyramid()}'
        f"<annotation>{summary}{''.join(parts)}</annotation></peerAnnotation>"
    )

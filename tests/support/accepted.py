"""An accepted run, and runs that are held against it."""

from support.program import write_jsonl

ACCEPT = ("-o", "r.json", "--instances", "s.jsonl", "-q")


def system(n=40, *, wrong=(), drop=(), name="a", reference="the cat sat on the mat"):
    """Write records of which some are wrong and some are missing."""
    return [
        {
            "instance_id": str(i),
            "system_id": name,
            "prediction": "a dog ran" if i in wrong else f"the cat sat on the mat {i}",
            "references": [reference + f" {i}"],
        }
        for i in range(n)
        if i not in drop
    ]


def against(cli, folder, records, *options):
    write_jsonl(folder / "new.jsonl", records)
    return cli("evaluate", "chrf", "new.jsonl", "--baseline", "base.json", *options)

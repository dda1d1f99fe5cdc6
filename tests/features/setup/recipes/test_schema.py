"""Recipes that cannot be meant."""

import pytest

from sacreval.errors import InputError
from sacreval.features.setup.recipes.schema import MetricRecipe, load
from support.own_recipe import GOOD

# what a good recipe has, what stands there instead, and what the sentence says
CHANGES = {
    "a NUL in an input": ("box/x.jsonl", '"box/\\0"', "leads out of the folder"),
    "an absolute input": ("box/x.jsonl", "/etc/passwd", "leads out of the folder"),
    "an input above": ("box/x.jsonl", "box/../../x", "leads out of the folder"),
    "no pattern": ("box/x.jsonl", "box/**x", "not a valid file pattern"),
    "a file that the user must have elsewhere": (
        "{about: a box}", "{about: a box, files: [/etc/passwd]}", "leads out of the folder",
    ),
    "lists without end": ("mine", "[" * 20_000, "are nested too deeply"),
    "an address that is none": (
        "steps:", "sources: [{base: 'http://[/', files: {}}]\nsteps:", "IPv6",
    ),
    "a port that is none": (
        "steps:", "sources: [{base: 'http://a:x/', files: {}}]\nsteps:", "port",
    ),
    "fields that are none": (
        "inputs: [box/x.jsonl]", "inputs: [box/x.jsonl]\n    options: {fields: 5}", "fields: ",
    ),
    "fields that are no texts": (
        "inputs: [box/x.jsonl]", "inputs: [box/x.jsonl]\n    options: {fields: {meta: 5}}",
        "fields: ",
    ),
    "a reader's option": (
        "inputs: [box/x.jsonl]", "inputs: [box/x.jsonl]\n    options: {max_lin: 5}", "max_line",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_recipe(name, refused):
    """A recipe with one value that cannot be meant is refused."""
    old, new, fragment = CHANGES[name]
    refused(GOOD.replace(old, new), fragment)


BUILD = "build: member, input: a.zip, output: b, member: c"
BUILDS = {
    BUILD.replace("build: member", "build: other"): "invalid enum value 'other'",
    BUILD.replace(", member: c", ""): "`member` is needed by the build `member`",
    BUILD.replace("build: member", "build: paraphrases"): "and by no other",
    BUILD.replace("input: a.zip", "input: ../a.zip"): "leads out of the folder",
    BUILD.replace("output: b", "output: /b"): "leads out of the folder",
    BUILD.replace("output: b", "out: b"): "out",
}


@pytest.mark.parametrize("text", BUILDS)
def test_builds(text, tmp_path):
    """A build that cannot be meant is refused, and one that can is read."""
    start = "name: own\ntitle: t\nlicence: l\ncitation: c\nresource: r\nbuilds: "
    (tmp_path / "own.yaml").write_text(f"{start}[{{{BUILD}}}]")
    assert load(tmp_path / "own.yaml", MetricRecipe).builds[0].member == "c"
    (tmp_path / "own.yaml").write_text(f"{start}[{{{text}}}]")
    with pytest.raises(InputError, match=BUILDS[text]):
        load(tmp_path / "own.yaml", MetricRecipe)

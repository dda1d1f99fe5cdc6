"""Bad models and bad texts: a command ends with one sentence, with its remedy and exit code."""

import json

import pytest

from sacreval.models import encoder
from support import tiny_models
from support.program import write_jsonl

RECORDS = [{"prediction": "the cat sat", "references": ["a cat sat"]},
           {"prediction": "a dog", "references": ["the dog barked"]}]  # fmt: skip


@pytest.fixture
def bertscore(cli, tmp_path):
    """Return a function that scores records with a copy of the tiny BERT, which may be damaged."""
    tiny_models.needed()
    folder = tiny_models.copied("bert", tmp_path)
    write_jsonl(tmp_path / "a.jsonl", RECORDS)

    def call(*words):
        encoder.encoder.cache_clear()
        usual = {"--model": folder.name, "--layer": "2"}
        defaults = [x for name, value in usual.items() if name not in words for x in (name, value)]
        return cli("evaluate", "bertscore", "a.jsonl", "--no-cache", *defaults, *words)

    return call


def refused(done, *parts):
    """Check that a command was refused in one sentence with some parts."""
    assert (done.code, done.out) == (2, "")
    lines = done.err.splitlines()
    assert len(lines) == 1, done.err
    assert len(lines[0]) <= 520
    for part in parts:
        assert part in lines[0]


def configure(folder, **changes):
    """Change the configuration of a model."""
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | changes))


def damage(path):
    """Overwrite the header of a file."""
    path.write_bytes(b"\xff" * 64 + path.read_bytes()[64:])


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        (lambda f: (f / "model.safetensors").unlink(),
         ["bert: no weights (model.safetensors); copy all files"]),
        (lambda f: (f / "model.safetensors").rename(f / "pytorch_model.bin"),
         ["the weights are a pickle", "give --pickles"]),
        (lambda f: (f / "model.safetensors").write_bytes(b""), ["cannot be loaded", "copy"]),
        (lambda f: damage(f / "model.safetensors"), ["the model cannot be loaded"]),
        (lambda f: configure(f, model_type="distilbert"),
         ["the weights lack ", "use weights of the architecture that config.json names"]),
        (lambda f: configure(f, model_type="nobody-has-this"), ["the model cannot be loaded"]),
        (lambda f: configure(f, hidden_size=64), ["the weights", "config.json states"]),
        (lambda f: (f / "config.json").write_text("{"), ["config.json: not a JSON object"]),
        (lambda f: (f / "config.json").unlink(), ["config.json: No such file"]),
        (lambda f: [p.unlink() for p in f.glob("tokenizer*")], ["no tokenizer; copy all files"]),
        (lambda f: (f / "tokenizer.json").unlink(), ["no tokenizer; copy all files"]),
        (lambda f: (f / "tokenizer.json").write_text("{}"), ["no tokenizer that can be read"]),
    ],
    ids=["weights", "pickle", "empty", "damaged", "architecture", "unknown", "shape", "json",
         "config", "tokenizer", "vocabulary", "tokenizer.json"],
)  # fmt: skip
def test_a_bad_model(bertscore, tmp_path, change, parts):
    """A file of the model that is missing, damaged or of another model is named with the remedy."""
    change(tmp_path / "bert")
    refused(bertscore(), "sacreval: error: ", "bert", *parts)


@pytest.mark.parametrize(
    ("words", "part"),
    [(["--model-sha256", "0" * 64], "is not that of the signature: its SHA-256 is"),
     (["--model", "nowhere"], "'nowhere' is no folder"),
     (["--model", f"a/b@{'0' * 40}"], "; run: sacreval setup-metric bertscore --model a/b"),
     (["--layer", "9"], "bert has layers 1 to 3; layer 9 is none of them")],
    ids=["checksum", "folder", "commit", "layer"],
)  # fmt: skip
def test_bad_options(bertscore, words, part):
    """Another model than that of the signature, a name that is nowhere and a layer beyond it."""
    refused(bertscore(*words), part)


def test_a_text_of_a_million_characters(bertscore, tmp_path):
    """It is cut, which one notice tells, and scored."""
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "cat " * 250_000, "references": ["a cat"]}])
    done = bertscore()
    assert done.code == 0, done.err
    assert "bertscore cuts 1 of 2 texts after 64 tokens" in done.err


def test_empty_outputs(bertscore, tmp_path):
    """Empty outputs score 0, and one notice counts them."""
    write_jsonl(tmp_path / "a.jsonl", [RECORDS[0], {**RECORDS[1], "prediction": ""}])
    done = bertscore("--format", "json")
    assert done.code == 0, done.err
    assert "1 of 2 outputs are empty; bertscore may score them" in done.err


@pytest.mark.parametrize("record", [{"prediction": "a"}, {"prediction": "a", "references": []}])
def test_no_references(bertscore, tmp_path, record):
    """A record without references is named before any text is encoded."""
    write_jsonl(tmp_path / "a.jsonl", [RECORDS[0], record])
    refused(bertscore(), "a.jsonl:2: ", "references")


@pytest.mark.parametrize(
    ("error", "code", "part"),
    [("device", 2, "The memory of the device does not hold 8 tokens of a text; end other"),
     ("main", 2, "memory")],
)  # fmt: skip
def test_out_of_memory(bertscore, monkeypatch, error, code, part):
    """A device or a machine whose memory is too small is one sentence, too."""
    import torch

    def fail(**_):
        if error == "device":
            raise torch.OutOfMemoryError("CUDA out of memory")
        raise RuntimeError(
            "DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes"
        )

    monkeypatch.setattr(encoder, "load", lambda *_: fail)
    done = bertscore()
    assert (done.code, done.out, len(done.err.splitlines())) == (code, "", 1), done.err
    assert part in done.err

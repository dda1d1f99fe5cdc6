"""llama.cpp's server on this machine with a tiny model of random weights, for tests of asking.

`python tiny_server.py FILE.gguf` serves until its standard input ends, so that no
server outlives the tests. The model has one token for each byte and writes noise.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

MODEL = "tiny-random"
LACKING = "a real server that is asked: xllamacpp and gguf are not installed (sacreval[test])"
WIDTH, INNER, LAYERS, HEADS, CONTEXT = 64, 128, 2, 4, 4096
SLOTS, STARTING = 4, 60.0  # requests at the same time; seconds
TEMPLATE = "{% for m in messages %}<{{m.role}}>{{m.content}}\n{% endfor %}<assistant>"
NORMAL, UNKNOWN, CONTROL, BYTE = 1, 2, 3, 6  # types of tokens


class TinyServer(NamedTuple):
    """A server that runs.

    Args:
        url: Address of its API, such as http://127.0.0.1:40001/v1.
        model: The model that it names in its replies.
        context: Most tokens of a prompt and its reply.
    """

    url: str
    model: str = MODEL
    context: int = CONTEXT


def vocabulary() -> tuple[list[bytes], list[int]]:
    """Return the tokens and their types: one token for each byte."""
    tokens = [b"<unk>", b"<s>", b"</s>", *(b"<0x%02X>" % i for i in range(256)), "▁".encode()]
    return tokens, [UNKNOWN, CONTROL, CONTROL, *[BYTE] * 256, NORMAL]


def write_model(path: Path) -> None:
    """Write a model of 470 KB whose weights are drawn with a fixed seed."""
    from gguf import GGUFWriter

    out = GGUFWriter(str(path), "llama")
    tokens, types = vocabulary()
    for name, value in {
        "name": MODEL,
        "context_length": CONTEXT,
        "embedding_length": WIDTH,
        "block_count": LAYERS,
        "feed_forward_length": INNER,
        "head_count": HEADS,
        "head_count_kv": HEADS,
        "layer_norm_rms_eps": 1e-5,
        "rope_dimension_count": WIDTH // HEADS,
        "file_type": 0,
        "tokenizer_model": "llama",
        "tokenizer_pre": "default",
        "token_list": tokens,
        "token_scores": [0.0] * len(tokens),
        "token_types": types,
        "bos_token_id": 1,
        "eos_token_id": 2,
        "unk_token_id": 0,
        "vocab_size": len(tokens),
        "chat_template": TEMPLATE,
    }.items():
        getattr(out, f"add_{name}")(value)
    for name, weights in draw(len(tokens)):
        out.add_tensor(name, weights)
    out.write_header_to_file()
    out.write_kv_data_to_file()
    out.write_tensors_to_file()
    out.close()


def draw(tokens: int) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the weights by name; those of norms are one."""
    random = np.random.RandomState(0)

    def normal(*shape: int) -> np.ndarray:
        return (random.standard_normal(shape) * 0.3).astype(np.float32)

    ones = np.ones(WIDTH, np.float32)
    yield "token_embd.weight", normal(tokens, WIDTH)
    yield "output_norm.weight", ones
    yield "output.weight", normal(tokens, WIDTH)
    for layer in range(LAYERS):
        for norm in ("attn_norm", "ffn_norm"):
            yield f"blk.{layer}.{norm}.weight", ones
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            yield f"blk.{layer}.{part}.weight", normal(WIDTH, WIDTH)
        yield f"blk.{layer}.ffn_gate.weight", normal(INNER, WIDTH)
        yield f"blk.{layer}.ffn_up.weight", normal(INNER, WIDTH)
        yield f"blk.{layer}.ffn_down.weight", normal(WIDTH, INNER)


def serve(path: str) -> None:
    """Serve a model, write the address, and end with the standard input."""
    import xllamacpp

    options = xllamacpp.CommonParams()
    options.model.path = path
    options.model_alias = {MODEL}
    options.hostnames = ["127.0.0.1"]
    options.port = 0
    options.n_ctx = CONTEXT * SLOTS
    options.n_parallel = SLOTS
    options.cpuparams.n_threads = 1
    options.warmup = False
    options.n_predict = 64
    server = xllamacpp.Server(options)
    print(server.listening_address, flush=True)
    sys.stdin.read()


@pytest.fixture(scope="session")
def tiny_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TinyServer]:
    """Give a real server; the test is skipped, and that is listed, where it is not installed."""
    from importlib.util import find_spec

    from support import missing

    if not (find_spec("xllamacpp") and find_spec("gguf")):
        missing.say(LACKING)
        pytest.skip("no xllamacpp")
    folder = tmp_path_factory.mktemp("tiny-server")
    write_model(folder / "tiny.gguf")
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(
            [sys.executable, __file__, str(folder / "tiny.gguf")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
        ) as process,
    ):  # fmt: skip
        try:
            yield TinyServer(f"{address(process, folder / 'log')}/v1")
        finally:
            process.kill()


def address(process: subprocess.Popen[bytes], log: Path) -> str:
    """Read the address that a server writes when it is ready."""
    begun = time.monotonic()
    assert process.stdout
    for line in process.stdout:
        if line.startswith(b"http://"):
            return line.decode().strip()
        if time.monotonic() - begun > STARTING:
            break
    pytest.fail(f"the tiny server did not start: {log.read_text(errors='replace')[-2000:]}")


if __name__ == "__main__":
    serve(sys.argv[1])

"""CPU time per request of the runner `openai:`, of httpx and of the openai package, side by side.

python benchmarks/asking.py [--requests 10000] [--connections 64] [--memory 100000]
A bare server of this script replies at once, so that the clients' own work is what is measured.
Each client runs in a process of its own, whose imports are not timed; clients that are not
installed are left out. With --memory the runner sends that many requests, and its largest memory is
printed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec

TEXT = "the quick brown fox jumps over the lazy dog " * 16  # 700 bytes
SECONDS = 900  # after which the server ends by itself
BODY = json.dumps(
    {
        "id": "c",
        "object": "chat.completion",
        "created": 0,
        "model": "echo",
        "choices": [
            {
                "index": 0,
                "finish_reason": "stop",
                "message": {"role": "assistant", "content": "[[4]]"},
            }
        ],
        "usage": {"prompt_tokens": 20, "completion_tokens": 3, "total_tokens": 23},
    }
).encode()
REPLY = (
    b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(BODY)
) + BODY


class Server(asyncio.Protocol):
    """Replies to every request with the same body."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport, self.left = transport, b""

    def data_received(self, data: bytes) -> None:
        self.left += data
        while (end := self.left.find(b"\r\n\r\n")) >= 0:
            head = self.left[:end].lower()
            length = int(head.partition(b"content-length:")[2].split(b"\r\n", 1)[0] or 0)
            if len(self.left) < end + 4 + length:
                return
            self.left = self.left[end + 4 + length :]
            self.transport.write(REPLY)


async def serve() -> None:
    """Serve, after writing the port, until the standard input ends."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Server, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    reading = loop.run_in_executor(None, sys.stdin.read)
    await asyncio.wait_for(reading, SECONDS)


def prompts(number: int) -> Iterator[list[dict[str, str]]]:
    for i in range(number):
        yield [{"role": "user", "content": f"{i} {TEXT}"}]


def ask_sacreval(url: str, number: int, connections: int) -> int:
    from sacreval.asking.requests import Message, request
    from sacreval.asking.runners._from_spec import runner_from_spec

    runner = runner_from_spec("openai:echo", base_url=url, connections=connections)
    asked = (request(messages=(Message(**one[0]),)) for one in prompts(number))
    return sum(reply.text == "[[4]]" for reply in runner.replies(asked))


def ask_httpx(url: str, number: int, connections: int) -> int:
    import httpx

    async def run() -> int:
        limits = httpx.Limits(max_connections=connections, max_keepalive_connections=connections)
        waiting = prompts(number)
        async with httpx.AsyncClient(limits=limits, timeout=60, trust_env=False) as client:

            async def work() -> int:
                good = 0
                for one in waiting:
                    body = {"model": "echo", "messages": one}
                    reply = await client.post(f"{url}/chat/completions", json=body)
                    good += reply.json()["choices"][0]["message"]["content"] == "[[4]]"
                return good

            return sum(await asyncio.gather(*(work() for _ in range(connections))))

    return asyncio.run(run())


def ask_openai(url: str, number: int, connections: int) -> int:
    from openai import AsyncOpenAI

    async def run() -> int:
        waiting = prompts(number)
        async with AsyncOpenAI(base_url=url, api_key="none") as client:

            async def work() -> int:
                good = 0
                for one in waiting:
                    reply = await client.chat.completions.create(model="echo", messages=one)
                    good += reply.choices[0].message.content == "[[4]]"
                return good

            return sum(await asyncio.gather(*(work() for _ in range(connections))))

    return asyncio.run(run())


CLIENTS = {"sacreval": ask_sacreval, "httpx": ask_httpx, "openai": ask_openai}


def measure(client: str, url: str, number: int, connections: int) -> None:
    """Ask in this process, and print what it took."""
    import resource

    ask = CLIENTS[client]
    ask(url, connections, connections)  # imports, and opens connections once
    begun, cpu = time.perf_counter(), time.process_time()
    good = ask(url, number, connections)
    cpu, seconds = time.process_time() - cpu, time.perf_counter() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{client}: {good:,} of {number:,} replies, {cpu / number * 1e6:,.0f} µs of CPU each, "
        f"{seconds:.1f} s, at most {peak:.0f} MiB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--memory", type=int, default=0, metavar="N")
    parser.add_argument("--client", choices=CLIENTS, help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        asyncio.run(serve())
        return
    if options.client:
        measure(options.client, options.url, options.requests, options.connections)
        return
    command = [sys.executable, __file__]
    with subprocess.Popen([*command, "--serve"], stdin=-1, stdout=-1) as server:
        url = f"http://127.0.0.1:{int(server.stdout.readline())}/v1"
        runs = [(name, options.requests) for name in CLIENTS]
        runs += [("sacreval", options.memory)] if options.memory else []
        for name, number in runs:
            if not find_spec(name):
                print(f"{name} is not installed, and is left out")
                continue
            words = ["--client", name, "--url", url, "--requests", str(number)]
            subprocess.run(
                [*command, *words, "--connections", str(options.connections)], check=True
            )
        server.stdin.close()


if __name__ == "__main__":
    main()

"""Benchmarks: what they compare, count and keep, and figures that they name."""

import ast
import json
import re
import runpy
import sys

import pytest

from sacreval.core.metric import metrics
from support.benchmarks import benchmark
from support.mirror import CHECKOUT

FOLDER = CHECKOUT / "benchmarks"

PAGE = FOLDER / "README.md"

SCRIPTS = sorted(p for p in FOLDER.glob("*.py") if "__main__" in p.read_text(encoding="utf-8"))

PAGES = [CHECKOUT / "README.md", CHECKOUT / "CONTRIBUTING.md", CHECKOUT / "CHANGELOG.md", PAGE]

PAGES += sorted((CHECKOUT / "docs").rglob("*.md"))

NAMED = re.compile(r"(?:benchmarks/)?\b([a-z_]+\.py)\b")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_help_starts_nothing(script, monkeypatch, capsys):
    """`--help` shows how a benchmark is run, and ends."""
    monkeypatch.setattr(sys, "argv", [str(script), "--help"])
    monkeypatch.setattr(sys, "path", [str(FOLDER), *sys.path])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(script), run_name="__main__")
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: {script.name}")


def test_every_benchmark_is_listed():
    """The page names every script that can be run, and none that is not there."""
    listed = set(NAMED.findall(PAGE.read_text(encoding="utf-8")))
    assert {path.name for path in SCRIPTS} <= listed
    assert all((FOLDER / name).is_file() for name in listed)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_the_benchmarks_that_pages_name_are_there(page):
    """A page that sends readers to a benchmark names one that exists."""
    for name in re.findall(r"benchmarks/([a-z_]+\.\w+)", page.read_text(encoding="utf-8")):
        assert (FOLDER / name).is_file(), name


def test_every_section_of_figures_names_its_command():
    """No section of the page has figures without the script that makes them."""
    sections = PAGE.read_text(encoding="utf-8").split("\n## ")
    assert len(sections) > 5
    for section in sections:
        if re.search(r"\d", section.split("\n", 1)[1]):
            assert NAMED.search(section), section.split("\n", 1)[0]


floor = benchmark("floor")

COST = {"read": 0.1, "scan": 0.2, "hash": 0.5, "tokenise": 1.2, "lookup": 2.0, "row": 4.0}

TEXTS = floor.Texts(size=1_000_000, words=10_000, characters=50_000)


def test_reading_is_one_pass_of_each_kind():
    """Every byte is read, scanned, hashed and looked at once."""
    assert floor.reading(TEXTS, COST) == pytest.approx(2_000_000)


def test_a_metric_needs_lookups_and_rows():
    """Lookups are of words and characters of both sides, rows of the words of one."""
    assert floor.needed(floor.Work("x", words=4), TEXTS, COST) == 80_000
    assert floor.needed(floor.Work("x", characters=6), TEXTS, COST) == 600_000
    assert floor.needed(floor.Work("x", words=1, rows=1), TEXTS, COST) == 20_000 + 20_000


def test_all_six_share_reading():
    """The floor of all metrics has the start and the reading once, and the work of each."""
    floors = floor.floors(TEXTS, COST, 0.5)
    once = 0.5 + 0.002
    assert floors["bleu"] == pytest.approx(once + 80_000 / 1e9)
    work = sum(floors[name] - once for name in floor.WORK)
    assert floors[floor.ALL] == pytest.approx(once + work)


def test_probes_are_parsed():
    """Each line of the probes is a name and nanoseconds."""
    assert floor.parsed("read 0.25\nrow 3.5\n") == {"read": 0.25, "row": 3.5}


def test_the_table_has_the_distance():
    """A row has seconds, floor, and the one over the other."""
    text = floor.table({"bleu": 0.6, "all six": 3.0}, {"bleu": 0.3, "all six": 1.5})
    assert "| bleu | 0.60 | 0.30 | 2.0 |" in text.splitlines()
    assert len(text.splitlines()) == 4


def test_every_probe_is_in_the_program():
    """The program reports every cost that the floor reads, but the hash, which is Python's."""
    said = floor.SOURCE.read_text(encoding="utf-8")
    assert all(f'report("{name}"' in said for name in COST if name != "hash")


peers, peer_jobs, peers_none = map(benchmark, ("peers", "peer_jobs", "peers_none"))

peer_records, processes, peer_page = map(benchmark, ("peer_records", "processes", "peer_page"))

JOBS = peer_jobs.jobs()


def test_every_metric_has_a_peer_or_a_reason():
    """No metric of sacreval is left out, and none is both compared and without a tool."""
    expected = {name for name in metrics if metrics.is_own(name)}
    compared = {job.metric for job in JOBS}
    reasons = [name for names in peers_none.ALONE.values() for name in names.split()]
    assert len(set(reasons)) == len(reasons)
    assert not compared & set(reasons)
    assert compared | set(reasons) == expected


def test_jobs_have_names_of_their_own():
    """No job overwrites the figures of another, and none names a tool twice."""
    assert len({job.name for job in JOBS}) == len(JOBS) > 30
    for job in JOBS:
        packages = [peer.package for peer in job.peers]
        assert len(set(packages)) == len(packages) > 0, job.name


@pytest.mark.parametrize("job", JOBS, ids=lambda job: job.name)
def test_a_program_reads_its_file_and_prints(job):
    """Every program is Python that reads its first argument and prints once; its records exist."""
    assert job.records in peer_records.KINDS
    for peer in job.peers:
        tree = ast.parse(peer.program())
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        assert sum(getattr(call.func, "id", "") == "print" for call in calls) == 1
        assert "sys.argv[1]" in peer.program()


@pytest.mark.parametrize("kind", ["labels", "label_sets", "tags", "rankings", "numbers"])
def test_records_are_the_same_each_time(kind, tmp_path):
    """Records of a kind do not depend on the run, and a larger file begins with a smaller one."""
    few, more = (peer_records.write(tmp_path, kind, size).read_text() for size in (20, 50))
    assert more.startswith(few)
    assert len(more.splitlines()) == 50
    assert list(peer_records.KINDS[kind](20)) == list(peer_records.KINDS[kind](20))


def test_long_processes_run_less_often():
    """A process below a second runs as often as asked, one below five half as often, then once."""
    assert [peers.turns(seconds, 5) for seconds in (0.2, 1.0, 4.9, 5.0, 60)] == [5, 2, 2, 1, 1]
    assert peers.turns(2, 1) == 1


def test_a_tool_stops_where_it_would_take_too_long():
    """What a size costs is foreseen from the largest that was run, in proportion."""
    assert peers.expected({}, 1000) == 0
    assert peers.expected({1000: [0.5, 1], 10_000: [2.0, 3]}, 100_000) == 20
    assert peers.expected({1000: [0.9, 1]}, 100_000) == 0


def test_the_number_of_a_process():
    """Of sacreval the main output, or the one that is named; of a tool the last word it printed."""
    rows = [("a", False, 1), ("b", True, 2)]
    results = [{"output": name, "main": main, "value": value} for name, main, value in rows]
    said = json.dumps({"results": results})
    assert peers.value("sacreval", said, "") == 2
    assert peers.value("sacreval", said, "a") == 1
    with pytest.raises(ValueError, match="no output c"):
        peers.value("sacreval", said, "c")
    assert peers.value("other", "a warning\n0.25", "") == 0.25


def test_the_least_of_the_turns_is_kept():
    """CPU time and time on the clock are the least of all turns, each on its own."""
    timings = {"seconds": {}, "values": {}}
    for cpu, wall in ((2.0, 2.5), (1.0, 3.0), (1.5, 2.0)):
        peers.keep(timings, "other", 1000, processes.Run(cpu, wall, "0.5", 0), "")
    assert timings == {"seconds": {1000: [1.0, 2.0]}, "values": {1000: 0.5}}


def test_a_tool_that_fails_says_why():
    """A tool that ends with an error, or was ended, is kept with the reason and without time."""
    failed, ended = ({"seconds": {}, "values": {}} for _ in range(2))
    peers.keep(failed, "other", 1000, processes.Run(1, 1, "Trace\nValueError: no", 1), "")
    peers.keep(ended, "other", 1000, processes.Run(60, 90, "", None), "")
    assert failed["stopped"] == "ValueError: no"
    assert ended["stopped"] == "ended after 60 s with 1,000 records"
    assert not failed["seconds"]
    assert not ended["seconds"]


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="prlimit")
def test_a_process_is_measured_and_ended():
    """CPU time, output and exit code are those of the process; one without end is ended."""
    run = processes.alone([sys.executable, "-c", "print(sum(range(10**6)))"], 20, {})
    assert (run.code, run.said) == (0, "499999500000")
    assert 0 < run.cpu < 20
    failed = processes.alone([sys.executable, "-c", "raise SystemExit('no')"], 20, {})
    assert (failed.code, failed.said) == (1, "no")
    assert processes.alone([sys.executable, "-c", "while True: pass"], 1, {}).code is None


def test_what_has_no_figures_is_named():
    """Metrics that were not measured, and tools that were not run, are listed for the page."""
    first, second = JOBS[0], JOBS[1]
    runs = {peer.package: {} for peer in first.peers[1:]}
    waiting = peer_page.waiting({first.name: {"runs": runs}}, [first, second])
    assert waiting == {"metrics": [second.name], "tools": {first.peers[0].package: [first.name]}}


def test_reasons_join_the_figures():
    """The page gets figures in the order of the jobs, each with why numbers differ."""
    run = {"version": "1", "seconds": {}, "values": {}}
    measured = {
        job.name: {"runs": {"sacreval": dict(run), job.peers[0].package: dict(run)}}
        for job in reversed(JOBS)
    }
    figures = peer_page.explained(measured, JOBS)
    assert list(figures["metrics"]) == [job.name for job in JOBS]
    for job in JOBS:
        entry = figures["metrics"][job.name]
        assert entry["why"] == job.why
        assert entry["runs"][job.peers[0].package]["differs"] == job.peers[0].differs

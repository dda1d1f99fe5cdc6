"""Every number, signature, exit code and text of the command line is the one in `locked/`.

Run it with `python -m pytest tests/lock -m "long or not long" -n 2`; `python -m lock.write` writes
the files anew, after a change that is meant to change them.
"""

import pytest

from lock import files, folder, rows
from lock.command import Ended
from lock.outputs import differences, lengthened
from support import engines, missing
from support.mirror import MIRROR

pytestmark = pytest.mark.long

CHUNK = 60  # rows of an item
MOST = 12  # differences that are shown of a row


def items():
    """Yield the chunks of all files: those of the sample and those of the corpora."""
    for name in files.names():
        machine, locked = files.read(name)
        exact = name == "help" or machine == files.machine()
        for corpora in (False, True):
            selected = [row for row in locked if rows.of(row).on_corpora() == corpora]
            for start in range(0, len(selected), CHUNK):
                word = "corpora" if corpora else "sample"
                title = f"{name}-{word}-{start // CHUNK + 1}"
                yield pytest.param(selected[start : start + CHUNK], exact, id=title)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """Lay out the folder in which commands run, with the corpora if they are here."""
    root = tmp_path_factory.mktemp("lock").resolve()
    folder.lay_out(root)
    if MIRROR.is_dir():
        folder.lay_out_corpora(root)
    return root


@pytest.mark.parametrize(("locked", "exact"), list(items()))
def test_lock(locked, exact, place):
    """Each row is what it was: to the bit on the machine class that wrote it, else to 1e-12."""
    if rows.of(locked[0]).on_corpora() and not MIRROR.is_dir():
        missing.say("the lock of real corpora: SACREVAL_MIRROR names no folder of them")
        pytest.skip("no mirror of real corpora")
    if not engines.native.available():
        missing.say("the lock, which is of the kernels: they are not built")
        pytest.skip("no kernels")
    diffs = []
    for row in locked:
        if (absent := rows.lacking(row)) is not None:
            missing.say(f"some rows of the lock: {absent} is not installed")
        elif changed := compare(row, exact=exact, place=place):
            diffs.append(
                "\n  ".join([row["run"], *changed[:MOST], *(["..."] * (len(changed) > MOST))])
            )
    if diffs:
        pytest.fail(
            "\n".join([f"{len(diffs)} of {len(locked)} rows differ:", *diffs]), pytrace=False
        )


def compare(row, *, exact, place):
    """List the differences of a row, with old and new values."""
    command = rows.of(row)
    try:
        ended = command.perform(place)
    except (Exception, SystemExit) as error:  # noqa: BLE001
        ended = Ended(-1, "", repr(error))
    if exact and (row["code"], row["sha256"], row.get("err")) == command.brief(ended):
        return []
    new = command.result_of(ended, place)
    keys = ("code", "err") if command.ties and not exact else ("code", "err", "out")
    seen = {key: map(lengthened, (row.get(key), new.get(key))) for key in keys}
    changed = [x for key, both in seen.items() for x in differences(*both, key, exact=exact)]
    if not changed and exact and row["sha256"] != new["sha256"]:
        changed.append("its form or null fields: the SHA-256 of the output differs")
    return changed

"""Files of `--about`: what they hold, and what is refused."""

from datetime import UTC, datetime

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.features.exchange.description import read_description
from support.exchanged import ABOUT


@pytest.fixture
def described(tmp_path):
    """Return a function that writes a file of --about and reads it."""

    def read(text):
        (tmp_path / "about.yaml").write_text(text)
        return read_description(str(tmp_path / "about.yaml"))

    return read


def test_fields(described):
    """A file has the data, who ran the evaluation, the date, and a model for each system."""
    about = described(ABOUT)
    assert about.needed("source.organization", "eee") == "Example Lab"
    assert about.model("careful").weights == "open_weights"
    assert about.model("meta/llama").id == "meta/llama"
    assert about.moment() == datetime(2026, 11, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("dataset: {}", "missing required field `name`"),
        ("dataset: {name: x}\nsorce: {}", "unknown field `sorce`"),
        ("[]", "Expected `object`, got `array`"),
        ("", "Expected `object`, got `null`"),
        ("dataset: {name: x}\nmodels: {a: {id: flat}}", "not of the form developer/name"),
        ("dataset: {name: x}\nmodels: {a: {id: a/..}}", "not of the form developer/name"),
    ],
)
def test_refused(described, text, reason):
    """A misspelt, missing or wrong field is refused with its place."""
    with pytest.raises(InputError, match=reason):
        described(text)


@pytest.mark.parametrize(
    ("date", "moment"),
    [
        ("2026-11-20T10:00:00+02:00", datetime(2026, 11, 20, 8, tzinfo=UTC)),
        ("'2026-11-20T10:00:00Z'", datetime(2026, 11, 20, 10, tzinfo=UTC)),
        ("2026-11-20", datetime(2026, 11, 20, tzinfo=UTC)),
    ],
)
def test_dates(described, date, moment):
    """A date is that day in UTC, and a time has an offset."""
    assert described(f"dataset: {{name: x}}\ndate: {date}").moment() == moment


@pytest.mark.parametrize("date", ["2026-11-20T10:00:00", "yesterday"])
def test_refused_dates(described, date):
    """A time without an offset and a word are refused."""
    with pytest.raises(UsageError, match=r"offset from UTC|is no date"):
        described(f"dataset: {{name: x}}\ndate: {date}").moment()


def test_no_date(described, monkeypatch):
    """Without a date SOURCE_DATE_EPOCH counts, and never the clock."""
    about = described("dataset: {name: x}")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert about.moment() == datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    with pytest.raises(UsageError, match="no number of seconds"):
        about.moment()
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    with pytest.raises(UsageError, match="the clock is not read"):
        about.moment()


def test_unknown_model(described):
    """A system that is neither described nor named like a model is refused by its name."""
    with pytest.raises(UsageError, match="no model of 'carful'; did you mean 'careful'"):
        described(ABOUT).model("carful")

"""Numbers in running text: what is read, what is refused, and never another number."""

from decimal import Decimal
from random import Random

import pytest

from sacreval.errors import RecordError
from sacreval.text.answers.answer_extractors import extractor
from sacreval.text.answers.json_values import parsed_number
from sacreval.text.answers.numbers_in_text import last_number, only_number
from sacreval.text.normalizers import normalizer

READ = {
    "That makes 58, more or less": "58",
    "It is 58.": "58",
    "1,234,567 people": "1234567",
    "about 1 234 567.5 people": "1234567.5",
    "5\u00a0300": "5300",
    "1\u202f234\u202f567": "1234567",
    "12\u2009345.5": "12345.5",
    r"$1{,}234$": "1234",
    r"$12\,345$": "12345",
    "(-5)": "-5",
    "x = -5": "-5",
    "\u22125": "-5",
    "\u20135.50": "-5.50",
    "**-5**": "-5",
    "答案是-5": "-5",
    "-$5": "-5",
    "$-5": "-5",
    "F-16": "16",
    "डी-16": "16",
    "about 1e3 in all": "1e3",
    "2.5E\u22124": "2.5E-4",
    "答案是1e3米": "1e3",
    "1,234.50 €": "1234.50",
    "is .5": ".5",
    "so...5": "5",
    "Fig.5": "5",
    "50%": "50",
    "٣٫٥": "3.5",
    "١٬٢٣٤": "1234",
    "-१२३": "-123",
    "１２３．５": "123.5",
    "007": "007",
}
LAST = {
    "from 3 to -1,234.5 dollars": "-1234.5",
    "The trip takes 3-5 days": "5",
    "10-3": "3",
    "2019\u20132020": "2020",
    "๓-๕": "5",
    "5€-10€": "10",
    "5 €-10 €": "10",
    "(3)-5": "5",
    "2021-05-12": "12",
    "1..5": "5",
    "4, 5": "5",
    "2,5 or 3": "3",
    "in 2020 300 people": "300",
    "The bus leaves at 9:45": "45",
    "a board of 4x7": "7",
    "3/4": "4",
}
REFUSED = [
    "it fell by 2,5 points", "4 or 1,23", "0,500", "12,34,567", "1,2,3", "1,234,56", "5 300",
    "120 150 200", "1 234.5", "1 234,5", "2020\u00a0300", "1.000.000", "1.234,56", "version 3.1.2",
    "on 12.05.2021", "1'234", "1_000", "abc1e3", "1e3abc", "1e3e5", "1e3.5", "1\u0663", "٢،٥",
]  # fmt: skip
SENTENCES = [
    "{}", "The answer is {}.", "about {}, I think", "({})", "**{}**", "答案是{}。", "It is {}!\n",
    "From 2 to {} of them", "1,5 or {}",
]  # fmt: skip
ZEROS = (
    "0\u0660\u0966\u09e6\u0e50\uff10"  # ASCII, Arabic-Indic, Devanagari, Bengali, Thai, fullwidth
)
CURRENCIES = ["{}", "${}", "{}€", "£{}", "{} ¥"]
MINUSES = "-\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d"


@pytest.mark.parametrize(("text", "number"), [*READ.items(), *LAST.items()])
def test_last_number(text, number):
    """The last number is read with its sign, decimals and exponent, without separators."""
    assert extractor("last-number")(text) == number


@pytest.mark.parametrize(("text", "number"), READ.items())
def test_the_only_number(text, number):
    """A text with one number has that number as its only one."""
    assert extractor("number")(text) == number


@pytest.mark.parametrize(
    ("text", "number"), [("42, I repeat: 42.0", "42"), ("1,000, i.e. 1e3", "1000"), ("+5", "5")]
)
def test_a_repeated_number(text, number):
    """A number that is repeated in another spelling is one."""
    assert extractor("number")(text) == number


@pytest.mark.parametrize("name", ["last-number", "number"])
@pytest.mark.parametrize("text", REFUSED)
def test_guesses(name, text):
    """What could be read in several ways or in none is no answer, and neither is what is before."""
    with pytest.raises(RecordError, match="cannot be read as a number without guessing; check"):
        extractor(name)(text)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (" 1 000.50 $", "1000.5"), ("$8.", "8"), ("\u2212€1,234.00", "-1234"), ("100", "100"),
        ("1e3", "1e3"), ("2,5", "2,5"), ("3.1.2", "3.1.2"), (" 5 apples", "5 apples"), ("", ""),
        ("2 and 3.50", "2 and 3.50"), ("2 or 3 of 4.", "2 or 3 of 4."), ("5-10", "5-10"),
    ],
)  # fmt: skip
def test_normaliser(text, number):
    """A text that is a number has one spelling; others stay."""
    assert normalizer("number")(text) == number


def grouped(digits, mark):
    """Write a mark between groups of three digits."""
    head = len(digits) % 3 or 3
    return mark.join([digits[:head], *(digits[i : i + 3] for i in range(head, len(digits), 3))])


def written(draw):
    """Draw a number: its value, a spelling, and whether the spelling is unambiguous."""
    digits = str(draw.randrange(10 ** draw.randrange(1, 11)))
    decimals = "".join(draw.choices("0123456789", k=draw.choice([0, 0, 1, 2, 4])))
    exponent = draw.choice(["", "", "", "e3", "E-2", "e+12"])
    sign = draw.choice(["", f"{draw.choice(MINUSES)}"])
    number = f"{'-' if sign else ''}{digits}.{decimals or 0}{exponent}"
    mark = draw.choice(["", ",", "\u00a0", "\u202f", "\u2009", " ", "'", "_"])
    point = draw.choice([".", ".", "\u066b", ","])
    grouping = grouped(digits, mark)
    marks = len(digits) > 3 and mark
    clear = (
        (not marks or mark not in " '_" or (mark == " " and len(digits) > 6 and len(digits) % 3))
        and not (decimals and point == ",")
    )  # fmt: skip
    spelling = grouping + (point + decimals if decimals else "") + exponent
    zero = draw.choice(ZEROS)
    spelling = "".join(chr(ord(zero) + int(c)) if c.isdigit() else c for c in spelling)
    return Decimal(number), draw.choice(CURRENCIES).format(sign + spelling), clear


def test_a_number_is_read_back_or_refused():
    """A number in a sentence is read back, or refused where its spelling is ambiguous."""
    draw = Random(5)
    for _ in range(4000):
        number, spelling, clear = written(draw)
        text = draw.choice(SENTENCES).format(spelling)
        try:
            assert Decimal(last_number(text)) == number, text
        except RecordError:
            assert not clear, text


def test_a_hyphen_between_numbers_is_no_minus():
    """The last number of a range is not negative, in whatever spelling and script."""
    draw = Random(6)
    for _ in range(1000):
        number, spelling, clear = written(draw)
        first = draw.choice(["3", "2.5", "(7)", "1e3", "x", "5%", "٣", "$20", "20€"])
        text = f"It takes {first}{draw.choice(MINUSES)}{spelling} days"
        if clear and number >= 0 and not any(minus in spelling[:2] for minus in MINUSES):
            assert Decimal(last_number(text)) == number, text


def test_extractors_agree():
    """Where both answer, the only number of a text is the last, and it is a number as a whole."""
    draw = Random(7)
    both = 0
    for _ in range(8000):
        text = "".join(draw.choices("0123456789 -.,e$xA(\u00a0\u2212", k=draw.randrange(1, 9)))
        try:
            only = only_number(text)
        except RecordError:
            continue
        last = last_number(text)
        assert parsed_number(only) == parsed_number(last) is not None, text
        both += 1
    assert both > 500

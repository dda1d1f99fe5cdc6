"""What a table's head and the line below it say of intervals."""

from sacreval.features.correlate.tables.correlation_tables import headed, methods


def result(coefficient, level="system", method="percentile-both", reason=None):
    """Make a correlation with an interval, or without one."""
    units = method.rpartition("-")[2]
    interval = {"method": method, "units": units, "reason": reason, "confidence": 0.95}
    return {"coefficient": coefficient, "level": level, "interval": interval if method else None}


def test_the_head_names_the_units():
    """A column is headed by its coefficient and what its intervals are over."""
    mixed = [result("spa"), result("spa", method="jackknife-systems"), result("acc-eq", method="")]
    assert headed("spa", mixed) == "spa [both/systems]"
    assert headed("acc-eq", mixed) == "acc-eq"


def test_one_method_is_one_phrase():
    """Where all intervals are computed alike, the line names the method and the reason alone."""
    alike = [result("spa", reason="pairs of systems"), result("pa", reason="pairs of systems")]
    assert methods(alike) == ["Intervals of 95 %: percentile (pairs of systems)."]
    assert methods([result("spa", method="")]) == []


def test_several_methods_name_their_coefficients():
    """Each method is followed by its coefficients and levels, those of several levels once."""
    several = [
        result("kendall", "summary", "jackknife-both", "a mean"),
        result("kendall", "system"),
        result("kendall", "global", "jackknife-z-both", "a mean"),
        result("pearson", "system", "rule-of-three", "all pairs right"),
    ]
    said = (
        "Intervals of 95 %: jackknife of kendall at summary and global level (a mean); percentile "
        "of kendall at system level; rule-of-three of pearson at system level (all pairs right)."
    )
    assert methods(several) == [said]

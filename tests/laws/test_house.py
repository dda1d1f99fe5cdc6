"""The house: no circle of imports."""

from functools import cache

from grimp import build_graph

PACKAGE = "sacreval"


@cache
def arrows():
    """Map each module to the modules that it imports, lazily and for types too."""
    graph = build_graph(PACKAGE, cache_dir=None)
    return {x: graph.find_modules_directly_imported_by(x) for x in graph.modules}


def circles(imports):
    """List the circles of a graph, each as the sorted names of those that reach each other."""
    below = {name: reached(name, imports) for name in imports}
    together = {
        tuple(sorted({name, *(x for x in below[name] if name in below.get(x, ()))}))
        for name in imports
        if name in below[name]
    }
    return sorted(together)


def reached(name, imports):
    """Return the names that a name leads to."""
    seen, ahead = set(), list(imports[name])
    while ahead:
        if (other := ahead.pop()) not in seen:
            seen.add(other)
            ahead += imports.get(other, ())
    return seen


def test_no_circle_of_modules():
    """No module imports itself by way of others, not within functions or for types either."""
    assert circles(arrows()) == []


def test_circles_are_found():
    """Two modules that import each other are one circle; one that only imports them is in none."""
    assert circles({"a": ["b"], "b": ["a"], "c": ["a"], "d": []}) == [("a", "b")]

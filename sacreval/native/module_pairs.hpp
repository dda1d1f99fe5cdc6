// Python functions of the kernels that count pairs and ranks of scores.
#pragma once

#include "boundary.hpp"

namespace sacreval {

// weighted_pairs((starts, scores, ranks), (units, weights, count, n_units), epsilon, out)
PyObject* py_weighted_pairs(PyObject* module, PyObject* args);
// agreeing_pairs, with the same arguments
PyObject* py_agreeing_pairs(PyObject* module, PyObject* args);
// weighted_ranks((starts, scores, ranks), (units, weights, count, n_units), out)
PyObject* py_weighted_ranks(PyObject* module, PyObject* args);
// best_threshold((starts, scores, ranks), group weights, slack) -> float
PyObject* py_best_threshold(PyObject* module, PyObject* args);
// split_verdicts(starts, (first, second, human), (threshold, threshold), out)
PyObject* py_split_verdicts(PyObject* module, PyObject* args);
// count_at_least(flipped, totals, out)
PyObject* py_count_at_least(PyObject* module, PyObject* args);
// soft_swaps(whole, moved, pairs, human, slack, near, (draws, systems, metrics), out)
PyObject* py_soft_swaps(PyObject* module, PyObject* args);

}  // namespace sacreval

// Python functions of the kernels that align words: TER, METEOR and what METEOR needs.
#pragma once

#include "boundary.hpp"

namespace sacreval {

PyObject* py_ter_pairs(PyObject* module, PyObject* args);
PyObject* py_meteor_pairs(PyObject* module, PyObject* args);
PyObject* py_words(PyObject* module, PyObject* args);
PyObject* py_porter_stem(PyObject* module, PyObject* args);
PyObject* py_paraphrases(PyObject* module, PyObject* args);
PyObject* py_wordnet_synonyms(PyObject* module, PyObject* args);

}  // namespace sacreval

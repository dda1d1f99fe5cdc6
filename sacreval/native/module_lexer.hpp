// Python functions of the lexer: compile rules once, then split texts by them.
#pragma once

#include "boundary.hpp"

namespace sacreval {

PyObject* py_lexer(PyObject* module, PyObject* args);
PyObject* py_lexer_lines(PyObject* module, PyObject* args);

}  // namespace sacreval

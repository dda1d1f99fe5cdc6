// Python function of SQuAD's normaliser for plain texts.
#pragma once

#include "boundary.hpp"

namespace sacreval {

PyObject* py_squad_text(PyObject* module, PyObject* text);

}  // namespace sacreval

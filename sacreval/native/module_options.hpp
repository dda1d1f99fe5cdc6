// Options that several kernels read: a tokenizer's name, and an order of n-grams.
#pragma once

#include <cstring>
#include <stdexcept>

#include "boundary.hpp"
#include "tokens.hpp"

namespace sacreval {

inline Tokenizer tokenizer_named(const char* name) {
    if (std::strcmp(name, "13a") == 0) return Tokenizer::v13a;
    if (std::strcmp(name, "char") == 0) return Tokenizer::chars;
    if (std::strcmp(name, "none") == 0) return Tokenizer::none;
    throw std::invalid_argument("tokenize must be 13a, char or none");
}

inline std::size_t order_in(Py_ssize_t order, Py_ssize_t least) {
    if (order < least || order > 1000)
        throw std::invalid_argument("an n-gram order is out of range (at most 1000)");
    return static_cast<std::size_t>(order);
}

}  // namespace sacreval

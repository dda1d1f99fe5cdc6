// The Porter stemmer (Porter 1980) in NLTK's default mode, NLTK_EXTENSIONS.
#pragma once

#include <cstddef>

#include "text.hpp"

namespace sacreval {

// Stems a lower-cased word in place and returns its new length, which never exceeds `n`.
// Letters may be any value of `Char`; all but a, e, i, o, u and some y count as consonants.
template <class Char>
std::size_t porter_stem(Char* word, std::size_t n);

extern template std::size_t porter_stem(Byte*, std::size_t);
extern template std::size_t porter_stem(char32_t*, std::size_t);

}  // namespace sacreval

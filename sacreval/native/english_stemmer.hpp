// Snowball's English stemmer (Porter 2), which METEOR 1.5 stems English with.
#pragma once

#include <cstddef>

namespace sacreval {

// Stems a word in lower case, in place, and returns the size of its stem.
std::size_t english_stem(char32_t* word, std::size_t size);

}  // namespace sacreval

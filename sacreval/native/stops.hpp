// Iterates over the characters of a text that end tokens, 64 characters at a time.
//
// Ends of words are hard for the branch predictor; computing them as a bit mask first leaves one
// loop with predictable branches.
#pragma once

#include <algorithm>
#include <cstdint>

#include "bits.hpp"
#include "text.hpp"

namespace sacreval {

// Calls use(i), in order, for every i with stops(text[i]).
template <class Char, class Stops, class Use>
void for_stops(Span<Char> text, Stops&& stops, Use&& use) {
    for (std::size_t from = 0; from < text.size; from += 64) {
        const Char* block = text.data + from;
        const std::size_t size = std::min<std::size_t>(64, text.size - from);
        std::uint64_t bits = 0;
        for (std::size_t k = 0; k < size; ++k) bits |= std::uint64_t{stops(block[k])} << k;
        for (; bits != 0; bits &= bits - 1) use(from + static_cast<std::size_t>(lowest_bit(bits)));
    }
}

}  // namespace sacreval

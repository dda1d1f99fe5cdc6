// str.lower() of single characters in the running Python; see `lower` in boundary.hpp.
#pragma once

#include <atomic>

#include "unicode.hpp"

namespace sacreval {

constexpr char32_t kUnknown = 0;               // not looked up yet
constexpr char32_t kNotAlone = 0xFFFFFFFFu;    // several characters, or it depends on the context

// The lower case of each character outside ASCII, or one of these constants. Covers all of Unicode;
// only pages of characters in use take memory.
extern std::atomic<char32_t> lower_table[0x110000];

inline char32_t lower_of(char32_t c) {
    if (c < 0x80) return ascii_lower(static_cast<unsigned char>(c));
    return lower_table[c].load(std::memory_order_relaxed);
}

}  // namespace sacreval

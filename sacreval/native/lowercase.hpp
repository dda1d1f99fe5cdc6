// str.lower() of characters, as the running Python has it; see `lower` in boundary.hpp.
#pragma once

#include <atomic>

#include "unicode.hpp"

namespace sacreval {

constexpr char32_t kUnknown = 0;               // not asked yet
constexpr char32_t kNotAlone = 0xFFFFFFFFu;    // longer, or it depends on what stands around it

// Of a character outside ASCII: its lower case, or one of these. Room for all of Unicode, of which
// only pages with characters in use take memory.
extern std::atomic<char32_t> lower_table[0x110000];

inline char32_t lower_of(char32_t c) {
    if (c < 0x80) return ascii_lower(static_cast<unsigned char>(c));
    return lower_table[c].load(std::memory_order_relaxed);
}

}  // namespace sacreval

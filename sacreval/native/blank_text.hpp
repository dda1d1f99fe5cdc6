// Whether a text has no sign but blanks.
#pragma once

#include "text.hpp"

namespace sacreval {

inline bool is_blank_text(const Utf8& text) {
    const char *p = text.data, *end = p + text.bytes;
    if (p < end && static_cast<unsigned char>(*p) < 0x80 && !kAsciiSpaces.of[static_cast<int>(*p)])
        return false;  // as most begin
    bool blank = true;
    for_characters(p, text.bytes, [&](char32_t c) { blank = blank && is_space(c); });
    return blank;
}

}  // namespace sacreval

// Strict UTF-8, as CPython decodes it: no surrogates, no longer form than needed.
#pragma once

#include <cstddef>

namespace sacreval {

// The length of the character at `at`, whose first byte is not ASCII; 0 if it is not valid.
inline std::size_t utf8_length(const unsigned char* at, const unsigned char* end) {
    const auto follows = [&](std::size_t i, unsigned least, unsigned most) {
        return at[i] >= least && at[i] <= most;
    };
    const std::size_t room = static_cast<std::size_t>(end - at);
    const unsigned first = at[0];
    if (first < 0xC2 || first > 0xF4) return 0;
    if (first < 0xE0) return room >= 2 && follows(1, 0x80, 0xBF) ? 2 : 0;
    if (first < 0xF0) {
        const unsigned least = first == 0xE0 ? 0xA0 : 0x80, most = first == 0xED ? 0x9F : 0xBF;
        return room >= 3 && follows(1, least, most) && follows(2, 0x80, 0xBF) ? 3 : 0;
    }
    const unsigned least = first == 0xF0 ? 0x90 : 0x80, most = first == 0xF4 ? 0x8F : 0xBF;
    const bool valid = room >= 4 && follows(1, least, most) && follows(2, 0x80, 0xBF) &&
                       follows(3, 0x80, 0xBF);
    return valid ? 4 : 0;
}

}  // namespace sacreval

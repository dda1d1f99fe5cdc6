// The character classes of METEOR 1.5's normaliser, and hash codes and lengths as in Java.
#pragma once

#include <cstdint>

#include "text.hpp"

namespace sacreval {

inline bool is_meteor_alpha(char32_t c) {
    if (c < 0x80) return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
    return (c >= 0xC0 && c <= 0x17E && c != 0xD7 && c != 0xF7) || c == 0x178 ||
           (c >= 0x400 && c <= 0x527) || (c >= 0xA640 && c <= 0xA66E) ||
           (c >= 0xA67E && c <= 0xA697) || (c >= 0x1D00 && c <= 0x1D7F);
}
inline bool is_meteor_alnum(char32_t c) { return is_digit(c) || is_meteor_alpha(c); }

// `\s` of Java's regular expressions.
inline bool is_java_space(char32_t c) { return c == U' ' || (c >= 0x09 && c <= 0x0D); }

// What Java's StringTokenizer splits at.
inline bool is_java_separator(char32_t c) { return c != 0x0B && is_java_space(c); }

// The characters that the normaliser replaces by a blank at its end.
inline bool is_meteor_space(char32_t c) {
    return c == U' ' || c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F ||
           c == 0x3000;
}

struct JavaWord {
    std::uint32_t hash = 0;    // String.hashCode()
    std::uint32_t length = 0;  // in UTF-16 code units
};

inline JavaWord java_word(Span<Byte> utf8) {
    JavaWord word;
    const auto unit = [&word](char32_t u) {
        word.hash = 31 * word.hash + static_cast<std::uint32_t>(u);
        ++word.length;
    };
    for_characters(reinterpret_cast<const char*>(utf8.data), utf8.size, [&](char32_t c) {
        if (c < 0x10000) return unit(c);
        unit(0xD800 + ((c - 0x10000) >> 10));
        unit(0xDC00 + ((c - 0x10000) & 0x3FF));
    });
    return word;
}

}  // namespace sacreval

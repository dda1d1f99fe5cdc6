// CPython's view of Unicode: its white space, and decoding of (generalised) UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace sacreval {

// str.isspace / str.split / re's \s: bidirectional type WS, B or S, or category Zs. ASCII by table,
// since most text is.
struct AsciiSpaces {
    bool of[128] = {};
    constexpr AsciiSpaces() {
        for (int c = 0; c < 128; ++c) of[c] = (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20);
    }
};
inline constexpr AsciiSpaces kAsciiSpaces{};

inline bool is_wide_space(char32_t c) {
    return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
           c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}
inline bool is_space(char32_t c) { return c < 0x80 ? kAsciiSpaces.of[c] : is_wide_space(c); }
inline bool is_space(unsigned char c) { return kAsciiSpaces.of[c & 0x7F]; }  // ASCII only

inline bool is_digit(char32_t c) { return c >= U'0' && c <= U'9'; }

inline unsigned char ascii_lower(unsigned char c) {
    return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
}

// string.punctuation, which is also chrF's set of punctuation.
inline bool is_ascii_punctuation(char32_t c) {
    return (c >= 0x21 && c <= 0x2F) || (c >= 0x3A && c <= 0x40) || (c >= 0x5B && c <= 0x60) ||
           (c >= 0x7B && c <= 0x7E);
}

// The first byte outside ASCII, or the end.
inline const char* skip_ascii(const char* p, const char* end) {
    for (std::uint64_t word; end - p >= 8; p += 8) {
        std::memcpy(&word, p, 8);
        if ((word & 0x8080808080808080u) != 0) break;
    }
    while (p < end && static_cast<unsigned char>(*p) < 0x80) ++p;
    return p;
}

// Calls use(c) for the characters of UTF-8 that CPython encoded (so: well formed, but lone
// surrogates may occur).
template <class Use>
inline void for_characters(const char* data, std::size_t bytes, Use&& use) {
    const auto* p = reinterpret_cast<const unsigned char*>(data);
    const auto* end = p + bytes;
    while (p < end) {
        const char32_t c = *p;
        if (c < 0x80) {
            use(c);
            p += 1;
        } else if (c < 0xE0) {
            use(((c & 0x1F) << 6) | (p[1] & 0x3F));
            p += 2;
        } else if (c < 0xF0) {
            use(((c & 0x0F) << 12) | ((p[1] & 0x3Fu) << 6) | (p[2] & 0x3F));
            p += 3;
        } else {
            use(((c & 0x07) << 18) | ((p[1] & 0x3Fu) << 12) | ((p[2] & 0x3Fu) << 6) |
                (p[3] & 0x3F));
            p += 4;
        }
    }
}

// Writes the characters to `out`, which must have room for all.
inline void decode_utf8(const char* data, std::size_t bytes, char32_t* out) {
    for_characters(data, bytes, [&](char32_t c) { *out++ = c; });
}

// Encodes one character in at most four bytes; lone surrogates are encoded like any other.
inline unsigned char* encode_utf8(char32_t c, unsigned char* out) {
    const auto put = [&out](char32_t byte) { *out++ = static_cast<unsigned char>(byte); };
    if (c < 0x80) {
        put(c);
        return out;
    }
    if (c < 0x800) {
        put(0xC0 | c >> 6);
    } else {
        if (c < 0x10000) {
            put(0xE0 | c >> 12);
        } else {
            put(0xF0 | c >> 18);
            put(0x80 | (c >> 12 & 0x3F));
        }
        put(0x80 | (c >> 6 & 0x3F));
    }
    put(0x80 | (c & 0x3F));
    return out;
}

}  // namespace sacreval

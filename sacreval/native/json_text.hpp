// Texts in JSON: where plain bytes end, reading one text, and escaping one.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include "arena.hpp"
#include "text.hpp"
#include "utf8_check.hpp"

namespace sacreval {

// Whether eight bytes have one below a blank, a quotation mark, a backslash or, if `wide`, one
// outside ASCII. It may find one where there is none, behind one that is there.
template <bool wide>
inline bool has_special(std::uint64_t word) {
    constexpr std::uint64_t ones = 0x0101010101010101u, high = 0x8080808080808080u;
    const std::uint64_t quote = word ^ (ones * '"'), slash = word ^ (ones * '\\');
    const std::uint64_t found =
        ((quote - ones) & ~quote) | ((slash - ones) & ~slash) | ((word - ones * 0x20) & ~word);
    return ((wide ? found | word : found) & high) != 0;
}

template <bool wide>
inline bool is_special(unsigned char c) {
    return c < 0x20 || c == '"' || c == '\\' || (wide && c >= 0x80);
}

// The first special byte, or the end.
template <bool wide>
inline const char* skip_plain(const char* p, const char* end) {
    for (std::uint64_t word; end - p >= 8; p += 8) {
        std::memcpy(&word, p, 8);
        if (has_special<wide>(word)) break;
    }
    while (p < end && !is_special<wide>(static_cast<unsigned char>(*p))) ++p;
    return p;
}

// Reads texts of one line of JSON; every `false` leaves it to another decoder to say what is wrong.
class JsonText {
  public:
    explicit JsonText(Arena& arena) : arena_(arena) {}

    // Reads a text; `p` is behind its opening quotation mark, and then behind the closing one.
    bool read(const char*& p, const char* end, Utf8& out) {
        const char* start = p;
        std::size_t following = 0;  // bytes that continue a character
        while (true) {
            p = skip_plain<true>(p, end);
            if (p == end) return false;
            if (static_cast<unsigned char>(*p) < 0x80) break;
            if (!wide(p, end, following)) return false;
        }
        if (*p == '"') {
            const auto bytes = static_cast<std::size_t>(p++ - start);
            out = {start, bytes, bytes - following};
            return true;
        }
        return *p == '\\' && escaped(start, p, end, following, out);
    }

    // The same for a key, which has no escapes.
    bool key(const char*& p, const char* end, Utf8& out) {
        const char* start = p;
        return read(p, end, out) && out.data == start;
    }

  private:
    static bool wide(const char*& p, const char* end, std::size_t& following) {
        const auto* at = reinterpret_cast<const unsigned char*>(p);
        const auto* last = reinterpret_cast<const unsigned char*>(end);
        while (at < last && *at >= 0x80) {
            const std::size_t length = utf8_length(at, last);
            if (length == 0) return false;
            following += length - 1;
            at += length;
        }
        p = reinterpret_cast<const char*>(at);
        return true;
    }

    // A text with escapes, which are shorter once they are decoded; the first is at `p`.
    bool escaped(const char* start, const char*& p, const char* end, std::size_t following,
                 Utf8& out) {
        const char* close = p;
        for (; close < end && *close != '"'; ++close)
            if (*close == '\\') ++close;
        if (close >= end) return false;
        char* const first = arena_.take(static_cast<std::size_t>(close - start));
        char* to = first;
        const auto copy = [&to](const char* from, const char* until) {
            std::memcpy(to, from, static_cast<std::size_t>(until - from));
            to += until - from;
        };
        copy(start, p);
        while (p < close) {
            const char* from = p;
            const auto c = static_cast<unsigned char>(*p);
            if (c == '\\') {
                if (!escape(p, close, to, following)) return false;
                continue;
            }
            if (c < 0x20 || (c >= 0x80 && !wide(p, close, following))) return false;
            if (c < 0x80) p = skip_plain<true>(p, close);
            copy(from, p);
        }
        const auto bytes = static_cast<std::size_t>(to - first);
        out = {first, bytes, bytes - following};
        p = close + 1;
        return true;
    }

    static bool escape(const char*& p, const char* end, char*& to, std::size_t& following) {
        static constexpr char kNames[] = "\"\\/bfnrt", kValues[] = "\"\\/\b\f\n\r\t";
        if (end - p < 2) return false;
        if (p[1] != 'u') {
            const char* found = static_cast<const char*>(std::memchr(kNames, p[1], 8));
            if (found == nullptr) return false;
            *to++ = kValues[found - kNames];
            p += 2;
            return true;
        }
        char32_t c = 0;
        if (!unit(p, end, c)) return false;
        if (c >= 0xDC00 && c < 0xE000) return false;  // half of a pair
        if (c >= 0xD800 && c < 0xDC00) {
            char32_t low = 0;
            if (!unit(p, end, low) || low < 0xDC00 || low >= 0xE000) return false;
            c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        }
        auto* bytes = reinterpret_cast<unsigned char*>(to);
        unsigned char* after = encode_utf8(c, bytes);
        following += static_cast<std::size_t>(after - bytes) - 1;
        to = reinterpret_cast<char*>(after);
        return true;
    }

    static bool unit(const char*& p, const char* end, char32_t& c) {
        if (end - p < 6 || p[0] != '\\' || p[1] != 'u') return false;
        c = 0;
        for (int i = 2; i < 6; ++i) {
            const char x = p[i];
            const int digit = x >= '0' && x <= '9'   ? x - '0'
                              : x >= 'a' && x <= 'f' ? x - 'a' + 10
                              : x >= 'A' && x <= 'F' ? x - 'A' + 10
                                                     : -1;
            if (digit < 0) return false;
            c = c << 4 | static_cast<char32_t>(digit);
        }
        p += 6;
        return true;
    }

    Arena& arena_;
};

// Appends a text as JSON: with quotation marks, and only with the escapes that it needs.
inline void append_json(std::string& out, const char* p, std::size_t bytes) {
    static constexpr char kDigits[] = "0123456789abcdef";
    const char* end = p + bytes;
    out.push_back('"');
    while (true) {
        const char* stop = skip_plain<false>(p, end);
        out.append(p, static_cast<std::size_t>(stop - p));
        if (stop == end) break;
        const auto c = static_cast<unsigned char>(*stop);
        out.push_back('\\');
        switch (c) {
            case '"': case '\\': out.push_back(static_cast<char>(c)); break;
            case '\b': out.push_back('b'); break;
            case '\f': out.push_back('f'); break;
            case '\n': out.push_back('n'); break;
            case '\r': out.push_back('r'); break;
            case '\t': out.push_back('t'); break;
            default:
                out.append("u00");
                out.push_back(kDigits[c >> 4]);
                out.push_back(kDigits[c & 15]);
        }
        p = stop + 1;
    }
    out.push_back('"');
}

}  // namespace sacreval

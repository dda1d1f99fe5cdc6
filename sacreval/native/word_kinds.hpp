// Classes of the characters that the passes of NLTK's word tokenizer search for.
#pragma once

#include "regex_chars.hpp"

namespace sacreval {

// Classes of characters that passes search for. Later passes search for characters that earlier
// ones insert only where noted.
enum Kind : unsigned {
    kBackquote = 1,
    kDouble = 2,
    kSingle = 4,
    kPeriod = 8,
    kComma = 16,   // , and :
    kSymbol = 32,  // ;@#$%&
    kMark = 64,    // ? and !
    kStar = 128,
    kBracket = 256,
    kHyphen = 512,
    kOpening = 1024,  // quotes beyond ASCII
    kClosing = 2048,
    kDash = 4096,
    kBlank = 8192,  // white space other than U+0020
};

// \s of the `regex` package, which does not include the separators U+001C to U+001F.
inline bool is_regex_space(char32_t c) { return is_space(c) && !between(c, 0x1C, 0x1F); }

inline bool is_regex_digit(char32_t c) { return c < 0x80 ? is_digit(c) : in_ranges(kRegexDigit, c); }

inline bool is_ascii_word(char32_t c) {
    return between(c, 'a', 'z') || between(c, 'A', 'Z') || is_digit(c) || c == '_';
}

inline bool is_regex_word(char32_t c) { return c < 0x80 ? is_ascii_word(c) : in_ranges(kRegexWord, c); }

inline bool is_opening(char32_t c) { return c == 0xAB || c == 0x201C || c == 0x2018 || c == 0x201E; }
inline bool is_closing(char32_t c) { return c == 0xBB || c == 0x201D || c == 0x2019; }
inline bool is_dash(char32_t c) { return between(c, 0x2012, 0x2015); }
inline bool is_mark(char32_t c) { return c == '?' || c == '!'; }
inline bool is_symbol(char32_t c) {
    return c == ';' || c == '@' || between(c, '#', '&');  // # $ % &
}
inline bool is_bracket(char32_t c) {
    return c == '[' || c == ']' || c == '(' || c == ')' || c == '{' || c == '}' || c == '<' ||
           c == '>';
}

inline unsigned kind_of(char32_t c) {
    if (c >= 0x80) {
        if (is_opening(c)) return kOpening;
        if (is_closing(c)) return kClosing;
        if (is_dash(c)) return kDash;
        return is_space(c) ? unsigned{kBlank} : 0;
    }
    switch (c) {
        case '`':
            return kBackquote;
        case '"':
            return kDouble;
        case '\'':
            return kSingle;
        case '.':
            return kPeriod;
        case '*':
            return kStar;
        case '-':
            return kHyphen;
        case ',':
        case ':':
            return kComma;
        default:
            break;
    }
    if (is_mark(c)) return kMark;
    if (is_symbol(c)) return kSymbol;
    if (is_bracket(c)) return kBracket;
    return c != ' ' && is_regex_space(c) ? unsigned{kBlank} : 0;
}

}  // namespace sacreval

// mteval-v13a as sacrebleu has it (tokenizer_13a.py, tokenizer_re.py), in one pass.
//
// sacrebleu runs four regular expressions in turn. What they do together depends only on a run of
// [.,] and its two neighbours:
//   1. symbols become tokens of their own;
//   2. `([^0-9])([.,])` consumes two characters at a time, so in a run of k the second elements
//      of its pairs are 1st, 3rd, ... after a non-digit and 2nd, 4th, ... after a digit;
//   3. `([.,])([^0-9])` then frees every period and comma but one right before a digit;
//   4. `([0-9])(-)` frees a dash right after a digit.
// So all of a run are tokens, except a last one that was not a second element and has a digit
// after it: it opens that number (".5" of "a..5"), and joins both sides if it is alone ("1.5").
#pragma once

#include <vector>

#include "text.hpp"

namespace sacreval {

enum class Kind13a : Byte { word, space, symbol, point, dash };

inline Kind13a kind13a(char32_t c) {
    if (is_space(c)) return Kind13a::space;
    if (c == '.' || c == ',') return Kind13a::point;
    if (c == '-') return Kind13a::dash;
    return is_ascii_punctuation(c) && c != '\'' ? Kind13a::symbol : Kind13a::word;
}

// kind13a by table.
struct Kinds13a {
    Kind13a of[256];
    Kinds13a() {
        for (unsigned c = 0; c < 256; ++c) of[c] = kind13a(c);
    }
    Kind13a operator()(Byte c) const { return of[c]; }
    Kind13a operator()(char32_t c) const { return c < 256 ? of[c] : kind13a(c); }
};

// The literal replacements that come first; returns `text` itself where none applies.
template <class Char>
Span<Char> normalize13a(Span<Char> text, std::vector<Char>& scratch);

// Calls emit(slice) for each token of a normalised text.
template <class Char, class Emit>
void split13a(Span<Char> text, const Kinds13a& kinds, Emit&& emit) {
    const std::size_t n = text.size;
    std::size_t i = 0, start = 0;
    const auto flush = [&](std::size_t end) {
        if (end > start) emit(text.sub(start, end));
    };
    for (;;) {
        while (i < n && kinds(text[i]) == Kind13a::word) ++i;
        if (i == n) break;
        switch (kinds(text[i])) {
            case Kind13a::word:
                break;
            case Kind13a::space:
                flush(i);
                start = ++i;
                break;
            case Kind13a::symbol:
                flush(i);
                emit(text.sub(i, i + 1));
                start = ++i;
                break;
            case Kind13a::dash:
                if (i > 0 && is_digit(text[i - 1])) {
                    flush(i);
                    emit(text.sub(i, i + 1));
                    start = i + 1;
                }
                ++i;
                break;
            case Kind13a::point: {
                std::size_t end = i + 1;
                while (end < n && (text[end] == '.' || text[end] == ',')) ++end;
                const bool after_digit = i > 0 && is_digit(text[i - 1]);
                const bool second = after_digit == ((end - i) % 2 == 0);
                const bool opens = !second && end < n && is_digit(text[end]);
                if (opens && end - i == 1) {  // digit on both sides
                    i = end;
                    break;
                }
                flush(i);
                const std::size_t last = opens ? end - 1 : end;
                for (std::size_t p = i; p < last; ++p) emit(text.sub(p, p + 1));
                start = last;
                i = end;
                break;
            }
        }
    }
    flush(n);
}

}  // namespace sacreval

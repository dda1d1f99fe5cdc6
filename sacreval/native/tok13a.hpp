// mteval-v13a as sacrebleu has it (tokenizer_13a.py, tokenizer_re.py), in one pass.
//
// sacrebleu runs four regular expressions in turn. What they do together depends only on a run of
// [.,] and its two neighbours:
//   1. symbols become tokens of their own;
//   2. `([^0-9])([.,])` consumes two characters at a time, so in a run of k the second elements
//      of its pairs are 1st, 3rd, ... after a non-digit and 2nd, 4th, ... after a digit;
//   3. `([.,])([^0-9])` then separates every period and comma except one right before a digit;
//   4. `([0-9])(-)` separates a dash right after a digit.
// So all of a run are tokens, except a last one that was not a second element and has a digit
// after it: it begins that number (".5" of "a..5"), and joins both sides if it is alone ("1.5").
#pragma once

#include <vector>

#include "stops.hpp"

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

// The literal replacements that come first; returns `text` itself if none applies.
template <class Char>
Span<Char> normalize13a(Span<Char> text, std::vector<Char>& scratch);

// Calls emit(slice) for each token of a normalised text.
template <class Char, class Emit>
void split13a(Span<Char> text, const Kinds13a& kinds, Emit&& emit) {
    const std::size_t n = text.size;
    std::size_t start = 0, next = 0;
    const auto flush = [&](std::size_t end) {
        if (end > start) emit(text.sub(start, end));
    };
    const auto after_digit = [&](std::size_t i) { return i > 0 && is_digit(text[i - 1]); };
    const auto run = [&](std::size_t i) {  // of [.,], which begins here
        next = i + 1;
        while (next < n && (text[next] == '.' || text[next] == ',')) ++next;
        const bool second = after_digit(i) == ((next - i) % 2 == 0);
        const bool opens = !second && next < n && is_digit(text[next]);
        if (opens && next - i == 1) return;  // digit on both sides
        flush(i);
        start = opens ? next - 1 : next;
        for (std::size_t p = i; p < start; ++p) emit(text.sub(p, p + 1));
    };
    for_stops(text, [&](Char c) { return kinds(c) != Kind13a::word; }, [&](std::size_t i) {
        const Kind13a kind = kinds(text[i]);
        if (kind == Kind13a::space) {
            flush(i);
            start = i + 1;
        } else if (kind == Kind13a::point) {
            if (i >= next) run(i);
        } else if (kind == Kind13a::symbol || after_digit(i)) {
            flush(i);
            emit(text.sub(i, i + 1));
            start = i + 1;
        }
    });
    flush(n);
}

}  // namespace sacreval

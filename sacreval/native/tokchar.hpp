// Tokenizers that depend on white space only: sacrebleu's "none" and "char", jiwer's words.
#pragma once

#include "stops.hpp"

namespace sacreval {

// str.split(): calls emit(slice) for each word. sacrebleu's rstrip() before it changes nothing.
template <class Char, class Emit>
void split_words(Span<Char> text, Emit&& emit) {
    std::size_t start = 0;
    for_stops(text, [](Char c) { return is_space(c); }, [&](std::size_t i) {
        if (i > start) emit(text.sub(start, i));
        start = i + 1;
    });
    if (text.size > start) emit(text.sub(start, text.size));
}

// sacrebleu joins the characters with blanks and splits again: white space itself disappears.
template <class Char, class Emit>
void split_chars(Span<Char> text, Emit&& emit) {
    for (std::size_t i = 0; i < text.size; ++i)
        if (!is_space(text[i])) emit(text.sub(i, i + 1));
}

// jiwer's wer_default: `\s\s+` becomes a space, the ends are stripped, spaces separate. So a lone
// tab or line break inside the text is part of a word.
template <class Char, class Emit>
void split_jiwer(Span<Char> text, Emit&& emit) {
    while (text.size > 0 && is_space(text[text.size - 1])) --text.size;
    std::size_t start = 0, next = 0;
    while (start < text.size && is_space(text[start])) next = ++start;
    const auto flush = [&](std::size_t end) {
        if (end > start) emit(text.sub(start, end));
    };
    for_stops(text, [](Char c) { return is_space(c); }, [&](std::size_t i) {
        if (i < next) return;  // inside a run that has been processed
        next = i + 1;
        while (next < text.size && is_space(text[next])) ++next;
        if (next - i == 1 && text[i] != ' ') return;
        flush(i);
        start = next;
    });
    flush(text.size);
}

}  // namespace sacreval

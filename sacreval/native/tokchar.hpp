// The tokenizers that only look at white space: sacrebleu's "none" and "char", jiwer's words.
#pragma once

#include "text.hpp"

namespace sacreval {

// str.split(): calls emit(slice) for each word. sacrebleu's rstrip() before it changes nothing.
template <class Char, class Emit>
void split_words(Span<Char> text, Emit&& emit) {
    std::size_t i = 0;
    while (i < text.size) {
        while (i < text.size && is_space(text[i])) ++i;
        const std::size_t start = i;
        while (i < text.size && !is_space(text[i])) ++i;
        if (i > start) emit(text.sub(start, i));
    }
}

// sacrebleu joins the characters with blanks and splits again: white space itself disappears.
template <class Char, class Emit>
void split_chars(Span<Char> text, Emit&& emit) {
    for (std::size_t i = 0; i < text.size; ++i)
        if (!is_space(text[i])) emit(text.sub(i, i + 1));
}

// jiwer's wer_default: `\s\s+` becomes a blank, the ends are stripped, blanks separate. So a lone
// tab or line break inside the text is part of a word.
template <class Char, class Emit>
void split_jiwer(Span<Char> text, Emit&& emit) {
    while (text.size > 0 && is_space(text[text.size - 1])) --text.size;
    std::size_t i = 0, start = 0;
    const auto flush = [&](std::size_t end) {
        if (end > start) emit(text.sub(start, end));
    };
    while (i < text.size && is_space(text[i])) start = ++i;
    while (i < text.size) {
        std::size_t end = i;
        while (end < text.size && is_space(text[end])) ++end;
        if (end - i > 1 || (end > i && text[i] == ' ')) {
            flush(i);
            start = end;
        }
        i = end > i ? end : i + 1;
    }
    flush(text.size);
}

}  // namespace sacreval

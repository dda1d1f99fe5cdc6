// The tokenizers that only look at white space: sacrebleu's "none" and "char".
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

}  // namespace sacreval

// Characters and words of an instance's texts, as chrF counts them, numbered from 0.
#pragma once

#include <vector>

#include "chars.hpp"
#include "chrf.hpp"
#include "ids.hpp"
#include "parallel.hpp"
#include "tokchar.hpp"
#include "tokens.hpp"

namespace sacreval {

// chrF's words: one ASCII punctuation mark is split off at the end, or else at the beginning
// (sacrebleu issue 124: "(hi)" gives "(hi" and ")").
template <class Char, class Emit>
void chrf_words(Span<Char> text, Emit&& emit) {
    split_words(text, [&](Span<Char> w) {
        const std::size_t n = w.size;
        if (n > 1 && is_ascii_punctuation(w[n - 1])) {
            emit(w.sub(0, n - 1));
            emit(w.sub(n - 1, n));
        } else if (n > 1 && is_ascii_punctuation(w[0])) {
            emit(w.sub(0, 1));
            emit(w.sub(1, n));
        } else {
            emit(w);
        }
    });
}

class ChrfSymbols {
  public:
    ChrfSymbols(const ChrfOptions& options, Cancel& cancel) : options_(options), pace_(cancel) {}

    // Numbers the characters of all texts.
    template <class Char>
    void characters(const std::vector<Span<Char>>& spans) {
        start(spans);
        char_ids_.reset();
        std::size_t out = 0;
        for (const Span<Char>& text : spans) {
            for (const Char c : text) {  // branchless, since spaces are hard to predict
                symbols_[out] = char_ids_.intern(c);
                out += options_.whitespace | !is_space(c);
            }
            ends_.push_back(out);
            pace_(text.size);
        }
        finish(char_ids_.count());
    }

    // Numbers the words of all texts.
    template <class Char>
    void words(const std::vector<Span<Char>>& spans) {
        SliceIds<Char>& table = this->table(Char());
        table.reset(start(spans) / 8);
        std::size_t out = 0;
        for (const Span<Char>& text : spans) {
            chrf_words(text, [&](Span<Char> w) { symbols_[out++] = table.intern(w); });
            ends_.push_back(out);
            pace_(text.size);
        }
        finish(table.count());
    }

    // The symbols of each text, all below vocabulary(), until the next call.
    const std::vector<Ids>& texts() const { return texts_; }
    std::uint32_t vocabulary() const { return vocabulary_; }

  private:
    template <class Char>
    std::size_t start(const std::vector<Span<Char>>& spans) {
        std::size_t total = 0;
        for (const Span<Char>& text : spans) total += text.size;
        if (symbols_.size() < total) symbols_.resize(total);
        ends_.clear();
        return total;
    }

    void finish(std::uint32_t vocabulary) {
        vocabulary_ = vocabulary;
        texts_.clear();
        std::size_t from = 0;
        for (const std::size_t end : ends_) {
            texts_.push_back({symbols_.data() + from, end - from});
            from = end;
        }
    }

    SliceIds<Byte>& table(Byte) { return byte_words_; }
    SliceIds<char32_t>& table(char32_t) { return wide_words_; }

    const ChrfOptions& options_;
    Pace pace_;
    CharIds char_ids_;
    SliceIds<Byte> byte_words_;
    SliceIds<char32_t> wide_words_;
    std::vector<std::uint32_t> symbols_;
    std::vector<std::size_t> ends_;
    std::vector<Ids> texts_;
    std::uint32_t vocabulary_ = 0;
};

}  // namespace sacreval

// Positions of each word of a text, as windows of 64 bits; memory is linear in the text.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace sacreval {

class WordPositions {
  public:
    // `text` contains word ids 0..words-1. The id `words` means any word not in the text.
    void index(const std::vector<std::int32_t>& text, std::int32_t words) {
        words_ = words;
        size_ = static_cast<std::int32_t>(text.size());
        if (size_ <= 64) return index_short(text);
        first_.assign(static_cast<std::size_t>(words) + 1, 0);
        last_block_.assign(static_cast<std::size_t>(words), -1);
        for (std::int32_t i = 0; i < size_; ++i) {
            auto& last = last_block_[at(text[at(i)])];
            if (last != i / 64) ++first_[at(text[at(i)]) + 1];
            last = i / 64;
        }
        for (std::size_t w = 0; w < at(words); ++w) first_[w + 1] += first_[w];
        pieces_.resize(at(first_.back()));
        next_ = first_;
        std::fill(last_block_.begin(), last_block_.end(), -1);
        for (std::int32_t i = 0; i < size_; ++i) {
            const auto w = at(text[at(i)]);
            if (last_block_[w] != i / 64) pieces_[at(next_[w]++)] = {i / 64, 0};
            last_block_[w] = i / 64;
            pieces_[at(next_[w]) - 1].bits |= std::uint64_t{1} << (i % 64);
        }
    }

    std::int32_t size() const { return size_; }

    // Bit b is set if position `from + b` is `word`.
    std::uint64_t window(std::int32_t word, std::int32_t from) const {
        if (size_ <= 64) return from < 64 ? short_[at(word)] >> from : 0;
        return word < words_ ? long_window(word, from) : 0;
    }

    // Bits for the whole of a text of at most 64 words.
    std::uint64_t short_window(std::int32_t word) const { return short_[at(word)]; }

  private:
    struct Piece {
        std::int32_t block;
        std::uint64_t bits;
    };
    static std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

    void index_short(const std::vector<std::int32_t>& text) {
        short_.assign(at(words_) + 1, 0);  // the last is for words not in the text
        for (std::int32_t i = 0; i < size_; ++i) short_[at(text[at(i)])] |= std::uint64_t{1} << i;
    }

    std::uint64_t long_window(std::int32_t word, std::int32_t from) const {
        const std::int32_t block = from / 64;
        const int shift = from % 64;
        auto piece = pieces_.begin() + first_[at(word)];
        const auto end = pieces_.begin() + first_[at(word) + 1];
        if (end - piece > 8) {
            piece = std::lower_bound(piece, end, block,
                                     [](const Piece& p, std::int32_t b) { return p.block < b; });
        }
        std::uint64_t bits = 0;
        for (; piece != end && piece->block <= block + 1; ++piece) {
            if (piece->block == block) bits |= piece->bits >> shift;
            if (piece->block == block + 1 && shift != 0) bits |= piece->bits << (64 - shift);
        }
        return bits;
    }

    std::int32_t words_ = 0, size_ = 0;
    std::vector<std::int32_t> first_, next_, last_block_;
    std::vector<Piece> pieces_;
    std::vector<std::uint64_t> short_;  // whole texts of at most 64 words
};

}  // namespace sacreval

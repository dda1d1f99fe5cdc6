// The words of one instance, numbered, with their stems: what METEOR's stages compare.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ids.hpp"
#include "porter.hpp"
#include "text.hpp"

namespace sacreval {

template <class Char>
class MeteorWords {
  public:
    // Empties the tables; the texts to come have at most this many characters.
    void reset(std::size_t texts, std::size_t characters) {
        words_.reset(characters / 8);
        stems_.reset(characters / 8);
        ids_.resize(texts);
        for (auto& ids : ids_) ids.clear();
        word_text_.clear();
        stem_of_.clear();
        stem_text_.clear();
        if (stem_space_.size() < characters + kPadding) stem_space_.resize(characters + kPadding);
        stem_end_ = 0;
    }

    void add(std::size_t text, Span<Char> word) {
        const std::uint32_t id = words_.intern(word);
        if (id == word_text_.size()) {
            word_text_.push_back(word);
            stem_of_.push_back(kNone);
        }
        ids_[text].push_back(id);
    }

    const std::vector<std::uint32_t>& ids(std::size_t text) const { return ids_[text]; }
    std::size_t count() const { return word_text_.size(); }
    const std::vector<Span<Char>>& words() const { return word_text_; }
    const std::vector<Span<Char>>& stems() const { return stem_text_; }

    std::uint32_t stem(std::uint32_t word) {
        if (stem_of_[word] != kNone) return stem_of_[word];
        const Span<Char> text = word_text_[word];
        Char* copy = stem_space_.data() + stem_end_;
        std::copy(text.begin(), text.end(), copy);
        const Span<Char> stem{copy, porter_stem(copy, text.size)};
        const std::uint32_t id = stems_.intern(stem);
        if (id == stem_text_.size()) {
            stem_text_.push_back(stem);
            stem_end_ += stem.size;
        }
        return stem_of_[word] = id;
    }

  private:
    SliceIds<Char> words_, stems_;
    std::vector<std::vector<std::uint32_t>> ids_;  // of each text
    std::vector<Span<Char>> word_text_, stem_text_;
    std::vector<std::uint32_t> stem_of_;  // of each word, or kNone
    std::vector<Char> stem_space_;        // never longer than the words, so it never moves
    std::size_t stem_end_ = 0;
};

}  // namespace sacreval

// Ids, stems and synsets of all words that a worker has processed, which METEOR compares.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "ids.hpp"
#include "porter.hpp"
#include "text.hpp"
#include "tokchar.hpp"
#include "wordnet.hpp"

namespace sacreval {

// Copies of slices at stable addresses.
template <class T>
class Keeper {
  public:
    Span<T> operator()(Span<T> s) {
        if (left_ < s.size) add_block(std::max<std::size_t>(s.size, 1 << 14));
        const Span<T> copy{next_, s.size};
        next_ = std::copy(s.begin(), s.end(), next_);
        left_ -= s.size;
        return copy;
    }
    std::size_t bytes() const { return bytes_; }

  private:
    void add_block(std::size_t size) {
        std::unique_ptr<T[]> block(new T[size]);
        blocks_.push_back(std::move(block));  // if this throws, nothing has changed
        next_ = blocks_.back().get();
        left_ = size;
        bytes_ += size * sizeof(T);
    }

    std::vector<std::unique_ptr<T[]>> blocks_;
    T* next_ = nullptr;
    std::size_t left_ = 0, bytes_ = 0;
};

class MeteorWords {
  public:
    explicit MeteorWords(const WordNet* wordnet) : wordnet_(wordnet) { ids_.reset(kFew); }

    bool too_many() const {
        const std::size_t scratch = coded_.size() + wide_.size() * sizeof(char32_t);
        return words_.size() >= kMany || texts_.bytes() + synsets_.bytes() + scratch >= kManyBytes;
    }

    // Called between instances to limit memory; invalidates all ids.
    void forget_if_many() {
        if (too_many()) *this = MeteorWords(wordnet_);
    }

    std::size_t count() const { return words_.size(); }

    // Returns the ids of a text's words, separated by white space.
    void number(Span<Byte> text, std::vector<std::uint32_t>& ids) {
        ids.clear();
        split_words(text, [&](Span<Byte> word) { ids.push_back(id(word)); });
    }
    void number(Span<char32_t> text, std::vector<std::uint32_t>& ids) {
        ids.clear();
        split_words(text, [&](Span<char32_t> word) { ids.push_back(id(utf8(word))); });
    }

    // Returns the id of a word's stem.
    std::uint32_t stem(std::uint32_t word) {
        if (words_[word].stem == kNone) {
            const std::uint32_t stem = id(stemmed(words_[word].text));
            words_[word].stem = stem;
        }
        return words_[word].stem;
    }

    // Returns the synsets of the word itself: those with it as a lemma, except for capitals.
    Span<Synset> own_synsets(std::uint32_t word) { return {known(word).synsets, words_[word].own}; }

    // Returns the synsets of all its base forms too.
    Span<Synset> synsets(std::uint32_t word) { return {known(word).synsets, words_[word].all}; }

    bool is_lemma(std::uint32_t word, Synset synset) const {
        return wordnet_->has_lemma(synset, view(words_[word].text));
    }

  private:
    static constexpr std::size_t kFew = 1 << 12, kMany = 1 << 16;
    // A text without spaces, such as a Chinese sentence, is one long word.
    static constexpr std::size_t kManyBytes = std::size_t{1} << 23;

    struct Word {
        Span<Byte> text;  // UTF-8
        std::uint32_t stem = kNone, own = 0, all = kNone;
        const Synset* synsets = nullptr;  // the first `own` are those of the word itself
    };

    static std::string_view view(Span<Byte> utf8) {
        return {reinterpret_cast<const char*>(utf8.data), utf8.size};
    }

    std::uint32_t id(Span<Byte> word) {
        const auto keep = [this](Span<Byte> s) {
            words_.push_back({texts_(s)});
            return words_.back().text;
        };
        return ids_.intern(word, keep);
    }

    const Word& known(std::uint32_t word) {
        Word& own = words_[word];
        if (own.all == kNone) {
            found_.clear();
            const std::size_t as_it_stands = wordnet_->synsets(view(own.text), found_);
            own.synsets = synsets_({found_.data(), found_.size()}).data;
            own.own = static_cast<std::uint32_t>(as_it_stands);
            own.all = static_cast<std::uint32_t>(found_.size());
        }
        return own;
    }

    // Followed by padding, and valid until the next word.
    Span<Byte> utf8(Span<char32_t> word) {
        const std::size_t room = 4 * word.size + kPadding;
        if (coded_.size() < room) coded_.resize(room);
        Byte* end = coded_.data();
        for (const char32_t c : word) end = encode_utf8(c, end);
        return {coded_.data(), static_cast<std::size_t>(end - coded_.data())};
    }

    Span<Byte> stemmed(Span<Byte> word) {
        const char* data = view(word).data();
        if (skip_ascii(data, data + word.size) == data + word.size) {
            coded_.resize(std::max(coded_.size(), word.size + kPadding));
            std::copy(word.begin(), word.end(), coded_.begin());
            return {coded_.data(), porter_stem(coded_.data(), word.size)};
        }
        wide_.clear();
        for_characters(data, word.size, [this](char32_t c) { wide_.push_back(c); });
        return utf8(Span<char32_t>{wide_.data(), porter_stem(wide_.data(), wide_.size())});
    }

    const WordNet* wordnet_;
    SliceIds<Byte> ids_;
    std::vector<Word> words_;
    Keeper<Byte> texts_;
    Keeper<Synset> synsets_;
    std::vector<Byte> coded_;
    std::vector<char32_t> wide_;
    std::vector<Synset> found_;
};

}  // namespace sacreval

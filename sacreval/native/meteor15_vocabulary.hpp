// The words of a batch as ids, with everything that METEOR 1.5 compares, once for each word.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ids.hpp"
#include "meteor15_characters.hpp"
#include "meteor15_synonyms.hpp"

namespace sacreval {

// Slices of one list.
template <class T>
struct Slices {
    std::vector<T> items;
    std::vector<std::size_t> starts{0};
    void close() { starts.push_back(items.size()); }
    Span<T> operator[](std::size_t k) const {
        return {items.data() + starts[k], starts[k + 1] - starts[k]};
    }
};

class MeteorVocabulary {
  public:
    MeteorVocabulary() { ids_.reset(1 << 12); }

    // The slice must stay valid, and is followed by kPadding bytes.
    std::uint32_t id(Span<Byte> word) {
        const std::uint32_t id = ids_.intern(word);
        if (id == words_.size()) words_.push_back(word);
        return id;
    }
    std::size_t size() const { return words_.size(); }
    std::string_view text(std::size_t id) const {
        return {reinterpret_cast<const char*>(words_[id].data), words_[id].size};
    }

    // Computes what does not depend on options; call after the last `id`.
    void describe() {
        classes_.clear();
        std::unordered_map<std::uint32_t, std::uint32_t> by_hash;
        for (std::size_t k = 0; k < size(); ++k) {
            const JavaWord word = java_word(words_[k]);
            lengths_.push_back(word.length);
            classes_.push_back(
                by_hash.emplace(word.hash, static_cast<std::uint32_t>(by_hash.size()))
                    .first->second);
        }
        class_count_ = by_hash.size();
    }

    // `stems` has the hash code of each word's stem.
    void set_stems(const std::vector<std::uint32_t>& stems) {
        std::unordered_map<std::uint32_t, std::uint32_t> by_hash;
        for (const std::uint32_t hash : stems)
            stems_.push_back(by_hash.emplace(hash, static_cast<std::uint32_t>(by_hash.size()))
                                 .first->second);
        stem_count_ = by_hash.size();
    }

    // Numbers only the synsets that several words have.
    void set_synonyms(const MeteorSynonyms& table) {
        Slices<std::uint32_t> all;
        std::unordered_map<std::uint32_t, std::uint32_t> words_of, number;
        for (std::size_t k = 0; k < size(); ++k) {
            table.synsets(text(k), all.items);
            all.close();
        }
        for (const std::uint32_t synset : all.items) ++words_of[synset];
        for (std::size_t k = 0; k < size(); ++k) {
            for (const std::uint32_t synset : all[k])
                if (words_of[synset] > 1)
                    synsets_.items.push_back(
                        number.emplace(synset, static_cast<std::uint32_t>(number.size()))
                            .first->second);
            synsets_.close();
        }
        synset_count_ = number.size();
    }

    // `is_function` has an element for each word.
    void set_function_words(std::vector<bool> is_function) {
        is_function_ = std::move(is_function);
    }

    // Whether every word has a flag, and a stem if it needs one.
    bool is_complete(bool stemmed) const {
        return is_function_.size() == size() && (!stemmed || stems_.size() == size());
    }

    // Words with the same hash code are equal, and have the same class.
    std::uint32_t equality(std::uint32_t id) const { return classes_[id]; }
    std::uint32_t stem(std::uint32_t id) const { return stems_[id]; }
    Span<std::uint32_t> synsets(std::uint32_t id) const { return synsets_[id]; }
    bool is_function(std::uint32_t id) const { return is_function_[id]; }
    std::uint32_t length(std::uint32_t id) const { return lengths_[id]; }
    std::size_t class_count() const { return class_count_; }
    std::size_t stem_count() const { return stem_count_; }
    std::size_t synset_count() const { return synset_count_; }

  private:
    SliceIds<Byte> ids_;
    std::vector<Span<Byte>> words_;
    std::vector<std::uint32_t> classes_, stems_, lengths_;
    Slices<std::uint32_t> synsets_;
    std::vector<bool> is_function_;
    std::size_t class_count_ = 0, stem_count_ = 0, synset_count_ = 0;
};

}  // namespace sacreval

// What METEOR's workers learned of words, kept from one batch to the next.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "meteor_words.hpp"

namespace sacreval {

class MeteorMemory {
  public:
    explicit MeteorMemory(std::shared_ptr<const WordNet> wordnet) : wordnet_(std::move(wordnet)) {}

    bool has_synonyms() const { return wordnet_ != nullptr; }

    template <class Char>
    std::unique_ptr<MeteorWords<Char>> take() {
        const std::lock_guard<std::mutex> hold(lock_);
        Shelf<Char>& shelf = this->shelf(Char());
        if (shelf.kept.empty()) {
            auto made = std::make_unique<MeteorWords<Char>>(wordnet_.get());
            shelf.kept.reserve(++shelf.made);  // so that giving back cannot fail
            return made;
        }
        auto words = std::move(shelf.kept.back());
        shelf.kept.pop_back();
        return words;
    }

    template <class Char>
    void give(std::unique_ptr<MeteorWords<Char>> words) {
        const std::lock_guard<std::mutex> hold(lock_);
        Shelf<Char>& shelf = this->shelf(Char());
        if (words->too_many())
            --shelf.made;  // one huge text made them large, and few will be like it
        else
            shelf.kept.push_back(std::move(words));
    }

  private:
    template <class Char>
    struct Shelf {
        std::vector<std::unique_ptr<MeteorWords<Char>>> kept;
        std::size_t made = 0;
    };
    Shelf<Byte>& shelf(Byte) { return bytes_; }
    Shelf<char32_t>& shelf(char32_t) { return wide_; }

    std::shared_ptr<const WordNet> wordnet_;
    std::mutex lock_;
    Shelf<Byte> bytes_;
    Shelf<char32_t> wide_;
};

// That with the WordNet in this folder; with none if the name is empty.
std::shared_ptr<MeteorMemory> meteor_memory(const std::string& folder);

}  // namespace sacreval

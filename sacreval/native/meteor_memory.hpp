// Caches of METEOR's workers (word ids, stems and synsets), kept from one batch to the next.
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

    std::unique_ptr<MeteorWords> take() {
        const std::lock_guard<std::mutex> hold(lock_);
        if (idle_.empty()) {
            auto made = std::make_unique<MeteorWords>(wordnet_.get());
            idle_.reserve(++created_);  // so that returning a cache cannot fail
            return made;
        }
        auto words = std::move(idle_.back());
        idle_.pop_back();
        return words;
    }

    void give(std::unique_ptr<MeteorWords> words) {
        const std::lock_guard<std::mutex> hold(lock_);
        if (words->too_many())
            --created_;  // enlarged by one huge text, too large to keep
        else
            idle_.push_back(std::move(words));
    }

  private:
    std::shared_ptr<const WordNet> wordnet_;
    std::mutex lock_;
    std::vector<std::unique_ptr<MeteorWords>> idle_;
    std::size_t created_ = 0;
};

// Returns the caches for the WordNet in this folder; without WordNet if the name is empty.
std::shared_ptr<MeteorMemory> meteor_memory(const std::string& folder);

}  // namespace sacreval

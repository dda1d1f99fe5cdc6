// Synsets and synonyms from WordNet (Fellbaum 1998), as NLTK's corpus reader finds them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "wordnet_files.hpp"

namespace sacreval {

// Files are read at construction; look-ups are safe from any thread. They throw
// std::invalid_argument if the files are damaged. Words are lower case, in UTF-8.
class WordNet {
  public:
    explicit WordNet(const std::string& folder) : files_(folder) {}

    // Appends the synsets of the word, then those of its base forms, possibly with duplicates.
    // Returns how many are of the word itself.
    std::size_t synsets(std::string_view word, std::vector<Synset>& out) const;

    // Whether a lemma of the synset is exactly that word: no collocation ("_"), no capitals.
    bool has_lemma(Synset synset, std::string_view word) const;

    // Returns the distinct lemmas without "_" of all its synsets, sorted.
    std::vector<std::string_view> synonyms(std::string_view word) const;

  private:
    template <class Use>
    void each_lemma(Synset synset, Use&& use) const;

    WordNetFiles files_;
};

// Returns the WordNet in this folder, which is read on first use and then cached.
std::shared_ptr<const WordNet> wordnet_in(const std::string& folder);

}  // namespace sacreval

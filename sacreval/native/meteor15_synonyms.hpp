// The synsets of METEOR 1.5: those of a word, and of its irregular or regular base forms.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mapped.hpp"

namespace sacreval {

class MeteorSynonyms {
  public:
    // Throws std::invalid_argument that names the file if one cannot be read or is damaged.
    explicit MeteorSynonyms(const std::string& folder);

    // Appends the numbers of the synsets, sorted and each once. The word is UTF-8.
    void synsets(std::string_view word, std::vector<std::uint32_t>& found) const;

  private:
    void index();
    std::size_t slot_of(std::string_view word) const;
    bool append(std::string_view word, std::vector<std::uint32_t>& found) const;
    void append_regular(std::string word, std::vector<std::uint32_t>& found) const;

    // The place of a word in the file of synsets, and behind it of its numbers.
    struct Entry {
        std::uint32_t start = 0, word_end = 0, numbers_end = 0;
    };
    std::string_view text(std::uint32_t start, std::uint32_t end) const {
        return synsets_file_.view().substr(start, end - start);
    }

    std::string path_;
    MappedFile synsets_file_, exceptions_file_;
    std::vector<Entry> slots_;  // an open hash table; a word that ends at 0 is an empty slot
    std::unordered_map<std::string_view, std::vector<std::string_view>> bases_;
};

// Returns the tables of this folder, which are read once per process.
std::shared_ptr<const MeteorSynonyms> meteor_synonyms(const std::string& folder);

}  // namespace sacreval

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
    bool append(const std::string& word, std::vector<std::uint32_t>& found) const;
    void append_regular(std::string word, std::vector<std::uint32_t>& found) const;

    MappedFile synsets_file_, exceptions_file_;
    std::unordered_map<std::string_view, std::string_view> synsets_;  // word to its line of numbers
    std::unordered_map<std::string_view, std::vector<std::string_view>> bases_;
};

// Returns the tables of this folder, which are read once per process.
std::shared_ptr<const MeteorSynonyms> meteor_synonyms(const std::string& folder);

}  // namespace sacreval

// Vocabulary of ROUGE-1.5.5: an id for each word, its stem, and whether it is a stop word.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ids.hpp"
#include "text.hpp"

namespace sacreval {

class Words155 {
  public:
    // Both texts must outlive the vocabulary: a stop word on each line; form, tab, base on each.
    Words155(std::string_view stop, std::string_view irregular);

    // Reads up to kPadding bytes past the word.
    std::uint32_t id(Span<Byte> word);
    bool is_stop(std::uint32_t id) const { return stop_ids_[id] != 0; }
    // The id of the word's stem; words of up to three letters are their own stems.
    std::uint32_t stem(std::uint32_t id);
    Span<Byte> spelled(std::uint32_t id) const { return spelled_[id]; }
    std::uint32_t size() const { return table_.count(); }

  private:
    Span<Byte> store(Span<Byte> word);

    SliceIds<Byte> table_;
    std::unordered_set<std::string_view> stop_;
    std::unordered_map<std::string_view, std::string_view> irregular_;
    std::vector<Span<Byte>> spelled_;
    std::vector<std::uint32_t> stems_;  // kNone until it is requested
    std::vector<Byte> stop_ids_;
    std::vector<std::unique_ptr<Byte[]>> blocks_;
    std::size_t used_ = 0, room_ = 0;
};

}  // namespace sacreval

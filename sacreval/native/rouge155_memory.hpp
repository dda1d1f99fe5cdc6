// Texts that ROUGE-1.5.5 has read before, since many systems share the same models.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "rouge155_text.hpp"
#include "rouge155_units.hpp"
#include "rouge155_words.hpp"

namespace sacreval {

// Used by one thread at a time.
class Memory155 {
  public:
    explicit Memory155(const Rouge155Options& options);

    // The text with its units; valid until `trim`.
    const Text155& text(const Utf8& text, bool is_model);
    // Forgets everything if it has become large. Call when no text is in use.
    void trim();

    const Rouge155Options& options() const { return options_; }
    std::uint32_t vocabulary() const { return words_->size(); }
    // Above the ids of all words and units.
    std::uint32_t units() const { return std::max(units_->size(), words_->size()); }

  private:
    void clear();

    const Rouge155Options options_;
    std::unique_ptr<Words155> words_;
    std::unique_ptr<Units155> units_;
    std::unique_ptr<Reader155> reader_;
    std::unordered_map<std::string, std::unique_ptr<Text155>> texts_[2];  // peers, models
    std::size_t size_ = 0;
};

// Borrows a memory for these options; it is returned to the pool by `give_back`.
std::unique_ptr<Memory155> borrow_memory(const Rouge155Options& options);
void give_back(std::unique_ptr<Memory155> memory);

}  // namespace sacreval

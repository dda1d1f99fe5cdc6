// Maps the characters of one instance to dense ids 0, 1, 2, ...
#pragma once

#include <cstring>

#include "ids.hpp"

namespace sacreval {

class CharIds {
  public:
    void reset() {
        std::memset(ascii_, 0xFF, sizeof ascii_);
        others_ready_ = false;
        count_ = 0;
    }
    std::uint32_t intern(char32_t c) {
        if (c >= 128) return other(c);
        if (ascii_[c] == kNone) ascii_[c] = count_++;
        return ascii_[c];
    }
    std::uint32_t count() const { return count_; }

  private:
    std::uint32_t other(char32_t c) {
        if (!others_ready_) {
            others_.reset(64);
            others_ready_ = true;
            ids_.clear();
        }
        const std::uint32_t k = others_.intern(0, c);
        if (k == ids_.size()) ids_.push_back(count_++);
        return ids_[k];
    }
    std::uint32_t ascii_[128];
    ChainIds others_;
    std::vector<std::uint32_t> ids_;
    bool others_ready_ = false;
    std::uint32_t count_ = 0;
};

}  // namespace sacreval

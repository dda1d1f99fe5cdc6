// Memory for many short texts that live equally long.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace sacreval {

class Arena {
  public:
    // Room for `bytes` bytes that stays where it is until the arena is destroyed.
    char* take(std::size_t bytes) {
        if (bytes > left_) {
            const std::size_t room = std::max(bytes, kChunk);
            chunks_.push_back(std::unique_ptr<char[]>(new char[room]));
            next_ = chunks_.back().get();
            left_ = room;
        }
        char* found = next_;
        next_ += bytes;
        left_ -= bytes;
        return found;
    }

  private:
    static constexpr std::size_t kChunk = 65536;
    std::vector<std::unique_ptr<char[]>> chunks_;
    char* next_ = nullptr;
    std::size_t left_ = 0;
};

}  // namespace sacreval

// Search for repeated keys in JSON objects.
#include "json_keys.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

namespace sacreval {
namespace {

constexpr std::size_t kFew = 24;  // up to this number, keys of one object are compared pairwise

struct Scope {
    std::size_t first;  // index of the object's first key
    bool object;
    bool key_next;
};

class Scan {
  public:
    Scan(const char* text, std::size_t size) : begin_(text), end_(text + size) {}

    std::size_t from(std::size_t start) {
        for (const char* at = begin_ + start; at < end_;) {
            const char c = *at;
            if (c == '"') {
                at = string(at + 1);
                if (found_) break;
            } else {
                step(c);
                if (found_) break;
                ++at;
            }
        }
        return static_cast<std::size_t>((found_ ? found_ : end_) - begin_);
    }

  private:
    // Reads a string from after its opening quote to after its closing one.
    const char* string(const char* first) {
        const char* close = first;
        while (true) {
            close = static_cast<const char*>(
                std::memchr(close, '"', static_cast<std::size_t>(end_ - close)));
            if (close == nullptr) return end_;
            if (!escaped(first, close)) break;
            ++close;
        }
        if (!scopes_.empty() && scopes_.back().key_next)
            key({first, static_cast<std::size_t>(close - first)});
        return close + 1;
    }

    static bool escaped(const char* first, const char* quote) {
        const char* before = quote;
        while (before > first && before[-1] == '\\') --before;
        return (quote - before) % 2 == 1;
    }

    void key(std::string_view name) {
        scopes_.back().key_next = false;
        const auto own = keys_.begin() + static_cast<std::ptrdiff_t>(scopes_.back().first);
        const auto few = std::min<std::ptrdiff_t>(keys_.end() - own, kFew);
        if (std::find(own, own + few, name) != own + few ||
            name.find('\\') != std::string_view::npos)
            found_ = name.data();
        keys_.push_back(name);
    }

    void step(char c) {
        if (c == '{' || c == '[') {
            scopes_.push_back({keys_.size(), c == '{', c == '{'});
        } else if (c == ',' && !scopes_.empty()) {
            scopes_.back().key_next = scopes_.back().object;
        } else if ((c == '}' || c == ']') && !scopes_.empty()) {
            close();
        }
    }

    void close() {
        const auto own = keys_.begin() + static_cast<std::ptrdiff_t>(scopes_.back().first);
        if (static_cast<std::size_t>(keys_.end() - own) > kFew) {
            std::sort(own, keys_.end());
            const auto twice = std::adjacent_find(own, keys_.end());
            if (twice != keys_.end()) found_ = std::max(twice->data(), twice[1].data());
        }
        keys_.resize(scopes_.back().first);
        scopes_.pop_back();
    }

    const char *begin_, *end_, *found_ = nullptr;
    std::vector<Scope> scopes_;
    std::vector<std::string_view> keys_;
};

}  // namespace

std::size_t doubtful_key(const char* text, std::size_t size, std::size_t start) {
    return start < size ? Scan(text, size).from(start) : size;
}

}  // namespace sacreval

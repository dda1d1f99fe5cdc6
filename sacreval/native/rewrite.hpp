// Chains of `re.sub` substitutions: each pass reads one buffer and writes the other.
#pragma once

#include <utility>
#include <vector>

#include "text.hpp"

namespace sacreval {

template <class Char>
class Rewriter {
  public:
    void start(Span<Char> text) { text_.assign(text.begin(), text.end()); }
    std::size_t size() const { return text_.size(); }
    char32_t operator[](std::size_t i) const { return text_[i]; }
    Span<Char> span() const { return {text_.data(), text_.size()}; }
    void take(std::vector<Char>& out) { out.swap(text_); }

    void put(char32_t c) { next_.push_back(static_cast<Char>(c)); }
    void put(const char* ascii) {
        for (; *ascii != '\0'; ++ascii) put(static_cast<unsigned char>(*ascii));
    }
    void copy(std::size_t from, std::size_t to) {
        next_.insert(next_.end(), text_.begin() + static_cast<std::ptrdiff_t>(from),
                     text_.begin() + static_cast<std::ptrdiff_t>(to));
    }
    // Whether the text at position i starts with `ascii`.
    bool at(std::size_t i, const char* ascii) const {
        for (; *ascii != '\0'; ++ascii, ++i)
            if (i >= size() || text_[i] != static_cast<unsigned char>(*ascii)) return false;
        return true;
    }

    // Calls match(i) from left to right. It writes the replacement with `put` and `copy` and
    // returns the number of characters replaced, or writes nothing and returns 0; then one
    // character is copied.
    template <class Match>
    void substitute(Match&& match) {
        next_.clear();
        for (std::size_t i = 0; i < size();) {
            const std::size_t taken = match(i);
            if (taken == 0) put(text_[i]);
            i += taken == 0 ? 1 : taken;
        }
        text_.swap(next_);
    }

    // r"([...])" -> r" \1 "
    template <class In>
    void pad(In&& in) {
        substitute([&](std::size_t i) -> std::size_t {
            if (!in(text_[i])) return 0;
            put(' ');
            put(text_[i]);
            put(' ');
            return 1;
        });
    }

    template <class In>
    void remove(In&& in) {
        substitute([&](std::size_t i) -> std::size_t { return in(text_[i]) ? 1 : 0; });
    }

    // Replaces a literal, like str.replace.
    void replace(const char* ascii, const char* by) {
        std::size_t length = 0;
        while (ascii[length] != '\0') ++length;
        substitute([&](std::size_t i) -> std::size_t {
            if (!at(i, ascii)) return 0;
            put(by);
            return length;
        });
    }

    void enclose(char32_t left, char32_t right) {
        next_.clear();
        put(left);
        copy(0, size());
        put(right);
        text_.swap(next_);
    }

  private:
    std::vector<Char> text_, next_;
};

inline bool between(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

}  // namespace sacreval

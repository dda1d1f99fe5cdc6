// str.lower() character by character, learnt from texts that Python has lower-cased whole.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "interpreter.hpp"
#include "text.hpp"

namespace sacreval {

class LowerMap {
  public:
    explicit LowerMap(Interpreter& python) : python_(python) {}

    // Call with every text whose characters will come to `append`.
    void learn(Span<char32_t> text, Span<char32_t> lowered) {
        std::size_t at = 0;
        for (const char32_t c : text) {
            if (c >= 0x80) (*page(c))[c % kPage] = lowered[at];
            at += c == kDottedI ? 2 : 1;  // the only character whose lower case is longer
        }
    }

    // Appends the lower case of one word.
    void append(Span<char32_t> word, std::vector<char32_t>& out) {
        for (const char32_t c : word) {
            if (c == kSigma) return append_officially(word, out);
        }
        for (const char32_t c : word) {
            if (c < 0x80) {
                out.push_back(ascii_lower(static_cast<unsigned char>(c)));
            } else {
                out.push_back((*page(c))[c % kPage]);
                if (c == kDottedI) out.push_back(0x307);
            }
        }
    }

  private:
    static constexpr char32_t kPage = 256;
    static constexpr char32_t kDottedI = 0x130;
    static constexpr char32_t kSigma =
        0x3A3;  // its lower case depends on its neighbours in the word
    using Page = std::array<char32_t, kPage>;

    Page* page(char32_t c) {
        auto& page = pages_[c / kPage];
        if (!page) page = std::make_unique<Page>();
        return page.get();
    }

    void append_officially(Span<char32_t> word, std::vector<char32_t>& out) {
        word_.assign(word.begin(), word.end());
        python_.lower(word_);
        out.insert(out.end(), word_.begin(), word_.end());
    }

    Interpreter& python_;
    std::array<std::unique_ptr<Page>, 0x110000 / kPage> pages_;
    std::vector<char32_t> word_;
};

}  // namespace sacreval

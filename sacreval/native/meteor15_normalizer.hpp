// The normaliser of METEOR 1.5 (option -norm); `sacreval/text/meteor_normalizer.py` defines it.
#pragma once

#include <string>
#include <unordered_set>

#include "text.hpp"

namespace sacreval {

struct MeteorTokenizerOptions {
    enum class Kind { full, no_punctuation, lowercase, none };
    enum class Apostrophes { english, french, other };
    Kind kind = Kind::full;
    Apostrophes apostrophes = Apostrophes::english;
    // Words after which a full stop ends no sentence: always, or before a number.
    std::unordered_set<std::u32string> prefixes, numeric_prefixes;
};

// Separates the words of a text by blanks; does not change their case. One per thread.
class MeteorNormalizer {
  public:
    explicit MeteorNormalizer(const MeteorTokenizerOptions& options) : options_(options) {}

    template <class Char>
    const std::u32string& operator()(Span<Char> text) {
        text_.assign(1, U' ');
        text_.append(text.begin(), text.end());
        text_.push_back(U' ');
        normalize();
        return text_;
    }

  private:
    void normalize();
    void separate_marks();
    void mark_ellipses();
    void commas_and_quotes();
    void hyphens();
    void apostrophes();
    void full_stops();
    void full_stop(std::u32string_view word, std::u32string_view next);
    void restore_ellipses();
    void remove_punctuation();
    void trim();

    // Replaces `$1 mark $2`, the neighbours being of these classes, by `$1 by $2`, in one pass.
    template <class Left, class Right>
    void between(Left left, char32_t mark, Right right, std::u32string_view by);
    void replace(std::u32string_view what, std::u32string_view by);

    const MeteorTokenizerOptions& options_;
    std::u32string text_, next_;
};

}  // namespace sacreval

// NLTK's word tokenizer: the regular expressions of NLTKWordTokenizer, one pass each.
//
// Source: nltk/tokenize/destructive.py (after Robert MacIntyre's Treebank tokenizer). The text is
// taken as one sentence: NLTK's word_tokenize(text, preserve_line=True).
#pragma once

#include "interpreter.hpp"
#include "rewrite.hpp"

namespace sacreval {

template <class Char>
class WordTokenizer {
  public:
    explicit WordTokenizer(Interpreter& python) : python_(python) {}

    // Returns the tokens separated by white space; the result is valid until the next call.
    Span<Char> operator()(Span<Char> text);

  private:
    void find_kinds(Span<Char> text);
    bool has(unsigned kinds) const { return (kinds_ & kinds) != 0; }
    void starting_quotes();
    void punctuation();
    void ending_quotes();
    void contractions();

    void final_period(bool spaces_in_tail);
    void pad_runs(char32_t c, std::size_t least);
    std::size_t opening_quote(std::size_t i);
    std::size_t clitic(std::size_t i);
    std::size_t verb_clitic(std::size_t i);
    std::size_t contracted(std::size_t which, std::size_t i);
    bool is_suffix_next(std::size_t i) const;
    bool is_word_before(std::size_t i) const;
    std::size_t folded(std::size_t i, const char* ascii) const;
    bool is_python_word(char32_t c);
    bool may_contract() const;
    bool is_char(std::size_t i, char32_t c) const { return i < text_.size() && text_[i] == c; }
    std::size_t spread(std::size_t i, std::size_t cut, std::size_t end);

    Interpreter& python_;
    Rewriter<Char> text_;
    unsigned kinds_ = 0;
};

extern template class WordTokenizer<Byte>;
extern template class WordTokenizer<char32_t>;

}  // namespace sacreval

// Splits texts into tokens by rules: the longest match is the next token. The rules are data, so
// that a tokenizer's definition is written once, in Python.
#pragma once

#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "lexer_dfa.hpp"
#include "parallel.hpp"

namespace sacreval {

using Wide = std::u32string;

struct LexerRule {
    Wide pattern, context;  // the context must follow; it is not part of the token
    bool fixed = false;
    Wide written;                                  // if fixed
    std::vector<std::pair<Wide, Wide>> replaced;   // else, applied in order
};

class Lexer {
  public:
    Lexer(std::vector<LexerRule> rules, std::vector<Wide> dropped);

    // Writes the tokens of a text, separated by blanks. `text` ends in a line feed.
    void line(const Wide& text, Wide& out, Pace& pace) const;

  private:
    struct Context {
        std::unique_ptr<Dfa> pattern, context;
    };
    std::size_t token_size(const LexerMatch& match, Span<char32_t> rest) const;
    void write(const LexerRule& rule, Span<char32_t> token, Wide& out) const;

    std::vector<LexerRule> rules_;
    std::unordered_set<Wide> dropped_;
    std::unique_ptr<Dfa> dfa_;
    std::vector<Context> contexts_;  // parallel to the rules; empty for rules without context
};

}  // namespace sacreval

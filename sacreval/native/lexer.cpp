// Compiles rules to automata, and rewrites the tokens that they find.
#include "lexer.hpp"

namespace sacreval {
namespace {

Span<char32_t> span(const Wide& text) { return {text.data(), text.size()}; }

// The automaton of several expressions, each with its number.
std::unique_ptr<Dfa> compiled(const std::vector<Wide>& expressions) {
    Nfa nfa;
    std::vector<int> firsts;
    std::map<int, int> finals;
    for (std::size_t k = 0; k < expressions.size(); ++k) {
        const auto part = ExpressionParser(nfa, span(expressions[k])).parse();
        firsts.push_back(part.first);
        finals[part.second] = static_cast<int>(k);
    }
    return std::make_unique<Dfa>(nfa, firsts, finals);
}

Wide grouped(const LexerRule& rule) {
    return U"(?:" + rule.pattern + U")(?:" + rule.context + U")";
}

void replace_all(Wide& text, const Wide& from, const Wide& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != Wide::npos; at += to.size())
        text.replace(at, from.size(), to);
}

}  // namespace

Lexer::Lexer(std::vector<LexerRule> rules, std::vector<Wide> dropped)
    : rules_(std::move(rules)), dropped_(dropped.begin(), dropped.end()) {
    std::vector<Wide> whole;
    for (const LexerRule& rule : rules_) {
        whole.push_back(grouped(rule));
        contexts_.emplace_back();
        if (rule.context.empty()) continue;
        contexts_.back().pattern = compiled({rule.pattern});
        contexts_.back().context = compiled({rule.context});
    }
    dfa_ = compiled(whole);
}

void Lexer::line(const Wide& text, Wide& out, Pace& pace) const {
    std::size_t at = 0;
    while (at + 1 < text.size()) {
        const Span<char32_t> rest{text.data() + at, text.size() - at};
        const LexerMatch match = dfa_->longest(rest);
        pace(match.size + 1);
        if (match.rule < 0) {
            ++at;  // a character of no rule
            continue;
        }
        const std::size_t size = token_size(match, rest);
        write(rules_[static_cast<std::size_t>(match.rule)], rest.sub(0, size), out);
        at += size;
    }
}

std::size_t Lexer::token_size(const LexerMatch& match, Span<char32_t> rest) const {
    const Context& own = contexts_[static_cast<std::size_t>(match.rule)];
    if (!own.context) return match.size;
    std::size_t size = 1;
    own.pattern->run(rest.sub(0, match.size), [&](std::int32_t, std::size_t end) {
        if (own.context->matches(rest.sub(end, match.size))) size = end;
    });
    return size;
}

void Lexer::write(const LexerRule& rule, Span<char32_t> token, Wide& out) const {
    Wide written = rule.fixed ? rule.written : Wide(token.data, token.size);
    if (!rule.fixed)
        for (const auto& pair : rule.replaced) replace_all(written, pair.first, pair.second);
    if (written.empty() || dropped_.count(written) > 0) return;
    if (!out.empty()) out.push_back(U' ');
    out += written;
}

}  // namespace sacreval

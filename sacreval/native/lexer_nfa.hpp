// Regular expressions without look-around as a non-deterministic automaton over sets of characters.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "text.hpp"

namespace sacreval {

constexpr char32_t kLastCharacter = 0x10FFFF;

// Disjoint ranges of characters, sorted; bounds are inclusive.
using CharacterSet = std::vector<std::pair<char32_t, char32_t>>;

inline CharacterSet merged(CharacterSet set) {
    std::sort(set.begin(), set.end());
    CharacterSet out;
    for (const auto& range : set) {
        if (!out.empty() && range.first <= out.back().second + 1)
            out.back().second = std::max(out.back().second, range.second);
        else
            out.push_back(range);
    }
    return out;
}

inline CharacterSet complement(const CharacterSet& set) {
    CharacterSet out;
    char32_t from = 0;
    for (const auto& range : set) {
        if (range.first > from) out.emplace_back(from, range.first - 1);
        from = range.second + 1;
    }
    if (from <= kLastCharacter) out.emplace_back(from, kLastCharacter);
    return out;
}

// States are indices. A state has either one character set and one successor, or free moves.
struct Nfa {
    static constexpr int kNever = -1;
    struct State {
        int set = kNever;  // index into sets
        int next = kNever;
        std::vector<int> free;
    };
    std::vector<State> states;
    std::vector<CharacterSet> sets;

    int add() {
        states.emplace_back();
        return static_cast<int>(states.size()) - 1;
    }
    void move(int from, int to) { states[static_cast<std::size_t>(from)].free.push_back(to); }
};

// Parses literals, escapes, [...], (?:...), |, ?, *, + and {m,n}; whatever else is an error.
class ExpressionParser {
  public:
    ExpressionParser(Nfa& nfa, Span<char32_t> text) : nfa_(nfa), text_(text) {}

    // Adds the expression and returns its first and its last state.
    std::pair<int, int> parse() {
        const auto whole = alternatives();
        if (at_ < text_.size) fail();
        return whole;
    }

  private:
    using Part = std::pair<int, int>;

    [[noreturn]] static void fail() {
        throw std::invalid_argument("a rule is not a regular expression that the lexer supports");
    }
    bool more() const { return at_ < text_.size; }
    bool is(char32_t c) const { return more() && text_[at_] == c; }
    char32_t take() {
        if (!more()) fail();
        return text_[at_++];
    }
    void expect(char32_t c) {
        if (take() != c) fail();
    }

    Part alternatives() {
        const Part all{nfa_.add(), nfa_.add()};
        while (true) {
            const Part one = sequence();
            nfa_.move(all.first, one.first);
            nfa_.move(one.second, all.second);
            if (!is('|')) return all;
            ++at_;
        }
    }

    Part sequence() {
        const int start = nfa_.add();
        int last = start;
        while (more() && !is('|') && !is(')')) {
            const Part part = repeated();
            nfa_.move(last, part.first);
            last = part.second;
        }
        return {start, last};
    }

    // Parses an atom and its quantifier; the atom is parsed again for every copy.
    Part repeated() {
        const std::size_t from = at_;
        Part part = atom();
        const std::size_t to = at_;
        std::size_t least = 1, most = 1;
        if (!quantifier(least, most)) return part;
        const std::size_t after = at_;
        const bool endless = most == kEndless;
        if (endless) most = std::max<std::size_t>(least, 1);
        const Part all{nfa_.add(), nfa_.add()};
        int last = all.first;
        if (least == 0) nfa_.move(last, all.second);
        for (std::size_t k = 0; k < most; ++k) {
            if (k > 0) {
                at_ = from;
                part = atom();
                if (at_ != to) fail();
            }
            nfa_.move(last, part.first);
            last = part.second;
            if (k + 1 >= least) nfa_.move(last, all.second);
        }
        if (endless) nfa_.move(last, part.first);
        at_ = after;
        return all;
    }

    static constexpr std::size_t kEndless = 1000;

    bool quantifier(std::size_t& least, std::size_t& most) {
        if (is('?') || is('*') || is('+')) {
            const char32_t c = take();
            least = c == '+' ? 1 : 0;
            most = c == '?' ? 1 : kEndless;
            return true;
        }
        if (!is('{')) return false;
        ++at_;
        least = most = number();
        if (is(',')) {
            ++at_;
            most = is('}') ? kEndless : number();
        }
        expect('}');
        if (most < least || most == 0) fail();
        return true;
    }

    std::size_t number() {
        std::size_t value = 0;
        do {
            const char32_t c = take();
            if (c < '0' || c > '9' || value > 99) fail();
            value = value * 10 + (c - '0');
        } while (more() && text_[at_] >= '0' && text_[at_] <= '9');
        return value;
    }

    Part atom() {
        if (is('(')) {
            ++at_;
            expect('?');
            expect(':');
            const Part inner = alternatives();
            expect(')');
            return inner;
        }
        if (is('[')) return of(bracket());
        const char32_t c = take();
        if (c == '.' || c == '^' || c == '$' || c == '*' || c == '+' || c == '?') fail();
        const char32_t one = c == '\\' ? escape() : c;
        return of({{one, one}});
    }

    Part of(CharacterSet set) {
        const Part part{nfa_.add(), nfa_.add()};
        nfa_.states[static_cast<std::size_t>(part.first)].set = static_cast<int>(nfa_.sets.size());
        nfa_.states[static_cast<std::size_t>(part.first)].next = part.second;
        nfa_.sets.push_back(std::move(set));
        return part;
    }

    char32_t escape() {
        const char32_t c = take();
        switch (c) {
            case 'n': return '\n';
            case 't': return '\t';
            case 'r': return '\r';
            case 'f': return '\f';
            case 'u': return hexadecimal();
            default: break;
        }
        const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (word) fail();
        return c;
    }

    char32_t hexadecimal() {
        char32_t value = 0;
        for (int k = 0; k < 4; ++k) {
            const char32_t c = take();
            const bool digit = c >= '0' && c <= '9', letter = c >= 'a' && c <= 'f';
            if (!digit && !letter) fail();
            value = value * 16 + (digit ? c - '0' : c - 'a' + 10);
        }
        return value;
    }

    CharacterSet bracket() {
        expect('[');
        const bool negated = is('^');
        if (negated) ++at_;
        CharacterSet set;
        while (!is(']')) {
            const char32_t first = one();
            char32_t last = first;
            if (is('-') && at_ + 1 < text_.size && text_[at_ + 1] != ']') {
                ++at_;
                last = one();
            }
            if (last < first) fail();
            set.emplace_back(first, last);
        }
        ++at_;
        set = merged(std::move(set));
        return negated ? complement(set) : set;
    }

    char32_t one() {
        const char32_t c = take();
        return c == '\\' ? escape() : c;
    }

    Nfa& nfa_;
    Span<char32_t> text_;
    std::size_t at_ = 0;
};

}  // namespace sacreval

// A deterministic automaton that finds the longest match of several expressions at a position.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "lexer_nfa.hpp"

namespace sacreval {

// Characters that no expression tells apart share a number.
class CharacterClasses {
  public:
    explicit CharacterClasses(const std::vector<CharacterSet>& sets) {
        std::vector<char32_t> starts{0};
        for (const CharacterSet& set : sets)
            for (const auto& range : set) {
                starts.push_back(range.first);
                starts.push_back(range.second + 1);
            }
        std::sort(starts.begin(), starts.end());
        starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
        while (starts.back() > kLastCharacter) starts.pop_back();
        std::vector<std::vector<std::uint32_t>> members(starts.size());
        for (std::size_t s = 0; s < sets.size(); ++s)
            for (const auto& range : sets[s])
                for (auto at = std::lower_bound(starts.begin(), starts.end(), range.first);
                     at != starts.end() && *at <= range.second; ++at)
                    members[static_cast<std::size_t>(at - starts.begin())].push_back(
                        static_cast<std::uint32_t>(s));
        std::map<std::vector<std::uint32_t>, std::uint32_t> known;
        classes_.resize(sets.size());
        for (std::size_t k = 0; k < starts.size(); ++k) {
            const auto id = known.emplace(members[k], static_cast<std::uint32_t>(known.size()));
            if (id.second)
                for (const std::uint32_t s : members[k]) classes_[s].push_back(id.first->second);
            const char32_t end = k + 1 < starts.size() ? starts[k + 1] : kLastCharacter + 1;
            for (char32_t c = starts[k]; c < end && c < kTable; ++c)
                table_[c] = static_cast<std::uint16_t>(id.first->second);
            if (end > kTable) beyond_ = static_cast<std::uint16_t>(id.first->second);
        }
        size_ = known.size();
    }

    std::size_t size() const { return size_; }
    // Characters beyond U+FFFF are of one class: no expression names them.
    std::size_t operator[](char32_t c) const { return c < kTable ? table_[c] : beyond_; }
    // The classes that a set consists of.
    const std::vector<std::size_t>& of(std::size_t set) const { return classes_[set]; }

  private:
    static constexpr char32_t kTable = 0x10000;
    std::vector<std::uint16_t> table_ = std::vector<std::uint16_t>(kTable);
    std::uint16_t beyond_ = 0;
    std::size_t size_ = 0;
    std::vector<std::vector<std::size_t>> classes_;
};

struct LexerMatch {
    std::int32_t rule = -1;  // -1: none
    std::size_t size = 0;
};

class Dfa {
  public:
    // `finals` maps the last state of each expression to its number.
    Dfa(const Nfa& nfa, const std::vector<int>& firsts, const std::map<int, int>& finals)
        : nfa_(nfa), finals_(finals), classes_(nfa.sets) {
        next_.assign(classes_.size(), kDead);  // state 0 is dead
        open_.resize(classes_.size());
        accepts_.push_back(-1);
        start_ = state_of(closure(firsts));
        for (std::size_t at = 0; at < pending_.size(); ++at) expand(at);
        pending_.clear();
        known_.clear();
        seen_.clear();
        open_.clear();
    }

    // Returns the longest match at the start of the text; of equal ones, the first expression's.
    template <class Accept>
    void run(Span<char32_t> text, Accept accept) const {
        std::uint32_t state = start_;
        for (std::size_t k = 0; k < text.size; ++k) {
            state = next_[state * classes_.size() + classes_[text[k]]];
            if (state == kDead) return;
            if (accepts_[state] >= 0) accept(accepts_[state], k + 1);
        }
    }

    LexerMatch longest(Span<char32_t> text) const {
        LexerMatch best;
        run(text, [&](std::int32_t rule, std::size_t size) { best = {rule, size}; });
        return best;
    }

    bool matches(Span<char32_t> text) const {
        return longest(text).size == text.size && text.size > 0;
    }

  private:
    static constexpr std::uint32_t kDead = 0;
    using States = std::vector<int>;

    States closure(States open) {
        if (++round_ == 1) seen_.assign(nfa_.states.size(), 0);
        States out;
        while (!open.empty()) {
            const int s = open.back();
            open.pop_back();
            if (seen_[static_cast<std::size_t>(s)] == round_) continue;
            seen_[static_cast<std::size_t>(s)] = round_;
            const auto& state = nfa_.states[static_cast<std::size_t>(s)];
            if (state.set != Nfa::kNever || state.free.empty()) out.push_back(s);
            open.insert(open.end(), state.free.begin(), state.free.end());
        }
        std::sort(out.begin(), out.end());
        return out;
    }

    std::uint32_t state_of(const States& states) {
        if (states.empty()) return kDead;
        const auto found = known_.emplace(states, static_cast<std::uint32_t>(accepts_.size()));
        if (!found.second) return found.first->second;
        std::int32_t first = -1;
        for (const int s : states) {
            const auto rule = finals_.find(s);
            if (rule != finals_.end() && (first < 0 || rule->second < first)) first = rule->second;
        }
        accepts_.push_back(first);
        next_.resize(next_.size() + classes_.size(), kDead);
        pending_.push_back(states);
        return found.first->second;
    }

    void expand(std::size_t at) {
        for (const int s : pending_[at]) {
            const auto& state = nfa_.states[static_cast<std::size_t>(s)];
            if (state.set == Nfa::kNever) continue;
            for (const std::size_t c : classes_.of(static_cast<std::size_t>(state.set)))
                open_[c].push_back(state.next);
        }
        std::map<States, std::uint32_t> same;  // classes often lead to the same states
        for (std::size_t c = 0; c < open_.size(); ++c) {
            if (open_[c].empty()) continue;
            const auto found = same.emplace(open_[c], kDead);
            if (found.second) found.first->second = state_of(closure(open_[c]));
            next_[(at + 1) * classes_.size() + c] = found.first->second;
            open_[c].clear();
        }
    }

    std::vector<States> open_;  // by class, within expand()
    std::vector<std::uint32_t> seen_;  // by state of the NFA: the last closure that reached it
    std::uint32_t round_ = 0;
    const Nfa& nfa_;  // read only during construction
    const std::map<int, int>& finals_;
    CharacterClasses classes_;
    std::uint32_t start_ = kDead;
    std::vector<std::uint32_t> next_;     // (states, classes)
    std::vector<std::int32_t> accepts_;   // the rule that a state accepts, or -1
    std::map<States, std::uint32_t> known_;
    std::vector<States> pending_;
};

}  // namespace sacreval

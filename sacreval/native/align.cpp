// Levenshtein alignment, block by block.
#include "align.hpp"

#include <algorithm>

namespace sacreval {
namespace {

struct Reversed {
    Ids ids;
    std::size_t size;
    explicit Reversed(Ids forward) : ids(forward), size(forward.size) {}
    std::uint32_t operator[](std::size_t i) const { return ids[size - 1 - i]; }
};

void strip_affixes(Ids& a, Ids& b) {
    while (a.size > 0 && b.size > 0 && a[0] == b[0]) {
        a = a.sub(1, a.size);
        b = b.sub(1, b.size);
    }
    while (a.size > 0 && b.size > 0 && a[a.size - 1] == b[b.size - 1]) {
        --a.size;
        --b.size;
    }
}

}  // namespace

template <class Symbols, class Keep>
Aligner::Column Aligner::block(const Symbols& a, const Symbols& b, std::size_t from, Keep keep) {
    const std::size_t size = std::min<std::size_t>(a.size - from, 64);
    for (std::size_t k = 0; k < size; ++k) masks_[a[from + k]] |= std::uint64_t{1} << k;
    std::uint64_t up = ~std::uint64_t{0}, down = 0;
    const bool more = from + 64 < a.size;
    for (std::size_t j = 0; j < b.size; ++j) {
        const std::int8_t carry = carry_[j];
        const std::uint64_t less = carry < 0, greater = carry > 0;
        const std::uint64_t x = masks_[b[j]] | less;
        const std::uint64_t diagonal = (((x & up) + up) ^ up) | x | down;
        std::uint64_t right = down | ~(diagonal | up), left = diagonal & up;
        if (more)
            carry_[j] = static_cast<std::int8_t>(static_cast<int>(right >> 63) -
                                                 static_cast<int>(left >> 63));
        right = right << 1 | greater;
        left = left << 1 | less;
        up = left | ~(diagonal | right);
        down = right & diagonal;
        keep(j, Column{up, down});
    }
    for (std::size_t k = 0; k < size; ++k) masks_[a[from + k]] = 0;
    pace_(b.size);
    return {up, down};
}

template <class Symbols>
void Aligner::last_column(const Symbols& a, const Symbols& b, std::vector<std::uint32_t>& out) {
    out.resize(a.size + 1);
    out[0] = static_cast<std::uint32_t>(b.size);
    carry_.assign(b.size, 1);
    for (std::size_t from = 0; from < a.size; from += 64) {
        const Column last = block(a, b, from, [](std::size_t, Column) {});
        for (std::size_t k = 0; k < 64 && from + k < a.size; ++k)
            out[from + k + 1] = out[from + k] + static_cast<std::uint32_t>(last.up >> k & 1) -
                                static_cast<std::uint32_t>(last.down >> k & 1);
    }
}

// rapidfuzz's recover_alignment: deletions before insertions before diagonal steps, from the end.
void Aligner::trace(Ids a, Ids b, Edits& edits) {
    if (a.size > 0 && b.size > 0) {
        const std::size_t columns = (a.size + 63) / 64 * b.size;
        if (matrix_.size() < columns) matrix_.resize(columns);
        carry_.assign(b.size, 1);
        for (std::size_t from = 0; from < a.size; from += 64) {
            Column* row = matrix_.data() + from / 64 * b.size;
            block(a, b, from, [row](std::size_t j, Column c) { row[j] = c; });
        }
    }
    std::size_t i = a.size, j = b.size;
    const auto at = [&](std::size_t row) { return matrix_[(i - 1) / 64 * b.size + row]; };
    while (i > 0 && j > 0) {
        const unsigned bit = (i - 1) % 64;
        if (at(j - 1).up >> bit & 1) {
            ++edits.deletions;
            --i;
            continue;
        }
        --j;
        if (j > 0 && (at(j - 1).down >> bit & 1)) {
            ++edits.insertions;
        } else {
            --i;
            edits.substitutions += a[i] != b[j];
        }
    }
    edits.deletions += static_cast<std::int64_t>(i);
    edits.insertions += static_cast<std::int64_t>(j);
}

// The first row of `a` where an optimal path crosses the middle of `b`.
void Aligner::split(const Part& part, std::vector<Part>& todo) {
    const std::size_t middle = part.b.size / 2;
    const Ids head = part.b.sub(0, middle), tail = part.b.sub(middle, part.b.size);
    last_column(Reversed(part.a), Reversed(tail), right_);
    last_column(part.a, head, left_);
    std::size_t best = 0;
    const auto cost = [&](std::size_t i) {
        return std::uint64_t{left_[i]} + right_[part.a.size - i];
    };
    for (std::size_t i = 1; i <= part.a.size; ++i)
        if (cost(i) < cost(best)) best = i;
    todo.push_back({part.a.sub(best, part.a.size), tail, right_[part.a.size - best]});
    todo.push_back({part.a.sub(0, best), head, left_[best]});
}

Edits Aligner::align(Ids a, Ids b, std::uint32_t vocabulary) {
    if (masks_.size() < vocabulary) masks_.resize(vocabulary, 0);
    Edits edits;
    todo_.assign(1, {a, b, std::max(a.size, b.size)});
    while (!todo_.empty()) {
        Part part = todo_.back();
        todo_.pop_back();
        strip_affixes(part.a, part.b);
        part.most = std::min(part.most, std::max(part.a.size, part.b.size));
        const std::size_t band = std::min(part.a.size, 2 * part.most + 1);
        const std::size_t matrix = 2 * band * part.b.size / 8;  // bytes, as rapidfuzz computes it
        if (matrix < 1024 * 1024 || part.a.size < 65 || part.b.size < 10)
            trace(part.a, part.b, edits);
        else
            split(part, todo_);
    }
    return edits;
}

}  // namespace sacreval

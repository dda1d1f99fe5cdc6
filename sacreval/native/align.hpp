// The edit operations of the alignment that rapidfuzz.distance.Levenshtein.opcodes picks.
//
// Bit-parallel matrix (Hyyro 2003) and trace (Hyyro 2004, "A note on bit-parallel alignment
// computation"); above a megabyte of matrix rapidfuzz first splits in the manner of Hirschberg,
// which may break ties differently, so the split is reproduced as well.
#pragma once

#include <cstdint>
#include <vector>

#include "ids.hpp"
#include "parallel.hpp"
#include "tokens.hpp"

namespace sacreval {

struct Edits {
    std::int64_t substitutions = 0, deletions = 0, insertions = 0;
};

class Aligner {
  public:
    explicit Aligner(Cancel& cancel) : pace_(cancel) {}

    // Operations that turn `a` into `b`; all ids are < vocabulary.
    Edits align(Ids a, Ids b, std::uint32_t vocabulary);

  private:
    struct Part {
        Ids a, b;
        std::size_t most;  // upper bound on the distance
    };
    // Vertical differences +1 and -1 of 64 rows in one column.
    struct Column {
        std::uint64_t up, down;
    };

    // Computes the columns of one block of 64 symbols of `a`; calls keep(j, column) for each.
    template <class Symbols, class Keep>
    Column block(const Symbols& a, const Symbols& b, std::size_t from, Keep keep);

    // Distances of every prefix of `a` to the whole of `b`.
    template <class Symbols>
    void last_column(const Symbols& a, const Symbols& b, std::vector<std::uint32_t>& out);

    void trace(Ids a, Ids b, Edits& edits);
    void split(const Part& part, std::vector<Part>& todo);

    Pace pace_;
    std::vector<std::uint64_t> masks_;  // by id; all zero between blocks
    std::vector<std::int8_t> carry_;    // by position of b: horizontal difference from above
    std::vector<Column> matrix_;
    std::vector<Part> todo_;
    std::vector<std::uint32_t> left_, right_;
};

}  // namespace sacreval

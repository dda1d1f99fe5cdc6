// Weights of resamples, of which some are read side by side, so that loops over them are vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ordered_cells.hpp"

namespace sacreval {

constexpr std::size_t kLanes = 16;

// How often each unit is drawn, and which unit each cell belongs to.
struct Resamples {
    std::size_t count;
    std::size_t units;
    const std::uint16_t* weights;  // count x units
    const std::int64_t* unit;      // of each cell, in the order of OrderedCells

    std::size_t blocks() const { return (count + kLanes - 1) / kLanes; }
    std::size_t lanes_of(std::size_t block) const {
        return count - block * kLanes < kLanes ? count - block * kLanes : kLanes;
    }
    // Throws std::invalid_argument if a cell has no unit, and std::overflow_error where 32 bits may
    // not hold the sum of the weights of a group.
    void check(const OrderedCells& cells) const {
        for (std::size_t i = 0; i < cells.total; ++i)
            if (unit[i] < 0 || static_cast<std::size_t>(unit[i]) >= units)
                throw std::invalid_argument("a unit is out of range");
        std::uint64_t most = 0;
        for (std::size_t i = 0; i < count * units; ++i)
            most = weights[i] > most ? weights[i] : most;
        for (std::size_t g = 0; g < cells.groups; ++g)
            if (most * cells[g].size > 0xFFFFFFFFu)
                throw std::overflow_error("a resample has too many cells");
    }
    // Fills cells x lanes with the weights of a block; missing lanes are 0.
    void load(std::size_t block, const OrderedCells::Group& group,
              std::vector<std::uint32_t>& into) const {
        const std::size_t lanes = lanes_of(block);
        const std::uint16_t* rows = weights + block * kLanes * units;
        if (lanes < kLanes) into.assign(group.size * kLanes, 0);
        into.resize(group.size * kLanes);
        for (std::size_t i = 0; i < group.size; ++i) {
            const std::uint16_t* drawn = rows + unit[group.first + i];
            std::uint32_t* cell = into.data() + i * kLanes;
            if (lanes == kLanes)
                for (std::size_t l = 0; l < kLanes; ++l) cell[l] = drawn[l * units];
            else
                for (std::size_t l = 0; l < lanes; ++l) cell[l] = drawn[l * units];
        }
    }
};

}  // namespace sacreval

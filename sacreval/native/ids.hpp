// Maps slices of text and n-grams to dense ids: exact open-addressing tables, emptied in O(1).
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "text.hpp"

namespace sacreval {

constexpr std::uint32_t kNone = 0xFFFFFFFFu;

constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15ull;

inline std::uint64_t mix(std::uint64_t h) {
    h *= kMultiplier;
    return h ^ (h >> 32);
}

template <class Word>
inline std::uint64_t load(const void* p) {
    Word w;
    std::memcpy(&w, p, sizeof w);
    return w;
}

// Returns the first n <= 8 bytes as a unique number; reads 8 bytes (see kPadding).
inline std::uint64_t short_key(const void* p, std::size_t n) {
    const std::uint64_t word = load<std::uint64_t>(p);
    const unsigned drop = static_cast<unsigned>(64 - 8 * n);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return word >> drop;
#else
    return word << drop >> drop;
#endif
}

// Returns the key of n >= 1 bytes: exact for up to 8 bytes, a hash for more.
inline std::uint64_t key_of(const void* data, std::size_t n) {
    if (n <= 8) return short_key(data, n);
    const auto* p = static_cast<const Byte*>(data);
    const Byte* last = p + n - 8;
    std::uint64_t h = n;
    for (; p < last; p += 8) h = mix(h ^ load<std::uint64_t>(p));
    return mix(h ^ load<std::uint64_t>(last));
}

// Returns a hash of n bytes, without reading past them.
inline std::uint64_t hash_bytes(const void* data, std::size_t n) {
    if (n >= 8) return mix(key_of(data, n) ^ n);
    Byte padded[kPadding] = {};
    std::memcpy(padded, data, n);
    return mix(load<std::uint64_t>(padded) ^ (std::uint64_t{n} << 56));
}

// Base class of both tables: a slot is empty unless it has the current generation. Slot has the
// members `generation`, `id` and `key`, whose hash determines its position.
template <class Slot>
class Generations {
  public:
    // Empties the table, with room for `expected` insertions before it has to grow.
    void reset(std::size_t expected) {
        unsigned bits = 6;
        while (std::size_t{1} << bits < expected * 2) ++bits;
        resize(bits);
        count_ = 0;
    }
    std::uint32_t count() const { return count_; }

  protected:
    // The top bits of a product depend on all bits of the factors, the low bits do not.
    std::size_t home(std::uint64_t key) const {
        return static_cast<std::size_t>(key * kMultiplier >> shift_);
    }
    std::size_t after(std::size_t at) const { return (at + 1) & mask_; }

    // Call after each insertion: grows the table so that at least half of the slots are empty.
    void inserted() {
        if (++count_ * std::size_t{2} > mask_ + 1) grow();
    }

    std::vector<Slot> slots_;
    std::size_t mask_ = 0;
    unsigned shift_ = 63;
    std::uint32_t generation_ = 0;
    std::uint32_t count_ = 0;

  private:
    void resize(unsigned bits) {
        const std::size_t size = std::size_t{1} << bits;
        make_room(slots_, size);
        mask_ = size - 1;
        shift_ = 64 - bits;
        if (next_generation()) spare_.clear();
    }

    // Doubles the table; the old slots become the spare ones and are reused next time.
    void grow() {
        const std::size_t old = mask_ + 1;
        make_room(spare_, old * 2);
        slots_.swap(spare_);
        mask_ = old * 2 - 1;
        --shift_;
        const std::uint32_t before = generation_;
        const bool wrapped = next_generation();
        for (std::size_t k = 0; k < old; ++k) {
            Slot& slot = spare_[k];
            if (slot.generation != before) continue;
            std::size_t at = home(slot.key);
            while (slots_[at].generation == generation_) at = after(at);
            slot.generation = generation_;
            slots_[at] = slot;
        }
        if (wrapped) spare_.clear();
    }

    // Enlarges `slots` without copying its content; if it throws, nothing has changed.
    static void make_room(std::vector<Slot>& slots, std::size_t size) {
        if (slots.size() < size) std::vector<Slot>(size).swap(slots);
    }

    // Returns whether the counter wrapped around, in which case all slots have been cleared.
    bool next_generation() {
        if (++generation_ != 0) return false;
        slots_.assign(slots_.size(), Slot{});
        generation_ = 1;
        return true;
    }

    std::vector<Slot> spare_;
};

template <class Char>
struct SliceSlot {
    std::uint64_t key = 0;
    const Char* data = nullptr;
    std::uint32_t size = 0, generation = 0, id = 0;
};

// Maps non-empty slices of text to 0, 1, 2, ... in order of first occurrence. Stores a pointer to
// what `keep` returns for a new slice, which must stay valid until the next reset.
template <class Char>
class SliceIds : public Generations<SliceSlot<Char>> {
  public:
    std::uint32_t intern(Span<Char> s) {
        return intern(s, [](Span<Char> same) { return same; });
    }
    template <class Keep>
    std::uint32_t intern(Span<Char> s, Keep&& keep) {  // reads past the slice: see kPadding
        const std::size_t bytes = s.size * sizeof(Char);
        const std::uint64_t key = key_of(s.data, bytes);
        for (std::size_t at = this->home(key);; at = this->after(at)) {
            auto& slot = this->slots_[at];
            if (slot.generation != this->generation_) {
                const std::uint32_t id = this->count_;
                slot = {key, keep(s).data, static_cast<std::uint32_t>(s.size), this->generation_,
                        id};
                this->inserted();
                return id;
            }
            if (slot.key == key && slot.size == s.size &&
                (bytes <= 8 || std::memcmp(slot.data, s.data, bytes) == 0))
                return slot.id;
        }
    }

    // Returns the id of a slice, or kNone.
    std::uint32_t lookup(Span<Char> s) const {  // reads past the slice: see kPadding
        const std::size_t bytes = s.size * sizeof(Char);
        const std::uint64_t key = key_of(s.data, bytes);
        for (std::size_t at = this->home(key);; at = this->after(at)) {
            const auto& slot = this->slots_[at];
            if (slot.generation != this->generation_) return kNone;
            if (slot.key == key && slot.size == s.size &&
                (bytes <= 8 || std::memcmp(slot.data, s.data, bytes) == 0))
                return slot.id;
        }
    }
};

struct ChainSlot {
    std::uint64_t key = 0;
    std::uint32_t generation = 0, id = 0;
};

// Maps (id of the (n-1)-gram, symbol) to the id of the n-gram; exact for any alphabet and order.
class ChainIds : public Generations<ChainSlot> {
  public:
    std::uint32_t intern(std::uint32_t prefix, std::uint32_t symbol) {
        ChainSlot& slot = slots_[place(prefix, symbol)];
        if (slot.generation == generation_) return slot.id;
        const std::uint32_t id = count_;
        slot = {key(prefix, symbol), generation_, id};
        inserted();
        return id;
    }
    std::uint32_t lookup(std::uint32_t prefix, std::uint32_t symbol) const {
        const ChainSlot& slot = slots_[place(prefix, symbol)];
        return slot.generation == generation_ ? slot.id : kNone;
    }

  private:
    static std::uint64_t key(std::uint32_t prefix, std::uint32_t symbol) {
        return std::uint64_t{prefix} << 32 | symbol;
    }
    std::size_t place(std::uint32_t prefix, std::uint32_t symbol) const {
        const std::uint64_t k = key(prefix, symbol);
        std::size_t at = home(k);
        while (slots_[at].generation == generation_ && slots_[at].key != k) at = after(at);
        return at;
    }
};

}  // namespace sacreval

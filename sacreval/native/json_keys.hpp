// Keys that stand twice in one object of JSON; decoders keep the last of them in silence.
#pragma once

#include <cstddef>

namespace sacreval {

// The offset, at or after `start`, of the first key that its object has already, or that holds an
// escape, so that it may be spelt in two ways; `size` if there is none. The text must be JSON, one
// value or many, and `start` outside of all of them.
std::size_t doubtful_key(const char* text, std::size_t size, std::size_t start);

}  // namespace sacreval

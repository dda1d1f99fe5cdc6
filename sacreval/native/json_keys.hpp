// Finds repeated keys in JSON objects, of which decoders silently keep the last value.
#pragma once

#include <cstddef>

namespace sacreval {

// Returns the offset, at or after `start`, of the first key that is repeated in its object or
// contains an escape, so that it may equal another; `size` if there is none. The text must be one
// or more JSON values, and `start` outside of all of them.
std::size_t doubtful_key(const char* text, std::size_t size, std::size_t start);

}  // namespace sacreval

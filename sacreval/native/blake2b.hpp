// BLAKE2b with a digest of eight bytes (RFC 7693), for short messages that are in memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sacreval {

// The digest of a message as a number, its first byte the highest.
std::uint64_t blake2b_64(const char* message, std::size_t bytes);

}  // namespace sacreval

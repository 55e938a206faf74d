// A small fast generator (xoshiro256++), seeded by splitmix64. Chance comes in as a seed.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace rebelote {

class Random {
   public:
    explicit Random(std::uint64_t seed) {
        for (auto& word : state_) {
            std::uint64_t z = seed += 0x9E3779B97F4A7C15u;
            z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
            z = (z ^ z >> 27) * 0x94D049BB133111EBu;
            word = z ^ z >> 31;
        }
    }
    std::uint64_t operator()() {
        auto& s = state_;
        const std::uint64_t result = std::rotl(s[0] + s[3], 23) + s[0], t = s[1] << 17;
        s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= t;
        s[3] = std::rotl(s[3], 45);
        return result;
    }
    // A whole number below `end`. Exact: the few draws that would favour some numbers are drawn again.
    std::uint64_t below(std::uint64_t end) {
        unsigned __int128 wide = static_cast<unsigned __int128>((*this)()) * end;
        if (static_cast<std::uint64_t>(wide) < end)
            for (const std::uint64_t floor = -end % end; static_cast<std::uint64_t>(wide) < floor;)
                wide = static_cast<unsigned __int128>((*this)()) * end;
        return static_cast<std::uint64_t>(wide >> 64);
    }
    unsigned __int128 below_wide(unsigned __int128 end) {
        if (!(end >> 64)) return below(static_cast<std::uint64_t>(end));
        const unsigned __int128 limit = -end % end;
        for (;;) {
            const unsigned __int128 drawn = static_cast<unsigned __int128>((*this)()) << 64 | (*this)();
            if (drawn >= limit) return drawn % end;
        }
    }

   private:
    std::array<std::uint64_t, 4> state_;
};

}  // namespace rebelote

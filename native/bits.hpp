// Bit tricks that a processor may have an instruction for. Included by the files that are built once for
// any processor and once for x86-64 with BMI2: everything here lies in REBELOTE_BUILD's own namespace.
#pragma once

#ifndef REBELOTE_BUILD
#define REBELOTE_BUILD portable
#define REBELOTE_BUILD_NAME "portable"
#endif

#if defined(__BMI2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "cards.hpp"

namespace rebelote::REBELOTE_BUILD {

#if defined(__BMI2__)

inline Mask gather_bits(Mask source, Mask where) { return _pext_u32(source, where); }
inline Card nth_card(Mask cards, int n) { return lowest(_pdep_u32(Mask{1} << n, cards)); }

#else

// pext of a byte by table: 64 KiB, of which a search touches little.
struct ByteExtract {
    std::array<std::array<std::uint8_t, 256>, 256> at{};  // [where][source]
    constexpr ByteExtract() {
        for (int where = 0; where < 256; ++where)
            for (int source = 0; source < 256; ++source) {
                int packed = 0, n = 0;
                for (int i = 0; i < 8; ++i)
                    if (where >> i & 1) packed |= (source >> i & 1) << n++;
                at[where][source] = static_cast<std::uint8_t>(packed);
            }
    }
};
inline const ByteExtract kExtract;

inline Mask gather_bits(Mask source, Mask where) {
    Mask packed = 0;
    int at = 0;
    for (int shift = 0; shift < kCards; shift += kRanks) {
        const Mask byte = where >> shift & kSuit;
        packed |= Mask{kExtract.at[byte][source >> shift & kSuit]} << at;
        at += size(byte);
        if (at >= kCards) break;
    }
    return packed;
}
inline Card nth_card(Mask cards, int n) { return nth(cards, n); }

#endif

// The points of up to eight cards of each suit, weakest first.
struct alignas(16) Points {
    std::array<std::uint64_t, kSuits> suit;
};
struct Shift {
    int down;  // what a side may have less
    int up;    // what it may have more
};

// By how much the points of two sets of cards of the same shape differ, card by card.
#if defined(__SSE2__)

inline Shift difference(const Points& from, const Points& to) {
    const auto total = [](__m128i a, __m128i b, __m128i c, __m128i d) {
        const __m128i zero = _mm_setzero_si128();
        const __m128i sum =
            _mm_add_epi64(_mm_sad_epu8(_mm_subs_epu8(a, b), zero), _mm_sad_epu8(_mm_subs_epu8(c, d), zero));
        return _mm_cvtsi128_si32(sum) + _mm_cvtsi128_si32(_mm_unpackhi_epi64(sum, sum));
    };
    const auto pair = [](const Points& points, int at) {
        return _mm_set_epi64x(static_cast<long long>(points.suit[at + 1]),
                              static_cast<long long>(points.suit[at]));
    };
    const __m128i f0 = pair(from, 0), f1 = pair(from, 2), t0 = pair(to, 0), t1 = pair(to, 2);
    return {total(f0, t0, f1, t1), total(t0, f0, t1, f1)};
}

#else

inline Shift difference(const Points& from, const Points& to) {
    Shift shift{0, 0};
    for (int suit = 0; suit < kSuits; ++suit)
        for (int at = 0; at < 64; at += 8) {
            const int change =
                static_cast<int>(to.suit[suit] >> at & 255) - static_cast<int>(from.suit[suit] >> at & 255);
            (change < 0 ? shift.down : shift.up) += change < 0 ? -change : change;
        }
    return shift;
}

#endif

}  // namespace rebelote::REBELOTE_BUILD

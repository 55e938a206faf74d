// Cards as the core sees them: 32 bits, a byte a suit, each suit from its weakest card (bit 0) to its
// strongest (bit 7). Where one suit is trump it lies in the highest byte, so that a higher bit never
// loses to a lower one of the same suit, and every trump lies above every plain card.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace rebelote {

using Mask = std::uint32_t;  // a set of cards
using Card = int;            // a bit's number, 0 to 31
using Seat = int;            // in the direction of play, 0 to seats - 1

inline constexpr int kSuits = 4;
inline constexpr int kRanks = 8;
inline constexpr int kCards = kSuits * kRanks;
inline constexpr int kMaxSeats = 6;
inline constexpr Mask kSuit = 0xFF;
inline constexpr Mask kTrumpSuit = kSuit << 24;
inline constexpr Mask kLowest = 0x01010101;  // the weakest card of each suit
inline constexpr Mask kHighest = kLowest << 7;
inline constexpr Mask kInnerLinks = ~kLowest;  // cards with a neighbour below in their suit

constexpr Mask bit(Card card) { return Mask{1} << card; }
constexpr Mask suit_of(Card card) { return kSuit << (card & 24); }
constexpr int size(Mask cards) { return std::popcount(cards); }
constexpr Card lowest(Mask cards) { return std::countr_zero(cards); }
constexpr Card highest(Mask cards) { return 31 - std::countl_zero(cards); }
constexpr Mask above(Card card) { return ~Mask{0} << card << 1; }
constexpr Mask without_lowest(Mask cards) { return cards & (cards - 1); }

// Every card up to the highest one of the set, whatever its suit.
constexpr Mask up_to_highest(Mask cards) { return cards ? ~Mask{0} >> std::countl_zero(cards) : 0; }

// Each card of the set and all that are weaker in its suit.
constexpr Mask below_in_suit(Mask cards) {
    cards |= cards >> 1 & ~kHighest;
    cards |= cards >> 2 & ~(kHighest | kHighest >> 1);
    return cards | (cards >> 4 & 0x0F0F0F0F);
}

// Calls `use(card)` for every card of the set, the weakest first.
template <class Use>
constexpr void each(Mask cards, Use use) {
    for (; cards; cards = without_lowest(cards)) use(lowest(cards));
}

// The n-th card of a set, counting from 0.
constexpr Card nth(Mask cards, int n) {
    while (n-- > 0) cards = without_lowest(cards);
    return lowest(cards);
}

// Each card's suit, for every card of the set.
constexpr Mask suits_in(Mask cards) {
    cards |= cards >> 4;
    cards |= cards >> 2;
    cards |= cards >> 1;
    return (cards & kLowest) * kSuit;
}

// Of each run of neighbours in `own` (nothing of `others` between, linked by `links`), all but the lowest.
constexpr Mask over_a_neighbour(Mask own, Mask others, Mask links) {
    Mask open = links & ~others, reach = own;
    reach |= open & reach << 1;
    open &= open << 1;
    reach |= open & reach << 2;
    open &= open << 2;
    reach |= open & reach << 4;
    return own & reach << 1 & links;
}
// Likewise all but the highest.
constexpr Mask under_a_neighbour(Mask own, Mask others) {
    Mask open = ~kHighest & ~others, reach = own;
    reach |= open & reach >> 1;
    open &= open >> 1;
    reach |= open & reach >> 2;
    open &= open >> 2;
    reach |= open & reach >> 4;
    return own & reach >> 1 & ~kHighest;
}

}  // namespace rebelote

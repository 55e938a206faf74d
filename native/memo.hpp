// What the search remembers of positions between two tricks, under their shape: for each suit, who holds the
// strongest card left, the next, and so on. Which cards those are changes points, never what may be played or
// who wins; so bounds found for one set of cards serve every other of that shape, widened by the summed
// difference of the points.
#pragma once

#include <algorithm>

#include "bits.hpp"
#include "play_spec.hpp"
#include "transposition_table.hpp"

namespace rebelote::REBELOTE_BUILD {

inline Points points_of(const Lookup& lookup, Mask cards) {
    return {{lookup.relative[0][cards & 255], lookup.relative[1][cards >> 8 & 255],
             lookup.relative[2][cards >> 16 & 255], lookup.relative[3][cards >> 24]}};
}

// What the table knows of a position: the side asked about takes between `lower` and `upper`.
template <class Entry>
struct Known {
    int lower;
    int upper;
    Card hint;  // the card that settled it last time, or -1
    Entry* entry;
    std::uint64_t key;
    std::uint64_t more;
};

// How many cards each suit has left, 4 bits a suit.
inline std::uint32_t lengths(Mask cards) {
    cards -= cards >> 1 & 0x55555555;
    cards = (cards & 0x33333333) + (cards >> 2 & 0x33333333);
    cards = (cards + (cards >> 4)) & 0x0F0F0F0F;
    return (cards & 15) | (cards >> 4 & 0xF0) | (cards >> 8 & 0xF00) | (cards >> 12 & 0xF000);
}

// Up to seven tricks of four hands, exact in 16 bytes.
class ShapeMemo {
   public:
    struct Entry {
        std::uint64_t
            shape;  // who holds each card, 2 × 28 bits; tricks left, 3 bits; the hint's place, 5 bits
        Mask cards;
        std::uint32_t rest;  // three suits' lengths, 12 bits; leader, 2; lower bound, 9; upper bound, 9
    };
    static constexpr int kMostTricks = 7;

    ShapeMemo(Table& table, const Lookup& lookup) : table_(table), lookup_(lookup) {}

    template <class Hands>
    Known<Entry> find(const Hands& hands, Mask cards, Mask, Seat leader, int tricks, int left) {
        const std::uint64_t shape = gather_bits(hands[1] | hands[3], cards) |
                                    std::uint64_t{gather_bits(hands[2] | hands[3], cards)} << 28 |
                                    std::uint64_t(tricks) << 56;
        const std::uint32_t rest = (lengths(cards) & 0xFFF) | leader << 12;
        const std::uint64_t hash = (shape ^ rest * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
        Entry* bucket = table_.bucket<Entry>(hash);
        Known<Entry> known{0, left, -1, nullptr, shape, rest};
        for (Entry* entry = bucket; entry != bucket + kWays; ++entry)
            if (((entry->shape ^ shape) & kShape) == 0 && ((entry->rest ^ rest) & kRest) == 0)
                learn(known, entry, cards);
        if (!known.entry) known.entry = victim(bucket, hash);
        return known;
    }
    void keep(const Known<Entry>& known, Mask cards, Card best) {
        const std::uint64_t place = size(cards & (bit(best) - 1));
        table_.wrote(sizeof(Entry));
        *known.entry = {known.key | place << 59, cards,
                        static_cast<std::uint32_t>(known.more) | known.lower << 14 |
                            static_cast<std::uint32_t>(known.upper) << 23};
    }

   private:
    static constexpr int kWays = Table::kLine / sizeof(Entry);
    static constexpr std::uint64_t kShape = ~(std::uint64_t{31} << 59);
    static constexpr std::uint32_t kRest = 0x3FFF;

    // Narrows the bounds by an entry of the same shape; the same cards also lend it their place.
    void learn(Known<Entry>& known, Entry* entry, Mask cards) const {
        int lower = entry->rest >> 14 & 511, upper = entry->rest >> 23;
        if (entry->cards == cards) {
            known.entry = entry;
        } else {
            const Shift shift = difference(points_of(lookup_, entry->cards), points_of(lookup_, cards));
            lower -= shift.down;
            upper += shift.up;
        }
        known.lower = std::max(known.lower, lower);
        known.upper = std::min(known.upper, upper);
        known.hint = nth_card(cards, static_cast<int>(entry->shape >> 59));
    }
    // The entry to give up: the one with the fewest tricks left.
    static Entry* victim(Entry* bucket, std::uint64_t hash) {
        Entry* worst = bucket + (hash & (kWays - 1));
        for (Entry* entry = bucket; entry != bucket + kWays; ++entry)
            if ((entry->shape >> 56 & 7) < (worst->shape >> 56 & 7)) worst = entry;
        return worst;
    }

    Table& table_;
    const Lookup& lookup_;
};

// Any position: up to six hands, covered cards. While a card is covered the key is the cards themselves.
class WideMemo {
   public:
    struct Entry {
        std::uint64_t key;
        std::uint64_t more;
        Mask cards;
        std::uint16_t lower;
        std::uint16_t upper;
        std::uint8_t place;
    };
    static constexpr int kMostTricks = kCards;

    WideMemo(Table& table, const Lookup& lookup) : table_(table), lookup_(lookup), deal_(table.next_deal()) {}

    template <class Hands>
    Known<Entry> find(const Hands& hands, Mask cards, Mask covered, Seat leader, int tricks, int left) {
        std::uint64_t key, more = std::uint64_t(leader) << 48 | std::uint64_t(tricks) << 52;
        if (covered) {
            key = cards | std::uint64_t{deal_} << 32;
            more |= kCovered;
        } else {
            key = gather_bits(hands[1] | hands[3] | hands[5], cards) |
                  std::uint64_t{gather_bits(hands[2] | hands[3], cards)} << 32;
            more |= gather_bits(hands[4] | hands[5], cards) | std::uint64_t{lengths(cards)} << 32;
        }
        const std::uint64_t hash = (key ^ more * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
        Entry* bucket = table_.bucket<Entry>(hash);
        for (Entry* entry = bucket; entry != bucket + kWays; ++entry)
            if (entry->key == key && entry->more == more) return read(entry, cards, left);
        Entry* first = bucket + (hash & 1);
        Entry* other = bucket + (~hash & 1);
        return {0, left, -1, other->more >> 52 < first->more >> 52 ? other : first, key, more};
    }
    void keep(const Known<Entry>& known, Mask cards, Card best) {
        table_.wrote(sizeof(Entry));
        *known.entry = {known.key,
                        known.more,
                        cards,
                        static_cast<std::uint16_t>(known.lower),
                        static_cast<std::uint16_t>(known.upper),
                        static_cast<std::uint8_t>(size(cards & (bit(best) - 1)))};
    }

   private:
    static constexpr int kWays = Table::kLine / sizeof(Entry);
    static constexpr std::uint64_t kCovered = std::uint64_t{1} << 63;

    Known<Entry> read(Entry* entry, Mask cards, int left) const {
        int lower = entry->lower, upper = entry->upper;
        if (entry->cards != cards) {
            const Shift shift = difference(points_of(lookup_, entry->cards), points_of(lookup_, cards));
            lower = std::max(lower - shift.down, 0);
            upper = std::min(upper + shift.up, left);
        }
        return {lower, upper, nth_card(cards, entry->place), entry, entry->key, entry->more};
    }

    Table& table_;
    const Lookup& lookup_;
    std::uint32_t deal_;
};

}  // namespace rebelote::REBELOTE_BUILD

// What a hand is worth before the play. Cards are the pack's numbers here: hands are spoken of before there
// is a trump.
#pragma once

#include <array>

#include "cards.hpp"

namespace rebelote {

using Pack = std::uint32_t;  // a set of cards by their numbers in the pack

// What a hand is worth at one trump: a sum over its suits, of the cards held in each.
class Estimate {
   public:
    using Suit = std::array<float, 256>;
    // `trump` is a suit's number, or -1; `with_trumps` counts a side suit beside three trumps or more.
    Estimate(float base, int trump, const Suit& trumps, const Suit& side, const Suit& with_trumps)
        : base_(base), trump_(trump), trumps_(trumps), side_{side, with_trumps} {}

    float of(Pack hand) const {
        const auto held = [&](int suit) { return hand >> suit * kRanks & 255; };
        const bool can_ruff = trump_ >= 0 && size(held(trump_)) > 2;
        float sum = base_;
        for (int suit = 0; suit < kSuits; ++suit)
            sum += suit == trump_ ? trumps_[held(suit)] : side_[can_ruff][held(suit)];
        return sum;
    }

   private:
    float base_;
    int trump_;
    Suit trumps_;
    std::array<Suit, 2> side_;
};

}  // namespace rebelote

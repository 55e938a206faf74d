// Who plays with whom in a search, as types: what is known of them when the core is compiled costs nothing.
#pragma once

#include <type_traits>

#include "memo.hpp"

namespace rebelote::REBELOTE_BUILD {

// Two sides of two. Seats 0 and 2 are the side asked about.
struct TwoPairs {
    using Memo = ShapeMemo;
    static constexpr int seats = 4;
    static constexpr int room = 4;
    static constexpr bool piles = false;

    // A card's place in the trick is known to the compiler, so that each gets code of its own.
    template <int N>
    using At = std::integral_constant<int, N>;
    using Led = At<0>;
    template <class Use>
    static int at(int place, Use use) {
        switch (place) {
            case 1: return use(At<1>{});
            case 2: return use(At<2>{});
            case 3: return use(At<3>{});
            default: return use(At<0>{});
        }
    }
    template <int N>
    static constexpr At<N + 1> after(At<N>) {
        return {};
    }

    static constexpr Seat next(Seat seat) { return (seat + 1) & 3; }
    static constexpr bool ours(Seat seat) { return !(seat & 1); }
    template <class Hands>
    static constexpr Mask ours_of(const Hands& hands) {
        return hands[0] | hands[2];
    }
    static constexpr bool partners(Seat a, Seat b) { return !((a ^ b) & 1); }
    // Is the one who plays that many steps after `seat` on the same side?
    static constexpr bool with(Seat, int steps) { return steps % 2 == 0; }
};

// Two pairs with all duties known to the compiler.
template <Obligations Duty>
struct Pairs : TwoPairs {
    static constexpr Obligations duty = Duty;
    explicit Pairs(const PlaySpec&) {}
};

// Two pairs with duties that few games have: not worth code of their own.
struct OtherPairs : TwoPairs {
    Obligations duty;
    explicit OtherPairs(const PlaySpec& spec) : duty(spec.obligations()) {}
};

// Any number of players, each alone, with or without piles. Seat 0 plays against all the others.
struct Alone {
    using Memo = WideMemo;
    static constexpr int room = kMaxSeats;
    static constexpr bool piles = true;
    Obligations duty;
    int seats;

    struct Led {
        constexpr operator int() const { return 0; }
    };
    template <class Use>
    static int at(int place, Use use) {
        return use(place);
    }
    static constexpr int after(int place) { return place + 1; }

    explicit Alone(const PlaySpec& spec) : duty(spec.obligations()), seats(spec.seats()) {}
    Seat next(Seat seat) const { return seat + 1 == seats ? 0 : seat + 1; }
    static constexpr bool ours(Seat seat) { return seat == 0; }
    template <class Hands>
    static constexpr Mask ours_of(const Hands& hands) {
        return hands[0];
    }
    static constexpr bool partners(Seat a, Seat b) { return a == b; }
    bool with(Seat seat, int steps) const { return ours(seat) == ours((seat + steps) % seats); }
};

}  // namespace rebelote::REBELOTE_BUILD

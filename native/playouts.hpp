// Random play to the end of a deal.
#pragma once

#include "core.hpp"
#include "search.hpp"

namespace rebelote::REBELOTE_BUILD {

template <class Game>
class Playout {
   public:
    Playout(const PlaySpec& spec, const Position& position) : game_(spec), spec_(spec), start_(position) {
        for (Seat seat = 0; seat < spec.seats(); ++seat) hands_[seat] = position.hand(seat);
    }

    void run(Random& random, Playouts& sums) const {
        auto hands = hands_;
        std::array<int, Game::room> taken{}, won{};
        const Lookup& lookup = spec_.lookup();
        Seat seat = start_.turn();
        int place = start_.laid();
        Trick trick = start_.trick();
        for (int tricks = start_.tricks_left(); tricks; --tricks) {
            for (; place < game_.seats; ++place, seat = game_.next(seat))
                play(random, hands, seat, place, trick, lookup);
            seat = trick.holder;
            place = 0;
            ++won[seat];
            taken[seat] += trick.points + lookup.trick + (tricks == 1 ? lookup.last : 0);
        }
        add(sums, taken, won);
    }

   private:
    template <class Hands>
    void play(Random& random, Hands& hands, Seat seat, int place, Trick& trick, const Lookup& lookup) const {
        const Mask hand = hands[seat];
        const Mask legal = place ? legal_cards(game_.duty, hand, trick, Game::partners(seat, trick.holder))
                                 : legal_leads(game_.duty, hand);
        const std::uint64_t choice = (random() >> 32) * static_cast<unsigned>(size(legal)) >> 32;
        const Card card = nth_card(legal, static_cast<int>(choice));
        hands[seat] ^= bit(card);
        if constexpr (Game::piles)
            if (start_.under(card) >= 0) hands[seat] |= bit(start_.under(card));
        if (!place) {
            trick = {suit_of(card), lookup.beaters[card], card, seat, lookup.points[card]};
            return;
        }
        trick.points += lookup.points[card];
        if (trick.beaters & bit(card))
            trick.beaters = lookup.beaters[card], trick.best = card, trick.holder = seat;
    }

    template <class Counts>
    void add(Playouts& sums, const Counts& taken, const Counts& won) const {
        int all = 0;
        std::array<int, Game::room> tricks{};
        for (Seat seat = 0; seat < game_.seats; ++seat)
            all += tricks[seat] = won[seat] + start_.tricks_won(seat);
        for (Seat seat = 0; seat < game_.seats; ++seat) {
            int points = taken[seat], side_tricks = tricks[seat];
            if (spec_.partners()) points += taken[(seat + 2) & 3], side_tricks += tricks[(seat + 2) & 3];
            sums.points[seat] += taken[seat];
            sums.squares[seat] += static_cast<std::uint64_t>(points * points);
            sums.sweeps[seat] += side_tricks == all;
        }
        ++sums.played;
    }

    Game game_;
    const PlaySpec& spec_;
    const Position& start_;
    std::array<Mask, Game::room> hands_{};
};

}  // namespace rebelote::REBELOTE_BUILD

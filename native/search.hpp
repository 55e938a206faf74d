// The exact search: how much one side still takes with best play by all.
//
// Null-window alpha-beta over single cards. Positions between two tricks are remembered (memo.hpp).
#pragma once

#include <algorithm>
#include <limits>

#include "bits.hpp"
#include "move_order_weights.hpp"
#include "position.hpp"
#include "sides.hpp"

namespace rebelote {

#ifdef REBELOTE_FIT
extern Weights weights;
#else
inline constexpr Weights weights = kWeights;
#endif

}  // namespace rebelote

namespace rebelote::REBELOTE_BUILD {

template <class Game>
class Search {
   public:
    // The board is turned so that `side` has seat 0.
    Search(const PlaySpec& spec, const Lookup& lookup, Table& table, const Position& position, Seat side)
        : game_(spec), lookup_(lookup), memo_(table, lookup) {
        const auto turned = [&](Seat seat) { return (seat - side + spec.seats()) % spec.seats(); };
        for (Seat seat = 0; seat < spec.seats(); ++seat) hands_[turned(seat)] = position.hand(seat);
        if constexpr (Game::piles) {
            covered_ = position.covered();
            for (Card card = 0; card < kCards; ++card)
                under_[card] = static_cast<std::int8_t>(position.under(card));
        }
        for (Mask hand : hands_) cards_ |= hand;
        cards_ |= covered_;
        turn_ = turned(position.turn());
        place_ = position.laid();
        tricks_ = position.tricks_left();
        trick_ = {};
        Seat seat = turned(position.leader());
        for (int n = 0; n < place_; ++n, seat = game_.next(seat))
            trick_ = after(n, trick_, seat, position.table()[n]);
        left_ = trick_.points + lookup.trick * tricks_ + (tricks_ ? lookup.last : 0);
        each(cards_, [&](Card card) { left_ += lookup.points[card]; });
    }

    int left() const { return left_; }
    bool ours_to_move() const { return Game::ours(turn_); }
    std::uint64_t nodes() const { return nodes_; }
    void give_up_after(std::uint64_t nodes) { most_nodes_ = nodes; }

    // What the side may take, from the points in each side's trumps and plain cards: off by 20 on average for
    // whole deals. Fitted by least squares.
    int guess() const {
        const Mask ours = game_.ours_of(hands_), theirs = cards_ & ~ours;
        const int ruffing = lookup_.sum(ours & trumps()) - lookup_.sum(theirs & trumps());
        const int plain = lookup_.sum(ours & ~trumps()) - lookup_.sum(theirs & ~trumps());
        return std::clamp(left_ / 2 + (13 * ruffing + 5 * plain) / 10 + (ours_to_move() ? 6 : -6), 0, left_);
    }

    // A bound on what the side takes: at least the answer if that is `need` or more, else at most.
    int bound(int need) {
        if (!place_) return lead(turn_, tricks_, left_, need);
        return Game::at(place_,
                        [&](auto place) { return follow(turn_, place, trick_, tricks_, left_, need); });
    }
    // The same after the player to move has played `card`.
    int bound_after(Card card, int need) {
        return Game::at(
            place_, [&](auto place) { return try_card(turn_, place, trick_, tricks_, left_, need, card); });
    }
    // Plays a card for good.
    void play(Card card);

   private:
    static constexpr int kMostMoves = 16;
    struct Moves {
        std::array<Card, kMostMoves> card;
        std::array<int, kMostMoves> score;
        int count = 0;

        void add(Card c, int s) { card[count] = c, score[count++] = s; }
        Card next(int from) {
            int best = from;
            for (int n = from + 1; n < count; ++n)
                if (score[n] > score[best]) best = n;
            std::swap(card[from], card[best]);
            std::swap(score[from], score[best]);
            return card[from];
        }
    };

    Trick after(int place, const Trick& trick, Seat seat, Card card) const {
        if (!place) return {suit_of(card), lookup_.beaters[card], card, seat, lookup_.points[card]};
        Trick next = trick;
        next.points += lookup_.points[card];
        if (trick.beaters & bit(card))
            next.beaters = lookup_.beaters[card], next.best = card, next.holder = seat;
        return next;
    }
    Mask legal_for(Seat seat, const Trick& trick) const {
        return legal_cards(game_.duty, hands_[seat], trick, Game::partners(seat, trick.holder));
    }
    Mask others(Seat seat) const { return cards_ & ~hands_[seat]; }
    // The one suit that ruffs, if there is one.
    Mask trumps() const { return game_.duty.trumps == Trumps::suit ? kTrumpSuit : 0; }
    // The cards that need not be tried, a neighbour being as good: of neighbours worth the same all but the
    // lowest; of those sure to be won by us all but the richest, by them all but the poorest.
    Mask alike(Mask cards, Mask apart, Mask for_us, Mask for_them) const {
        const Mask upper = over_a_neighbour(cards, apart, kInnerLinks);
        if (!upper) return 0;
        const Mask same = upper & over_a_neighbour(cards, apart, lookup_.equal_links);
        if (!lookup_.monotone) return same;
        return (same & ~for_us) | (under_a_neighbour(cards, apart) & for_us) | (upper & for_them);
    }
    // Those of `cards` with another beneath: no two of them are alike.
    Mask covering(Mask cards) const {
        Mask tops = 0;
        if constexpr (Game::piles)
            if (covered_) each(cards, [&](Card card) { tops |= under_[card] >= 0 ? bit(card) : 0; });
        return tops;
    }

    void take(Seat seat, Card card) {
        hands_[seat] ^= bit(card);
        cards_ ^= bit(card);
        if constexpr (Game::piles)
            if (under_[card] >= 0) hands_[seat] ^= bit(under_[card]), covered_ ^= bit(under_[card]);
    }

    struct Sure {
        int ours;
        int theirs;
    };
    Sure sure_points(Seat leader, int left) const;

    int lead(Seat seat, int tricks, int left, int need);
    template <class Place>
    int follow(Seat seat, Place place, const Trick& trick, int tricks, int left, int need);
    template <class Place>
    int follow_at_the_end(Seat seat, Place place, Mask legal, const Trick& trick, int left, int need);
    template <class Place>
    int try_card(Seat seat, Place place, const Trick& trick, int tricks, int left, int need, Card card);
    int close(const Trick& trick, int tricks, int left, int need);
    int last_trick(Seat seat, int left) const;
    template <class Place>
    Mask threats(Seat seat, Place place, const Trick& trick, bool of_mates) const;
    void order_leads(Seat seat, Moves& moves) const;

    Game game_;
    const Lookup& lookup_;
    typename Game::Memo memo_;
    std::array<Mask, Game::room> hands_{};
    std::array<std::int8_t, kCards> under_{};
    Mask cards_ = 0;    // in hands and piles
    Mask covered_ = 0;  // face down
    Seat turn_;
    int place_;
    int tricks_;
    int left_;
    Trick trick_;
    std::uint64_t nodes_ = 0;
    std::uint64_t most_nodes_ = kNoLimit;
};

template <class Game>
void Search<Game>::play(Card card) {
    const Trick trick = after(place_, trick_, turn_, card);
    take(turn_, card);
    turn_ = game_.next(turn_);
    trick_ = trick;
    if (++place_ < game_.seats) return;
    left_ -= tricks_ == 1 ? left_ : trick.points + lookup_.trick;
    turn_ = trick.holder;
    place_ = 0;
    --tricks_;
}

template <class Game>
template <class Place>
int Search<Game>::try_card(Seat seat, Place place, const Trick& trick, int tricks, int left, int need,
                           Card card) {
    const Trick next = after(place, trick, seat, card);
    take(seat, card);
    int value;
    if constexpr (requires { requires Place::value + 1 == Game::seats; }) {
        value = close(next, tricks, left, need);
    } else {
        value = place + 1 == game_.seats
                    ? close(next, tricks, left, need)
                    : follow(game_.next(seat), Game::after(place), next, tricks, left, need);
    }
    take(seat, card);
    return value;
}

template <class Game>
int Search<Game>::close(const Trick& trick, int tricks, int left, int need) {
    const bool ours = Game::ours(trick.holder);
    if (tricks == 1) return ours ? left : 0;
    const int points = trick.points + lookup_.trick;
    const int gain = ours ? points : 0;
    return gain + lead(trick.holder, tricks - 1, left - points, need - gain);
}

// One card each: nothing to choose.
template <class Game>
int Search<Game>::last_trick(Seat seat, int left) const {
    Seat holder = seat;
    Mask beaters = lookup_.beaters[lowest(hands_[seat])];
    for (int n = 1; n < game_.seats; ++n) {
        seat = game_.next(seat);
        if (hands_[seat] & beaters) holder = seat, beaters = lookup_.beaters[lowest(hands_[seat])];
    }
    return Game::ours(holder) ? left : 0;
}

template <class Game>
int Search<Game>::lead(Seat seat, int tricks, int left, int need) {
    if (need <= 0) return 0;
    if (need > left) return left;
    if (tricks == 1) return last_trick(seat, left);
    if (tricks == 2)
        return follow_at_the_end(seat, typename Game::Led{}, legal_leads(game_.duty, hands_[seat]), {}, left,
                                 need);
    if (++nodes_ > most_nodes_) [[unlikely]]
        throw SearchTooLong();
    if (!covered_) {
        const Sure sure = sure_points(seat, left);
        if (sure.ours >= need) return sure.ours;
        if (left - sure.theirs < need) return left - sure.theirs;
    }
    const bool remembered = tricks <= Game::Memo::kMostTricks;
    Known<typename Game::Memo::Entry> known{0, left, -1, nullptr, 0, 0};
    if (remembered) {
        known = memo_.find(hands_, cards_, covered_, seat, tricks, left);
        if (known.lower >= need) return known.lower;
        if (known.upper < need) return known.upper;
    }
    Moves moves;
    order_leads(seat, moves);
    if (known.hint >= 0)
        for (int n = 0; n < moves.count; ++n)
            if (moves.card[n] == known.hint) moves.score[n] += 10000;
    const bool ours = Game::ours(seat);
    int best = ours ? -1 : std::numeric_limits<int>::max();
    Card best_card = moves.card[0];
    for (int n = 0; n < moves.count; ++n) {
        const Card card = moves.next(n);
        const int value = try_card(seat, typename Game::Led{}, {}, tricks, left, need, card);
        if (ours ? value > best : value < best) best = value, best_card = card;
        if (ours ? best >= need : best < need) break;
    }
    if (remembered) {
        (best >= need ? known.lower : known.upper) = best;
        memo_.keep(known, cards_, best_card);
    }
    return best;
}

// What each side is sure to take with that player to lead.
template <class Game>
typename Search<Game>::Sure Search<Game>::sure_points(Seat leader, int left) const {
    const Mask ours = game_.ours_of(hands_), theirs = cards_ & ~ours;
    Sure sure{0, 0};
    if (game_.duty.trumps == Trumps::suit) {
        // A trump above all of the other side's is won by its own.
        sure.ours = lookup_.sums[3][(ours & ~up_to_highest(theirs)) >> 24];
        sure.theirs = lookup_.sums[3][(theirs & ~up_to_highest(ours)) >> 24];
    }
    // A leader whose foes can't ruff wins with his cards above all others', one after another.
    const bool we_lead = Game::ours(leader);
    if (game_.duty.trumps == Trumps::suit && (we_lead ? theirs : ours) & kTrumpSuit) return sure;
    const Mask others = cards_ & ~hands_[leader];
    if (game_.duty.trumps == Trumps::suit && game_.duty.partner_master != PartnerMaster::free &&
        others & kTrumpSuit)
        return sure;
    Mask masters = hands_[leader] & ~below_in_suit(others);
    if (masters == hands_[leader]) return we_lead ? Sure{left, 0} : Sure{0, left};
    if (game_.duty.trumps == Trumps::suit) masters &= ~kTrumpSuit;
    (we_lead ? sure.ours : sure.theirs) += lookup_.sum(masters) + size(masters) * lookup_.trick;
    return sure;
}

// The cards with which those still to play after `seat` could take the trick: its mates, or its foes.
template <class Game>
template <class Place>
Mask Search<Game>::threats(Seat seat, Place place, const Trick& trick, bool of_mates) const {
    Mask found = 0;
    Seat other = seat;
    for (int steps = 1; place + steps < game_.seats; ++steps) {
        other = game_.next(other);
        if (game_.with(seat, steps) != of_mates) continue;
        const Mask following = hands_[other] & trick.led;
        found |= (following ? following : hands_[other]) & trick.beaters;
    }
    return found;
}

// Two tricks left: trying a card is cheaper than thinking about it.
template <class Game>
template <class Place>
int Search<Game>::follow_at_the_end(Seat seat, Place place, Mask legal, const Trick& trick, int left,
                                    int need) {
    const bool ours = Game::ours(seat);
    int best = try_card(seat, place, trick, 2, left, need, highest(legal));
    for (legal ^= bit(highest(legal)); legal && (best < need) == ours; legal ^= bit(highest(legal))) {
        const int value = try_card(seat, place, trick, 2, left, need, highest(legal));
        best = ours ? std::max(best, value) : std::min(best, value);
    }
    return best;
}

template <class Game>
template <class Place>
int Search<Game>::follow(Seat seat, Place place, const Trick& trick, int tricks, int left, int need) {
    const Mask legal = legal_for(seat, trick);
    if (!without_lowest(legal)) return try_card(seat, place, trick, tricks, left, need, lowest(legal));
    if (tricks == 2) return follow_at_the_end(seat, place, legal, trick, left, need);
    ++nodes_;
    const bool ours = Game::ours(seat), ours_hold = Game::ours(trick.holder);
    const bool mate_holds = ours == ours_hold;
    // Cards whose points are sure to go to one side, whatever follows.
    const Mask winning = legal & trick.beaters, losing = legal & ~trick.beaters;
    const Mask to_foes = threats(seat, place, trick, false);
    const Mask safe = to_foes ? winning & above(highest(to_foes)) : winning;
    const bool settled = mate_holds ? !to_foes : !threats(seat, place, trick, true);
    const Mask for_us = safe | (mate_holds && settled ? losing : 0);
    const Mask for_them = !mate_holds && settled ? losing : 0;
    const Mask tops = covering(legal);
    const Mask apart = others(seat) | tops | bit(trick.best);
    const Mask cards = legal & ~alike(legal & ~tops, apart, for_us, for_them);
    if (!without_lowest(cards)) return try_card(seat, place, trick, tricks, left, need, lowest(cards));
    Moves moves;
    const Weights::Row& row = weights.follow[place + 1 == game_.seats ? 2 : place > 1];
    const int base = (mate_holds ? FollowFact::mate_holds : 0);
    const Mask beaten = below_in_suit(ours ? cards_ & ~game_.ours_of(hands_) : game_.ours_of(hands_));
    const Mask sure = for_us | for_them;
    each(cards, [&](Card card) {
        const Mask b = bit(card);
        const int facts = base | (b & trick.beaters ? FollowFact::beats : 0) |
                          (b & sure ? FollowFact::settled : 0) | (b & trumps() ? FollowFact::trump : 0) |
                          (b & trick.led ? FollowFact::follows : 0) | (b & beaten ? 0 : FollowFact::master);
        moves.add(card, row.base[facts] + row.slope[facts] * lookup_.points[card]);
    });
    int best = ours ? -1 : std::numeric_limits<int>::max();
    for (int n = 0; n < moves.count; ++n) {
        const int value = try_card(seat, place, trick, tricks, left, need, moves.next(n));
        best = ours ? std::max(best, value) : std::min(best, value);
        if (ours ? best >= need : best < need) break;
    }
    return best;
}

template <class Game>
void Search<Game>::order_leads(Seat seat, Moves& moves) const {
    Mask foes = 0, mates = 0, foe_ruffs = 0, mate_ruffs = 0;
    Seat other = seat;
    for (int steps = 1; steps < game_.seats; ++steps) {
        other = game_.next(other);
        const Mask hand = hands_[other];
        const Mask ruffs = game_.duty.trumps == Trumps::suit && hand & kTrumpSuit ? ~suits_in(hand) : 0;
        if (game_.with(seat, steps))
            mates |= hand, mate_ruffs |= ruffs;
        else
            foes |= hand, foe_ruffs |= ruffs;
    }
    const Mask own = hands_[seat], tops = covering(own), single = own & ~tops, apart = others(seat) | tops;
    const Mask beaten = below_in_suit(foes), over_foes = mates & ~beaten;
    const Mask skip = alike(single, apart, own & ~beaten & ~foe_ruffs, 0);
    const Mask mate_master = suits_in(over_foes);
    each(legal_leads(game_.duty, own) & ~skip, [&](Card card) {
        const Mask b = bit(card);
        const int facts =
            (b & trumps() ? LeadFact::trump : 0) | (b & beaten ? 0 : LeadFact::master) |
            (b & mate_master ? LeadFact::mate_master : 0) | (b & foe_ruffs ? LeadFact::foe_ruffs : 0) |
            (b & mate_ruffs ? LeadFact::mate_ruffs : 0) | (own & suit_of(card) & ~b ? 0 : LeadFact::single);
        moves.add(card, weights.lead.base[facts] + weights.lead.slope[facts] * lookup_.points[card]);
    });
}

}  // namespace rebelote::REBELOTE_BUILD

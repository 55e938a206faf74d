// From bounds to values: bisection by null windows, the value of every card, one line of best play.
#pragma once

#include "core.hpp"
#include "search.hpp"

namespace rebelote::REBELOTE_BUILD {

template <class Game>
class Solve {
   public:
    Solve(const PlaySpec& spec, const Position& position, Seat side, Memory& memory)
        : spec_(spec),
          side_(side),
          position_(position),
          points_(spec, spec.lookup(), memory.bounds, position, side),
          tricks_(spec, spec.counting_tricks(), memory.sweeps, position, side) {
        points_.give_up_after(memory.most_nodes);
        tricks_.give_up_after(memory.most_nodes);
    }

    Answer answer(bool line) {
        Answer answer;
        answer.cards.fill(kNoValue);
        if (position_.finished()) return answer;
        const bool ours = points_.ours_to_move();
        const Mask legal = position_.legal(spec_), distinct = position_.distinct(spec_);
        int guess = points_.guess(), step = 8;
        answer.value = kNoValue;
        each(distinct, [&](Card card) {
            const int value = value_after(card, guess, step);
            guess = std::min(value, points_.left()), step = 1;  // cards mostly bring the same
            answer.cards[card] = value;
            if (answer.value == kNoValue || (ours ? value > answer.value : value < answer.value))
                answer.value = value;
        });
        each(legal & ~distinct, [&](Card card) {  // as its equal, the next one down that was asked about
            answer.cards[card] = answer.cards[highest(distinct & suit_of(card) & (bit(card) - 1))];
        });
        answer.nodes = points_.nodes() + tricks_.nodes();
        if (line) answer.line = best_line(answer.value);
        return answer;
    }

   private:
    // Nothing taken by the others yet, so that the side may still sweep.
    bool may_sweep() const {
        if (!spec_.worth().sweep) return false;
        for (Seat seat = 0; seat < spec_.seats(); ++seat)
            if (!spec_.same_side(seat, side_) && position_.tricks_won(seat)) return false;
        return true;
    }
    // Null windows from the guess on, in steps that widen, then halving. `step` is how far off the guess may
    // be.
    int value_after(Card card, int guess, int step) {
        int lower = 0, upper = points_.left();
        while (lower < upper) {
            const int need = std::clamp(guess, lower + 1, upper);
            const int bound = points_.bound_after(card, need);
            (bound >= need ? lower : upper) = bound;
            guess = bound >= need ? bound + step : bound - step + 1;
            step = std::min(step * 4, 16);
            if (upper - lower < 2 * step) guess = (lower + upper + 1) / 2;
        }
        const bool swept = lower == points_.left() && may_sweep() &&
                           tricks_.bound_after(card, tricks_.left()) >= tricks_.left();
        return swept ? lower + spec_.worth().sweep : lower;
    }

    bool takes_after(Card card, int need) {
        if (need <= points_.left()) return points_.bound_after(card, need) >= need;
        return need <= points_.left() + spec_.worth().sweep && may_sweep() &&
               tricks_.bound_after(card, tricks_.left()) >= tricks_.left();
    }

    // A card that keeps the value.
    Card keeping(int value) {
        const bool ours = points_.ours_to_move();
        Mask cards = position_.distinct(spec_);
        for (; without_lowest(cards); cards = without_lowest(cards))
            if (takes_after(lowest(cards), value + !ours) == ours) break;
        return lowest(cards);
    }

    std::vector<Card> best_line(int value) {
        std::vector<Card> line;
        while (!position_.finished()) {
            const Card card = keeping(value);
            const int before = side_points();
            line.push_back(card);
            points_.play(card);
            tricks_.play(card);
            position_.play(spec_, card);
            value -= side_points() - before;
        }
        return line;
    }
    int side_points() const {
        int points = 0;
        for (Seat seat = 0; seat < spec_.seats(); ++seat)
            if (spec_.same_side(seat, side_)) points += position_.taken(seat);
        return points;
    }

    const PlaySpec& spec_;
    Seat side_;
    Position position_;
    Search<Game> points_;
    Search<Game> tricks_;
};

}  // namespace rebelote::REBELOTE_BUILD
